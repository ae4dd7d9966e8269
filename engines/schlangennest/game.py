"""The play of Schlangennest: questions and answers, turns and the end (S7-S14, S18, S19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from engines.schlangennest.cards import KINDS, NOBODY, ROTATIONS, SIDES, SNAKES, Square, is_square
from engines.schlangennest.field import BORDERS, FENCE, FRAME, lays_both, snakes, snakes_of, squares_of, within
from engines.schlangennest.laying import (
    Lay,
    ends_of,
    first_lays,
    first_of,
    first_refusal,
    first_squares,
    is_double,
    judged,
    judged_first,
    lay_refusal,
    lays,
    order,
    unlaid,
)
from engines.schlangennest.layout import begin
from engines.schlangennest.loops import loops, openings, swapped, turned
from engines.schlangennest.nest import Nest, is_closed, is_loop, open_ends, parts
from engines.schlangennest.state import SPEC, SchlangennestView, State
from engines.schlangennest.strands import lay, split
from engines.table import (
    TURN,
    Ask,
    Dice,
    Event,
    IllegalMove,
    Move,
    Path,
    Pick,
    Ready,
    Rng,
    Seat,
    Stage,
    Standing,
    Table,
    Value,
    Viewer,
    check_viewer,
    read,
    read_one,
    require,
    settle,
)

CARD = Pick("card", KINDS)
ROTATION = {kind: Pick("rotation", rotations) for kind, rotations in ROTATIONS.items()}


def _offer(about: str, options: Iterable[tuple[str, IllegalMove | None]]) -> Pick:
    """The options that aren't refused in any way; where there is none, the most telling refusal is raised."""
    offered: dict[str, None] = {}
    refused: IllegalMove | None = None
    for option, illegal in options:
        if illegal is None:
            offered[option] = None
        elif refused is None or refused.reason == "card.none":
            refused = illegal
    if not offered:
        raise refused or IllegalMove("step.unknown", {"about": about})
    return Pick(about, tuple(offered))


def _end(rest: Path) -> Ready:
    """The end of a path, after which no step may come."""
    for step in rest:
        read(Ready(), step)
    return Ready()


def _legal(lay: tuple[Lay, IllegalMove | None]) -> bool:
    return lay[1] is None


# --- first: a snake's first card (S7)


def ask_first(view: SchlangennestView, path: Path) -> Ask | None:
    """Snake, square, card, rotation."""
    if view.viewer != view.due:
        return None
    mine = unlaid(view)
    if not path:
        return Pick("snake", tuple(_snake_id(snake) for snake in mine if next(first_lays(view, (snake,)), None)))
    snake = mine[tuple(map(_snake_id, mine)).index(read_one(Pick("snake", tuple(map(_snake_id, mine))), path[0]))]
    squares = first_squares(view)
    if len(path) == 1:
        return _offer(
            "square", ((square, None) for square in squares if any(map(_legal, judged_first(view, snake, square))))
        )
    square = path[1]
    if not is_square(square):
        raise IllegalMove("step.unknown", {"step": square, "about": "square"})
    if square not in squares:
        raise _no_first(view, square, squares)
    if len(path) == 2:
        return _offer("card", ((lay.kind, illegal) for lay, illegal in judged_first(view, snake, square)))
    kind = read_one(CARD, path[2])
    if len(path) == 3:
        return _offer("rotation", ((lay.rotation, illegal) for lay, illegal in judged_first(view, snake, square, kind)))
    rotation = read_one(ROTATION[kind], path[3])
    if illegal := first_refusal(view, Lay(snake, square, kind, rotation)):
        raise illegal
    return _end(path[4:])


def _no_first(view: SchlangennestView, square: Square, squares: tuple[Square, ...]) -> IllegalMove:
    """Why no first card can lie on a square that isn't one of these (S7, S18b)."""
    if square in view.nest.cards:
        return IllegalMove("square.taken", {"square": square})
    if view.nest.field.gaps and square not in squares_of(view.nest.field.rect):
        return IllegalMove("square.outside", {"square": square})
    if not view.nest.cards:
        return IllegalMove("square.begin", {"square": square, "first": squares[0]})
    return IllegalMove("square.far", {"square": square})


def do_first(state: State, move: Move, dice: Dice) -> list[Event]:
    """The card lies, and everyone sees what it joins."""
    snake, square, kind, rotation = move.path
    return _laid(state, Lay(int(snake.removeprefix("snake.")), square, kind, rotation))


def _snake_id(snake: int) -> str:
    return f"snake.{snake}"


# --- lay: the next card of a snake (S8)


