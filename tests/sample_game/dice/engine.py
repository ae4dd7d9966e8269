"""New Game: dice lie on the table, each player in turn takes one, and the player with the most pips at the end wins.

The clauses of the rules:

- N1: Two to four players play 4, 6 or 8 rounds.
- N2: In each round three dice more than there are players are rolled and laid on the table.
- N3: In turn everyone takes one of them; the round's number says who begins, and it is another one each time.
- N4: What lies there when all have taken one is worth nothing.
- N5: The player with the most pips wins; equal ones share the place.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.extras import Extras
from engines.table import (
    TURN,
    Ask,
    Dice,
    Event,
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
    read,
    require,
    settle,
)

ROUNDS = ("4", "6", "8")  # N1
SIDES = 6
MORE = 3  # N2

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
    stage: str  # "take" or "over"
    round: int  # from 1
    turn: int  # of the match, from 0
    dice: list[int]  # on the table, the highest first
    taken: list[list[int]]  # by seat, in the order of the rounds


@dataclass(frozen=True, slots=True)
class NewGameView(View):
    """What all can see."""

    table: Table
    round: int
    turn: int
    dice: tuple[int, ...]
    taken: tuple[tuple[int, ...], ...]


def due(table: Table, turn: int) -> Seat:
    """Whose turn it is (N3)."""
    return (turn + turn // table.seats) % table.seats


def ask_take(view: NewGameView, path: Path) -> Ask | None:
    """One of the dice on the table, by its pips; dice that are alike are one option."""
    if view.viewer != due(view.table, view.turn):
        return None
    asks = (Pick("take", tuple(str(pips) for pips in dict.fromkeys(view.dice))), Ready())
    for ask, step in zip(asks, path, strict=False):
        read(ask, step)
    return asks[len(path)]


def do_take(state: State, move: Move, dice: Dice) -> list[Event]:
    """The die changes hands; then the next turn, round or the end."""
    seat, pips = due(state.table, state.turn), int(move.path[0])
    state.dice.remove(pips)
    state.taken[seat].append(pips)
    state.turn += 1
    events = [Event("took", None, {"seat": seat, "die": pips})]
    if state.turn % state.table.seats == 0:  # N4
        if state.round == int(state.table.options["rounds"]):
            state.stage, state.dice = "over", []
            winners = [standing.seat for standing in _standings(state) if standing.rank == 1]
            return [*events, Event("won", None, {"seats": winners})]
        state.round += 1
        events.append(_roll(state, dice))
    return [*events, _turn(state)]


def _roll(state: State, dice: Dice) -> Event:
    """The dice of a round (N2)."""
    state.dice = sorted(dice.roll(f"round.{state.round}", SIDES, state.table.seats + MORE), reverse=True)
    return Event("rolled", None, {"round": state.round, "dice": list(state.dice)})


def _turn(state: State) -> Event:
    return Event(TURN, None, {"turn": state.turn, "seat": due(state.table, state.turn)})


def _standings(state: State) -> tuple[Standing, ...]:
    """The most pips first in rank (N5)."""
    points = [sum(taken) for taken in state.taken]
    return tuple(Standing(seat, 1 + sum(more > mine for more in points), mine) for seat, mine in enumerate(points))


STAGES: dict[str, Stage[State, NewGameView]] = {"take": Stage(ask_take, do_take)}


class NewGame:
    """The game behind the one interface; see `engines.table.Game`."""

    spec = SPEC
    State = State

    def setup(self, table: Table, dice: Dice) -> tuple[State, list[Event]]:
        """The first dice are rolled."""
        table = settle(SPEC, table)
        state = State(table, "take", 1, 0, [], [[] for _ in range(table.seats)])
        return state, [_roll(state, dice), _turn(state)]

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
            round=state.round,
            turn=state.turn,
            dice=tuple(state.dice),
            taken=tuple(tuple(taken) for taken in state.taken),
        )

    def ask(self, view: NewGameView, path: Path = ()) -> Ask | None:
        """Which die is taken."""
        return STAGES[view.stage].ask(view, path) if view.stage in STAGES else None

    def fallback(self, view: NewGameView) -> Path:
        """The highest die."""
        return (str(view.dice[0]),)

    def imagine(self, view: NewGameView, rng: Rng) -> State:
        """The real state, for nothing is hidden."""
        taken = [list(taken) for taken in view.taken]
        return State(view.table, view.stage, view.round, view.turn, list(view.dice), taken)


GAME = NewGame()
EXTRAS = Extras()
