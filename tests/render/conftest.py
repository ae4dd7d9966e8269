"""Moments of random matches of Pistard, played once for all tests of its renderer."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from engines.dice import SeededDice
from engines.pistard import Pistard, PistardView
from engines.table import Event, Move, Path, Pick, Table
from opponents import OPPONENTS

GAME = Pistard()
TABLES = [
    Table(2, {"track": "sprint", "target": "6"}, 1),
    Table(3, {"track": "classic", "target": "4"}, 1),
    Table(4, {"track": "marathon", "target": "3"}, 1),
    Table(4, {"track": "sprint", "race": "half-lap"}, 1),
    Table(2, {"track": "sprint", "race": "lap"}, 1),
]


@dataclass(frozen=True)
class Moment:
    """A position of a match, how it came about, and the whole answer that is given next (None at the end)."""

    state: Any
    events: list[Event]
    public: PistardView
    own: PistardView
    path: Path


def play(table: Table, seed: int) -> Iterator[Moment]:
    rng = Random(seed)
    key = rng.randbytes(32)
    state, events = GAME.setup(table, SeededDice(key, 0))
    number = 0
    while waiting := GAME.view(state, None).waiting:
        own = GAME.view(state, waiting[0])
        path = OPPONENTS["random"](GAME, own, rng)
        yield Moment(state, events, GAME.view(state, None), own, path)
        number += 1
        events = GAME.apply(state, Move(waiting[0], path), SeededDice(key, number))
    yield Moment(state, events, GAME.view(state, None), GAME.view(state, 0), ())


@pytest.fixture(scope="session")
def moments() -> list[Moment]:
    return [moment for seed, table in enumerate(TABLES) for moment in play(table, seed)]


@pytest.fixture(scope="session")
def questions(moments: list[Moment]) -> list[tuple[PistardView, Path, Pick]]:
    """Every question on the way of every answer."""
    return [
        (moment.own, moment.path[:step], ask)
        for moment in moments
        for step in range(len(moment.path))
        if isinstance(ask := GAME.ask(moment.own, moment.path[:step]), Pick)
    ]
