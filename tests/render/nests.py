"""Moments of random matches of Schlangennest, played once for all tests of its renderer."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from engines.dice import SeededDice
from engines.schlangennest import Schlangennest, SchlangennestView, State
from engines.table import Event, Move, Path, Pick, Table
from opponents.random import play_random

GAME = Schlangennest()
RULES = GAME.spec.rules
TRIES = 12  # a random player who lays tails and heads as soon as they can never fills a nest
TABLES = [
    Table(2, {}, RULES),
    Table(4, {"board": "5x11"}, RULES),
    Table(3, {"border": "meadow"}, RULES),
    Table(3, {"ends": "one", "board": "4x10"}, RULES),
    Table(3, {"border": "fence"}, RULES),
    Table(2, {"border": "fence-frame", "ends": "one"}, RULES),
    Table(2, {"snakes": "twins", "score": "sum"}, RULES),
    Table(2, {"snakes": "hunt", "board": "8x8"}, RULES),
]


@dataclass(frozen=True)
class Moment:
    """A position of a match, how it came about, and the whole answer that is given next (nothing at the end)."""

    state: State
    events: list[Event]
    public: SchlangennestView
    own: SchlangennestView
    path: Path


@cache
def moments() -> list[Moment]:
    """Every position of a match of each table."""
    return [moment for seed, table in enumerate(TABLES) for moment in play(table, seed)]


@cache
def questions() -> list[tuple[SchlangennestView, Path, Pick]]:
    """Every question on the way of every answer."""
    return [
        (moment.own, moment.path[:step], ask)
        for moment in moments()
        for step in range(len(moment.path))
        if isinstance(ask := GAME.ask(moment.own, moment.path[:step]), Pick)
    ]


def play(table: Table, seed: int) -> Iterator[Moment]:
    """A match of players who keep heads and tails for later."""
    rng = Random(seed)
    key = rng.randbytes(32)
    state, events = GAME.setup(table, SeededDice(key, 0))
    number = 0
    while waiting := GAME.view(state, None).waiting:
        own = GAME.view(state, waiting[0])
        paths = [play_random(GAME, own, rng) for _ in range(TRIES)]
        path = next((path for path in paths if not {"tail", "head"} & set(path)), paths[0])
        yield Moment(state, events, GAME.view(state, None), own, path)
        number += 1
        events = GAME.apply(state, Move(waiting[0], path), SeededDice(key, number))
    yield Moment(state, events, GAME.view(state, None), GAME.view(state, 0), ())
