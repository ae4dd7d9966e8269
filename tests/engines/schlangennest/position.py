"""Positions of Schlangennest written by hand, and the few verbs that its tests play them with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random

from engines.dice import ScriptedDice, SeededDice
from engines.schlangennest import (
    BOARDS,
    BORDERS,
    EACH,
    ENDS,
    KINDS,
    SET,
    Card,
    Field,
    Schlangennest,
    State,
    is_closed,
    players,
    size,
    snakes,
    trace,
)
from engines.table import Event, IllegalMove, Move, Path, Pick, Ready, Table, settle
from opponents.random import play_random

GAME = Schlangennest()
RULES = GAME.spec.rules
NO_LUCK = ScriptedDice([])

# Both ends of snake 0 come to N20 from west and east, one of snake 1 from the north through the gray part of N19; a
# curve on N21 brings its other end there from the south.
OPPOSITE = (
    "M20.0.straight.ew L20.0.curve.ne L19.0.curve.es M19.0.straight.ew N19.0.straight.ew O19.0.curve.sw "
    "O20.0.curve.nw N18.1.curve.es O18.1.straight.ew P18.1.curve.sw P19.1.straight.ns P20.1.straight.ns P21.1.curve.nw "
    "O21.1.straight.ew"
)
# Snake 0 comes to N20 from west and north, snake 1 from the east; a straight on N21 brings it there from the south too.
NEIGHBOURING = (
    "M20.0.straight.ew L20.0.curve.ne L19.0.straight.ns L18.0.curve.es M18.0.straight.ew N18.0.curve.sw "
    "N19.0.straight.ns O20.1.straight.ew P20.1.curve.sw P21.1.straight.ns P22.1.curve.nw O22.1.straight.ew "
    "N22.1.curve.ne"
)


def boards(each: str, seats: int) -> list[str]:
    """The sizes that a number of players with a number of snakes each may play on."""
    return [board for some in BOARDS[seats * EACH[each]].values() for board in some]


def tables() -> list[Table]:
    """Every border with all ends and snakes that go with it, for each number of players, on every board.

    Twins and hunt have one kind of ends only, and a meadow is everywhere as large.
    """
    return [
        Table(seats, {"border": border, "ends": ends, "snakes": each, "board": board}, RULES)
        for border, ends, each in product(BORDERS, ENDS, EACH)
        if each == "one" or ends == "two"
        for seats in players(border, each)
        for board in (boards(each, seats) if border != "meadow" else ["recommended"])
    ]


def laid(words: str, count: int) -> dict[str, Card]:
    """Cards as "M20.0.curve.ne": square, snake (x for no one's), kind and rotation."""
    cards: dict[str, Card] = {}
    for word in words.split():
        square, snake, kind, rotation = word.split(".")
        assert square not in cards, f"two cards on {square}"
        cards[square] = Card(kind, rotation, count if snake == "x" else int(snake), ())
    return cards


def table(
    words: str,
    *,
    stage: str = "lay",
    due: int = 0,
    seats: int = 2,
    todo: Sequence[int] = (),
    hands: Mapping[int, Sequence[int]] | None = None,
    stuck: Sequence[int] = (),
    field: Field | None = None,
    **options: str,
) -> State:
    """A position in the middle of a match, in the 9th turn.

    Each snake holds the cards of its set that don't lie on the table, or those of `hands` by kind; `todo` is by default
    the seat's every snake that isn't finished.
    """
    settled = settle(GAME.spec, Table(seats, options, RULES))
    count = snakes(settled)
    cards = laid(words, count)
    left = [
        [
            whole - sum((card.colour, card.kind) == (snake, kind) for card in cards.values())
            for kind, whole in zip(KINDS, SET, strict=True)
        ]
        for snake in range(count)
    ]
    held = tuple(tuple((hands or {}).get(snake, left[snake])) for snake in range(count))
    wide, high = size(settled)
    nest = trace(field or Field(wide, high, (), ()), cards, held)
    assert nest is not None, "two colours are joined, or a snake is in two pieces"
    open_still = tuple(snake for snake in range(due, count, seats) if not is_closed(nest, snake))
    return State(settled, stage, 9, due, tuple(todo) or open_still, nest, tuple(stuck), "")


def start(seats: int = 2, starter: int = 0, rolls: Sequence[Sequence[int]] = (), **options: str) -> State:
    """A new match; `rolls` are the draws of the fence before the starter's."""
    state, _ = GAME.setup(Table(seats, options, RULES), ScriptedDice([*rolls, [starter + 1]]))
    return state


def play(state: State, *answers: str) -> list[Event]:
    """Answers in words, each by the seat whose turn it is: "M20.n curve es"."""
    events: list[Event] = []
    for answer in answers:
        events += GAME.apply(state, Move(state.due, tuple(answer.split())), NO_LUCK)
    return events


def question(state: State, way: str = "") -> tuple[str, ...]:
    """The options of the seat whose turn it is after the steps of `way`; () where the path is complete."""
    ask = GAME.ask(GAME.view(state, state.due), tuple(way.split()))
    assert isinstance(ask, Pick | Ready)
    return ask.options if isinstance(ask, Pick) else ()


def refused(state: State, way: str) -> tuple[str, dict[str, str | int]]:
    """Why the answer isn't legal: the reason and its values."""
    try:
        GAME.apply(state, Move(state.due, tuple(way.split())), NO_LUCK)
    except IllegalMove as illegal:
        return illegal.reason, illegal.about
    raise AssertionError(f"{way} is legal")


def answers(state: State) -> set[Path]:
    """All whole paths of the seat whose turn it is, by asking."""
    view = GAME.view(state, state.due)
    found: set[Path] = set()
    paths: list[Path] = [()]
    while paths:
        path = paths.pop()
        ask = GAME.ask(view, path)
        if isinstance(ask, Ready):
            found.add(path)
        else:
            assert isinstance(ask, Pick)
            assert ask.options, "a question without options"
            paths += [(*path, option) for option in ask.options]
    return found


def of_kind(events: Sequence[Event], kind: str) -> list[Mapping[str, object]]:
    """What the events of one kind say."""
    return [event.data for event in events if event.kind == kind]


def patient(state: State, rng: Random) -> Path:
    """An answer at random, but heads and tails only where nothing else is possible: such matches last."""
    view, path = GAME.view(state, state.due), ()
    while isinstance(ask := GAME.ask(view, path), Pick):
        body = tuple(option for option in ask.options if option not in ("tail", "head"))
        path = (*path, rng.choice(body or ask.options))
    return path


def match(table: Table, seed: int, *, hasty: bool = False) -> Iterator[tuple[State, list[Event]]]:
    """Every position of a patient match and what has led to it; the state is changed from one to the next.

    A hasty match is played wholly at random, so heads and tails come early.
    """
    rng, key = Random(seed), seed.to_bytes(8, "big")
    state, events = GAME.setup(table, SeededDice(key, 0))
    yield state, events
    while state.stage != "over":
        path = play_random(GAME, GAME.view(state, state.due), rng) if hasty else patient(state, rng)
        events = GAME.apply(state, Move(state.due, path), NO_LUCK)
        yield state, events
