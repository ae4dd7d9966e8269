"""Moments of random matches of every game, played once for all tests of their renderers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.dice import SeededDice
from engines.table import Event, Game, Move, Path, Pick, Table
from opponents.random import play_random

Question = tuple[Any, Path, Pick]

OWN = {"tour": "custom", "doping": "off"}
NESTS = GAMES["schlangennest"].spec.rules
# by kind of match: LEGSTRONG is played without and with sleeves
TABLES = {
    "pistard": [
        Table(2, {"track": "sprint", "target": "6"}, 1),
        Table(3, {"track": "classic", "target": "4"}, 1),
        Table(4, {"track": "marathon", "target": "3"}, 1),
        Table(4, {"track": "sprint", "race": "half-lap", "dice": "as-riders"}, 1),
        Table(2, {"track": "sprint", "race": "lap"}, 1),
    ],
    "superechelon": [
        Table(2, {"tours": "1"}, 1),
        Table(3, {"tours": "3"}, 1),
        Table(4, {"tours": "1", "room": "half"}, 1),
        Table(8, {"tours": "1"}, 1),
    ],
    "schlangennest": [
        Table(2, {}, NESTS),
        Table(4, {"board": "5x11"}, NESTS),
        Table(3, {"border": "meadow"}, NESTS),
        Table(3, {"ends": "one", "board": "4x10"}, NESTS),
        Table(3, {"border": "fence"}, NESTS),
        Table(2, {"border": "fence-frame", "ends": "one"}, NESTS),
        Table(2, {"snakes": "twins", "score": "sum"}, NESTS),
        Table(2, {"snakes": "hunt", "board": "8x8"}, NESTS),
    ],
    "legstrong": [
        Table(2, {**OWN, "course": "FFGMMDF/1 FGMMDDDD/3", "hold": "on", "teams": "2"}, 1),
        Table(3, {**OWN, "course": "FFFFGFFF", "attacks": "clockwise", "hold": "on"}, 1),
        Table(4, {**OWN, "course": "FGMMDDFGMDFF/31 FGMFF"}, 1),
        Table(5, {**OWN, "course": "FGMDFF", "win": "team"}, 1),
        Table(6, {**OWN, "course": "FGMMMDDDDF", "attacks": "clockwise"}, 1),
        Table(10, {**OWN, "course": "FFGFGDFF FFFFF"}, 1),
        Table(3, {**OWN, "course": "FFGFF", "attacks": "clockwise", "hold": "on"}, 1),
    ],
    "doped": [
        Table(2, {"tour": "custom", "course": "FGDF FFFF FGMF", "tests": "pick", "teams": "2"}, 1),
        Table(3, {"tour": "custom", "course": "FGDF FFFF FGMF", "collusion": "on"}, 1),
        Table(4, {"tour": "custom", "course": "FFFF FGMF FFFF"}, 1),
        Table(5, {"tour": "custom", "course": "FFFF FFFF FFFF FFFF", "collusion": "on"}, 1),
        Table(10, {"tour": "custom", "course": "FFFF FFFF FFFF", "tests": "pick"}, 1),
    ],
}
# all about one kind is asked in one process, which plays its matches once
every_kind = pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=pytest.mark.xdist_group(f"moments of {kind}")) for kind in TABLES]
)
FIRST_SEED = {"legstrong": 2, "doped": 2}
TRIES = {"schlangennest": 12}  # who lays tails and heads as soon as they can never fills a nest


@dataclass(frozen=True)
class Moment:
    """A position of a match, how it came about, and the whole answer that is given next (nothing at the end)."""

    state: Any
    events: list[Event]
    public: Any
    own: Any
    path: Path


def key_of(kind: str) -> str:
    """The key of the game that is played in matches of that kind."""
    return "legstrong" if kind == "doped" else kind


@cache
def moments(kind: str) -> list[Moment]:
    """Every position of a match at each table."""
    tables = enumerate(TABLES[kind], FIRST_SEED.get(kind, 0))
    return [moment for seed, table in tables for moment in play(kind, table, seed)]


def play(kind: str, table: Table, seed: int) -> Iterator[Moment]:
    """A match at random, in which tails and heads are kept for later."""
    game: Game[Any, Any] = GAMES[key_of(kind)]
    rng = Random(seed)
    key = rng.randbytes(32)
    state, events = game.setup(table, SeededDice(key, 0))
    number = 0
    while waiting := game.view(state, None).waiting:
        own = game.view(state, waiting[0])
        paths = [play_random(game, own, rng) for _ in range(TRIES.get(kind, 1))]
        path = next((path for path in paths if not {"tail", "head"} & set(path)), paths[0])
        yield Moment(state, events, game.view(state, None), own, path)
        number += 1
        events = game.apply(state, Move(waiting[0], path), SeededDice(key, number))
    yield Moment(state, events, game.view(state, None), game.view(state, 0), ())


@cache
def questions(kind: str) -> list[Question]:
    """Every question on the way of every answer."""
    game: Game[Any, Any] = GAMES[key_of(kind)]
    return [
        (moment.own, moment.path[:step], ask)
        for moment in moments(kind)
        for step in range(len(moment.path))
        if isinstance(ask := game.ask(moment.own, moment.path[:step]), Pick)
    ]
