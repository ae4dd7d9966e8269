"""New Game: each player in turn lays a stone on a board of squares, and scores for their own stones beside it.

The clauses of the rules:

- N1: Two to four players have 4, 5 or 6 turns each, one after the other.
- N2: The board has five columns, a to e, and five rows, 1 to 5; all its squares are empty at first.
- N3: A turn: you lay a stone of yours on an empty square.
- N4: You score a point for each stone of yours on the eight squares round it.
- N5: The most points win; equal scores share the place.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.extras import Extras
from engines.table import (
    TURN,
    Ask,
    Dice,
    Event,
    IllegalMove,
    Move,
    Option,
    Path,
    Pick,
    Ready,
    Rng,
    Seat,
    Spec,
    Stage,
    Standing,
    Table,
    View,
    Viewer,
    check_viewer,
    read_one,
    require,
    settle,
)

ROUNDS = ("4", "5", "6")  # N1
COLUMNS, ROWS = "abcde", "12345"  # N2
NOBODY = -1  # on a square

SPEC = Spec(
    key="newgame",
    seats=range(2, 5),
    options=(Option("rounds", Pick("rounds", ROUNDS), "6"),),
    rules=1,
    schema=1,
    limit=int(ROUNDS[-1]) * 4,  # a turn of each of four players in each round
    presets={"brief": {"rounds": "4"}},
    difficulty=1,
)


@dataclass(slots=True)
class State:
    """A match, in which nothing is hidden."""

    table: Table
    stage: str  # "lay" or "over"
    turn: int  # of the match, from 0
    squares: list[Seat]  # whose stone lies there, row by row; `NOBODY`: none
    points: list[int]  # by seat


@dataclass(frozen=True, slots=True)
class NewGameView(View):
    """What all can see."""

    table: Table
    turn: int
    squares: tuple[Seat, ...]


def due(table: Table, turn: int) -> Seat:
    """Whose turn it is."""
    return turn % table.seats


def place(column: str, row: str) -> int:
    """The number of a square."""
    return ROWS.index(row) * len(COLUMNS) + COLUMNS.index(column)


def name(square: int) -> str:
    """The square as players call it: "c4"."""
    row, column = divmod(square, len(COLUMNS))
    return COLUMNS[column] + ROWS[row]


def around(square: int) -> list[int]:
    """The squares round it (N4)."""
    row, column = divmod(square, len(COLUMNS))
    rows = range(max(0, row - 1), min(len(ROWS), row + 2))
    columns = range(max(0, column - 1), min(len(COLUMNS), column + 2))
    return [place(COLUMNS[x], ROWS[y]) for y in rows for x in columns if (y, x) != (row, column)]


def ask_lay(view: NewGameView, path: Path) -> Ask | None:
    """A column with an empty square, then the row."""
    if view.viewer != due(view.table, view.turn):
        return None
    empty = [name(square) for square, seat in enumerate(view.squares) if seat == NOBODY]
    columns = Pick("column", tuple(column for column in COLUMNS if any(square[0] == column for square in empty)))
    if not path:
        return columns
    column = read_one(columns, path[0])
    rows = Pick("row", tuple(square[1] for square in empty if square[0] == column))
    if len(path) == 1:
        return rows
    read_one(rows, path[1])
    if len(path) > 2:
        raise IllegalMove("step.beyond", {"step": path[2]})
    return Ready()


def do_lay(state: State, move: Move, dice: Dice) -> list[Event]:
    """The stone is laid; then the next turn or the end."""
    seat, square = due(state.table, state.turn), place(*move.path)
    more = sum(state.squares[near] == seat for near in around(square))
    state.squares[square] = seat
    state.points[seat] += more
    state.turn += 1
    events = [Event("laid", None, {"seat": seat, "square": name(square), "points": more})]
    if state.turn == int(state.table.options["rounds"]) * state.table.seats:
        state.stage = "over"
        winners = [standing.seat for standing in _standings(state) if standing.rank == 1]
        return [*events, Event("won", None, {"seats": winners})]
    return [*events, _turn(state)]


def _turn(state: State) -> Event:
    return Event(TURN, None, {"turn": state.turn, "seat": due(state.table, state.turn)})


def _standings(state: State) -> tuple[Standing, ...]:
    """The most points first in rank (N5)."""
    points = state.points
    return tuple(Standing(seat, 1 + sum(more > mine for more in points), mine) for seat, mine in enumerate(points))


STAGES: dict[str, Stage[State, NewGameView]] = {"lay": Stage(ask_lay, do_lay)}


class NewGame:
    """The game behind the one interface; see `engines.table.Game`."""

    spec = SPEC
    State = State

    def setup(self, table: Table, dice: Dice) -> tuple[State, list[Event]]:
        """An empty board."""
        table = settle(SPEC, table)
        squares = [NOBODY] * (len(COLUMNS) * len(ROWS))
        state = State(table, "lay", 0, squares, [0] * table.seats)
        return state, [_turn(state)]

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        """One whole answer of a seat."""
        require(self, state, move)
        return STAGES[state.stage].do(state, move, dice)

    def view(self, state: State, viewer: Viewer) -> NewGameView:
        """The same for everyone."""
        check_viewer(viewer, state.table.seats)
        over = state.stage == "over"
        return NewGameView(
            viewer=viewer,
            stage=state.stage,
            waiting=() if over else (due(state.table, state.turn),),
            standings=_standings(state),
            over=over,
            sealed=False,
            table=state.table,
            turn=state.turn,
            squares=tuple(state.squares),
        )

    def ask(self, view: NewGameView, path: Path = ()) -> Ask | None:
        """Where the stone is laid."""
        return STAGES[view.stage].ask(view, path) if view.stage in STAGES else None

    def fallback(self, view: NewGameView) -> Path:
        """The first empty square."""
        return tuple(name(view.squares.index(NOBODY)))

    def imagine(self, view: NewGameView, rng: Rng) -> State:
        """The real state, for nothing is hidden."""
        points = [standing.points for standing in view.standings]
        return State(view.table, view.stage, view.turn, list(view.squares), points)


GAME = NewGame()
EXTRAS = Extras()
