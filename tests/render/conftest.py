"""Moments of random matches, played once for all tests of their renderers."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from engines.dice import SeededDice
from engines.legstrong import Legstrong, LegstrongView
from engines.pistard import Pistard, PistardView
from engines.superechelon import SuperEchelon, SuperEchelonView
from engines.table import Event, Game, Move, Path, Pick, Table
from opponents.random import play_random

PISTARD = Pistard()
SUPERECHELON = SuperEchelon()
LEGSTRONG = Legstrong()
TABLES = [
    Table(2, {"track": "sprint", "target": "6"}, 1),
    Table(3, {"track": "classic", "target": "4"}, 1),
    Table(4, {"track": "marathon", "target": "3"}, 1),
    Table(4, {"track": "sprint", "race": "half-lap", "dice": "as-riders"}, 1),
    Table(2, {"track": "sprint", "race": "lap"}, 1),
]
ROADS = [
    Table(2, {"tours": "1"}, 1),
    Table(3, {"tours": "3"}, 1),
    Table(4, {"tours": "1", "room": "half"}, 1),
    Table(8, {"tours": "3"}, 1),
]
OWN = {"tour": "custom", "doping": "off"}
TOURS = [
    Table(2, {**OWN, "course": "FFGMMDF/1 FGMMDDDD/3", "hold": "on", "teams": "2"}, 1),
    Table(3, {**OWN, "course": "FFFFGFFF", "attacks": "clockwise", "hold": "on"}, 1),
    Table(4, {**OWN, "course": "FGMMDDFGMDFF/31 FGMFF"}, 1),
    Table(5, {**OWN, "course": "FGMDFF", "win": "team"}, 1),
    Table(6, {**OWN, "course": "FGMMMDDDDF", "attacks": "clockwise"}, 1),
    Table(10, {**OWN, "course": "FFGFGDFF FFFFF"}, 1),
    Table(3, {**OWN, "course": "FFGFF", "attacks": "clockwise", "hold": "on"}, 1),
]

DOPED = [
    Table(2, {"tour": "custom", "course": "FGDF FFFF FGMF", "tests": "pick", "teams": "2"}, 1),
    Table(3, {"tour": "custom", "course": "FGDF FFFF FGMF", "collusion": "on"}, 1),
    Table(4, {"tour": "custom", "course": "FFFF FGMF FFFF"}, 1),
    Table(5, {"tour": "custom", "course": "FFFF FFFF FFFF FFFF", "collusion": "on"}, 1),
    Table(10, {"tour": "custom", "course": "FFFF FFFF FFFF", "tests": "pick"}, 1),
]


@dataclass(frozen=True)
class Moment:
    """A position of a match, how it came about, and the whole answer that is given next (None at the end)."""

    state: Any
    events: list[Event]
    public: Any
    own: Any
    path: Path


def play(game: Game[Any, Any], table: Table, seed: int) -> Iterator[Moment]:
    rng = Random(seed)
    key = rng.randbytes(32)
    state, events = game.setup(table, SeededDice(key, 0))
    number = 0
    while waiting := game.view(state, None).waiting:
        own = game.view(state, waiting[0])
        path = play_random(game, own, rng)
        yield Moment(state, events, game.view(state, None), own, path)
        number += 1
        events = game.apply(state, Move(waiting[0], path), SeededDice(key, number))
    yield Moment(state, events, game.view(state, None), game.view(state, 0), ())


def asked(game: Game[Any, Any], moments: list[Moment]) -> Iterator[tuple[Any, Path, Pick]]:
    """Every question on the way of every answer."""
    for moment in moments:
        for step in range(len(moment.path)):
            ask = game.ask(moment.own, moment.path[:step])
            if isinstance(ask, Pick):
                yield moment.own, moment.path[:step], ask


@pytest.fixture(scope="session")
def moments() -> list[Moment]:
    """Of Pistard."""
    return [moment for seed, table in enumerate(TABLES) for moment in play(PISTARD, table, seed)]


@pytest.fixture(scope="session")
def questions(moments: list[Moment]) -> list[tuple[PistardView, Path, Pick]]:
    """Of Pistard."""
    return list(asked(PISTARD, moments))


@pytest.fixture(scope="session")
def road() -> list[Moment]:
    """Moments of SuperEchelon."""
    return [moment for seed, table in enumerate(ROADS) for moment in play(SUPERECHELON, table, seed)]


@pytest.fixture(scope="session")
def road_questions(road: list[Moment]) -> list[tuple[SuperEchelonView, Path, Pick]]:
    """Questions of SuperEchelon."""
    return list(asked(SUPERECHELON, road))


@pytest.fixture(scope="session")
def legs() -> list[Moment]:
    """Moments of stage races."""
    return [moment for seed, table in enumerate(TOURS, 2) for moment in play(LEGSTRONG, table, seed)]


@pytest.fixture(scope="session")
def leg_questions(legs: list[Moment]) -> list[tuple[LegstrongView, Path, Pick]]:
    """Questions of stage races."""
    return list(asked(LEGSTRONG, legs))


@pytest.fixture(scope="session")
def doped() -> list[Moment]:
    """Moments of stage races with sleeves and controls."""
    return [moment for seed, table in enumerate(DOPED, 2) for moment in play(LEGSTRONG, table, seed)]


@pytest.fixture(scope="session")
def doped_questions(doped: list[Moment]) -> list[tuple[LegstrongView, Path, Pick]]:
    """Questions of stage races with sleeves and controls."""
    return list(asked(LEGSTRONG, doped))