def ask_lay(view: SchlangennestView, path: Path) -> Ask | None:
    """Open end, card, rotation."""
    if view.viewer != view.due:
        return None
    if not path:
        return Pick("end", tuple(end for snake, end in ends_of(view) if any(map(_legal, judged(view, snake, end)))))
    end = path[0]
    snake = _whose(view, end)
    if len(path) == 1:
        return _offer("card", ((lay.kind, illegal) for lay, illegal in judged(view, snake, end)))
    kind = read_one(CARD, path[1])
    if len(path) == 2:
        return _offer("rotation", ((lay.rotation, illegal) for lay, illegal in judged(view, snake, end, kind)))
    rotation = read_one(ROTATION[kind], path[2])
    if illegal := lay_refusal(view, end, Lay(snake, split(end)[0], kind, rotation)):
        raise illegal
    return _end(path[3:])


def _whose(view: SchlangennestView, end: str) -> int:
    """The snake of this turn whose open end it is; IllegalMove says whose else it is (S8)."""
    for snake, open_end in ends_of(view):
        if open_end == end:
            return snake
    square, _, side = end.partition(".")
    if not is_square(square) or side not in tuple(SIDES):
        raise IllegalMove("step.unknown", {"step": end, "about": "end"})
    name = view.nest.reach[square][SIDES.index(side)] if square in view.nest.reach else ""
    if not name:
        raise IllegalMove("end.none", {"end": end})
    if name == NOBODY:
        raise IllegalMove("end.others", {"end": end, "square": square, "snake": -1, "seat": -1})
    if name not in SNAKES:
        raise IllegalMove("end.gray", {"end": end, "square": square})
    snake = int(name)
    if snake in snakes_of(view.due, view.table.seats, snakes(view.table)):
        other = next(other for other, _ in ends_of(view))
        raise IllegalMove("end.laid", {"end": end, "square": square, "snake": snake, "other": other})
    raise IllegalMove("end.others", {"end": end, "square": square, "snake": snake, "seat": snake % view.table.seats})


def do_lay(state: State, move: Move, dice: Dice) -> list[Event]:
    """The card lies, and everyone sees what it joins."""
    end, kind, rotation = move.path
    snake = next(snake for snake, open_end in ends_of(state) if open_end == end)
    return _laid(state, Lay(snake, split(end)[0], kind, rotation))


def _laid(state: State, card: Lay) -> list[Event]:
    before = state.nest
    state.nest = lay(before, *card)
    state.last = card.square
    data = {"square": card.square, "kind": card.kind, "rotation": card.rotation}
    events = [Event("laid", None, {**_who(state, card.snake), **data, **_growth(before, state.nest, card.snake)})]
    for snake in range(len(before.hands)):  # S12a
        events += _change(state, before, snake, card.snake)
    return [*events, *_cornered(state, before, card), *_go_on(state, card.snake)]


def _change(state: State, before: Nest, snake: int, mover: int) -> list[Event]:
    """What the card has done to a snake: longer, an end closed, both closed, ends joined."""
    old, new = before.strands.get(SNAKES[snake]), state.nest.strands.get(SNAKES[snake])
    if new is None or new == old:
        return []
    who: dict[str, Value] = {**_who(state, snake), "by": state.due}
    events: list[Event] = []
    if snake != mover:
        events.append(Event("grew", None, {**who, **_growth(before, state.nest, snake)}))
    if is_loop(state.nest, snake):
        events.append(Event("looped", None, who))
    elif is_closed(state.nest, snake):
        events.append(Event("closed", None, {**who, "parts": new.parts}))
    elif snake != mover and old is not None and new.closed > old.closed:
        events.append(Event("ended", None, who))
    return events


def _cornered(state: State, before: Nest, card: Lay) -> list[Event]:
    """The squares to which both ends of two snakes have come, each told once (S11)."""
    events: dict[Square, Event] = {}
    for snake in range(len(before.hands)):
        squares = {split(end)[0] for end in open_ends(state.nest, snake)}
        square = squares.pop() if len(squares) == 1 else ""
        reach = state.nest.reach.get(square)
        if reach and is_double(reach) and before.reach.get(square) != reach:
            first = first_of(order(state, card.snake), reach)[0]
            events[square] = Event("cornered", None, {**_who(state, first), "by": state.due, "square": square})
    return list(events.values())


# --- open: a snake without ends (S13)


def ask_open(view: SchlangennestView, path: Path) -> Ask | None:
    """How the loop is opened and at which card."""
    if view.viewer != view.due:
        return None
    ways: dict[str, tuple[Square, ...]] = {}
    for snake in loops(view):
        how, squares = openings(view, snake)
        ways[how] = (*ways.get(how, ()), *squares)
    ask = Pick("open", tuple(how for how in ("turn", "swap") if how in ways))
    if not path:
        return ask
    how = read_one(ask, path[0])
    if len(path) == 1:
        return Pick(how, ways[how])
    square = path[1]
    if square not in ways[how] and square in view.nest.cards:
        raise IllegalMove("loop.open", {"square": square, "kind": view.nest.cards[square].kind, "how": how})
    read_one(Pick(how, ways[how]), square)
    return _end(path[2:])


def do_open(state: State, move: Move, dice: Dice) -> list[Event]:
    """The curve is turned, or the tail takes the straight's place."""
    how, square = move.path
    before, snake = state.nest, state.nest.cards[square].colour
    state.nest, state.last = _opened(before, how, square), square
    who = {**_who(state, snake), "square": square, "rotation": state.nest.cards[square].rotation}
    kind = "turned" if how == "turn" else "swapped"
    events = [Event(kind, None, {**who, **_growth(before, state.nest, snake)})]
    return [*events, *_go_on(state, snake)]


def _opened(nest: Nest, how: str, square: Square) -> Nest:
    after = turned(nest, square) if how == "turn" else swapped(nest, square)
    assert after is not None, "only what opens the loop is offered"
    return after


# --- turns and the end


def _go_on(state: State, snake: int) -> list[Event]:
    """The rest of this turn, else the next seat that can do something; if there is none the match is over (S14)."""
    events: list[Event] = []
    state.todo = _rest(state, snake)
    if state.todo:
        if stage := _stage(state):
            state.stage = stage
            return events
        events += [Event("left.out", None, _who(state, other)) for other in state.todo]
    mover = state.due
    for step in range(1, state.table.seats + 1):
        events += begin_turn(state, (mover + step) % state.table.seats)
        if state.todo:
            return events
    state.stage = "over"
    winners = [standing.seat for standing in standings(state.nest, state.table) if standing.rank == 1]
    return [*events, Event("won", None, {"seats": winners})]


def _rest(state: State, snake: int) -> tuple[int, ...]:
    """The snakes that are still to be laid in this turn: in twins the other one, but not in the first turn (S18)."""
    if not lays_both(state.table) or state.turn == 1:
        return ()
    # Ruling: loops are opened before a card is laid; one that a card has just made waits for the next turn (S13)
    done = loops(state) if state.stage != "open" else ()
    return tuple(k for k in state.todo if k not in (snake, *done) and not is_closed(state.nest, k))


def begin_turn(state: State, seat: Seat) -> list[Event]:
    """The seat's turn: `todo` is empty where it has nothing to do, finished (S12) or passing (S14a)."""
    state.due = seat
    mine = snakes_of(seat, state.table.seats, len(state.nest.hands))
    state.todo = tuple(snake for snake in mine if snake not in state.stuck and not is_closed(state.nest, snake))
    events: list[Event] = []
    for snake in loops(state):
        if not openings(state, snake)[0]:  # S13
            state.stuck = (*state.stuck, snake)
            state.todo = tuple(other for other in state.todo if other != snake)
            events.append(Event("stuck", None, {**_who(state, snake), "parts": parts(state.nest, snake)}))
    if not state.todo:
        return events
    stage = _stage(state)
    if not stage:
        state.todo = ()
        return [*events, Event("passed", None, {"seat": seat})]
    state.stage, state.turn = stage, state.turn + 1
    return [*events, Event(TURN, None, {"turn": state.turn, "seat": seat})]


def _stage(state: State) -> str:
    """What can be done with the snakes of this turn: first cards before loops before lays; "" if nothing can."""
    if next(first_lays(state, unlaid(state)), None):
        return "first"
    if loops(state):
        return "open"
    return "lay" if next(lays(state), None) else ""


# --- small things


def _who(state: State, snake: int) -> dict[str, Value]:
    return {"seat": snake % state.table.seats, "snake": snake}


def _growth(before: Nest, after: Nest, snake: int) -> dict[str, Value]:
    now = parts(after, snake)
    return {"gained": now - parts(before, snake), "parts": now}


def standings(nest: Nest, table: Table) -> tuple[Standing, ...]:
    """The most parts first, equals share a rank (S6, S6a, S14).

    A player with two snakes has the points of the longest, and the longer other snake ranks equals; by the option
    `score: sum` both count (S18).
    """
    strands, names = nest.strands, SNAKES[: len(nest.hands)]
    lengths = tuple([strands[name].parts if name in strands else 0 for name in names])
    return _ranked(lengths, table.seats, table.options["score"] == "sum")


@lru_cache(maxsize=256)  # every view ranks the seats
def _ranked(lengths: tuple[int, ...], seats: int, add: bool) -> tuple[Standing, ...]:
    parts = [sorted(lengths[seat::seats], reverse=True) for seat in range(seats)]
    worth = [[sum(each)] if add else each for each in parts]
    best = sorted(worth, reverse=True)
    return tuple(Standing(seat, 1 + best.index(worth[seat]), worth[seat][0]) for seat in range(seats))


# --- S19: what is played for a player who ran out of time


def _answers(view: SchlangennestView) -> Iterator[tuple[Path, Nest]]:
    """Every legal answer and the nest after it, in the order of the questions."""
    if view.stage == "first":
        for card in first_lays(view, unlaid(view)):
            yield (_snake_id(card.snake), *card[1:]), lay(view.nest, *card)
    elif view.stage == "lay":
        for end, card in lays(view):
            yield (end, card.kind, card.rotation), lay(view.nest, *card)
    else:
        for snake in loops(view):
            how, squares = openings(view, snake)
            for square in squares:
                yield (how, square), _opened(view.nest, how, square)


def freedom(view: SchlangennestView, nest: Nest) -> int:
    """How many legal answers the seat would have if it were asked again in that nest."""
    mine = snakes_of(view.due, view.table.seats, len(nest.hands))
    todo = tuple(snake for snake in mine if snake not in view.stuck and not is_closed(nest, snake))
    later = replace(view, nest=nest, todo=todo)
    first = sum(1 for _ in first_lays(later, unlaid(later)))
    opened = sum(len(openings(later, snake)[1]) for snake in loops(later))
    return first or opened or sum(1 for _ in lays(later))


STAGES: dict[str, Stage[State, SchlangennestView]] = {
    "first": Stage(ask_first, do_first),
    "lay": Stage(ask_lay, do_lay),
    "open": Stage(ask_open, do_open),
}


class Schlangennest:
    """The game behind the one interface; see `engines.table.Game`."""

    spec = SPEC
    State = State

    def setup(self, table: Table, dice: Dice) -> tuple[State, list[Event]]:
        """The table before the first card, fence and frame laid, the starter drawn (S7, S18)."""
        table = settle(SPEC, table)
        nest = begin(table, dice)
        events: list[Event] = []
        made, rect = BORDERS[table.options["border"]], nest.field.rect
        if FENCE in made:
            tail, *_, head = (name for name in nest.cards if within(rect, name))
            events.append(Event("fenced", None, {"square": tail, "to": head}))
        if FRAME in made:
            first, *_, last = squares_of(rect)
            events.append(Event("framed", None, {"square": first, "to": last}))
        starter = dice.roll("starter", table.seats)[0] - 1
        events.append(Event("starter", None, {"seat": starter}))
        state = State(table, "first", 0, starter, (), nest, (), "")
        return state, [*events, *begin_turn(state, starter)]

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        """One whole decision of one seat."""
        require(self, state, move)
        return STAGES[state.stage].do(state, move, dice)

    def view(self, state: State, viewer: Viewer) -> SchlangennestView:
        """Everything."""
        check_viewer(viewer, state.table.seats)
        over = state.stage == "over"
        return SchlangennestView(
            viewer=viewer,
            stage=state.stage,
            waiting=() if over else (state.due,),
            standings=standings(state.nest, state.table),
            over=over,
            sealed=False,
            table=state.table,
            turn=state.turn,
            due=state.due,
            todo=state.todo,
            nest=state.nest,
            stuck=state.stuck,
            last=state.last,
        )

    def ask(self, view: SchlangennestView, path: Path = ()) -> Ask | None:
        """A first card, the next card, or how a loop is opened."""
        stage = STAGES.get(view.stage)
        return stage.ask(view, path) if stage else None

    def fallback(self, view: SchlangennestView) -> Path:
        """Most freedom, then most parts, then the first; heads and tails only if nothing else is legal (S19)."""
        mine = snakes_of(view.due, view.table.seats, snakes(view.table))
        answers = list(_answers(view))
        plain = [(path, nest) for path, nest in answers if "tail" not in path and "head" not in path]
        best, choice = (-1, -1), ()
        for path, nest in plain or answers:
            worth = (freedom(view, nest), sum(parts(nest, snake) for snake in mine))
            if worth > best:
                best, choice = worth, path
        return choice

    def imagine(self, view: SchlangennestView, rng: Rng) -> State:
        """The state itself: nothing is hidden."""
        return State(view.table, view.stage, view.turn, view.due, view.todo, view.nest, view.stuck, view.last)
