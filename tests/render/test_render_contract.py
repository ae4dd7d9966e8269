"""Every renderer of ours keeps the contract, in random matches at random tables."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.table import Pick
from locales import PSEUDO, catalogue
from render import RENDERERS
from tests.engines.facts import FACTS
from tests.engines.matches import play, sample
from tests.marks import of_table, rows_in_long
from tests.render.contract import CHECKS, Subject, Visit, random_table

SEEDS = 6  # matches at each number of seats, in the long run


def sources(key: str) -> list[Path]:
    """The files of a renderer: one, or a folder."""
    module: Any = RENDERERS[key]
    file = Path(module.__file__)
    return sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]


def without_riders(view: Any) -> set[int]:
    """The seats of LEGSTRONG whose riders have all been struck before this leg."""
    riding = {rider.seat for rider in view.road.riders} if view.road else set[int]()
    return set(range(view.table.seats)) - riding


@cache
def visit(key: str, seats: int, seed: int) -> Visit:
    """A match at random, which is played once for all checks."""
    say, longer = catalogue("en"), catalogue(PSEUDO)
    subject = Subject(GAMES[key], RENDERERS[key], FACTS[key], sources(key), say, longer)
    if key == "legstrong":
        subject = replace(subject, gone=without_riders)
    rng = Random(seed)
    return Visit(subject, play(subject.game, random_table(subject, seats, rng), seed), rng)


# all about one match is asked in one process
VISITS = [
    pytest.param(key, seats, 1, marks=of_table(f"{key} {seats} drawn", smallest=seats == game.spec.seats[0]))
    for key, game in GAMES.items()
    for seats in (game.spec.seats[0], game.spec.seats[-1])
]
MORE_VISITS = rows_in_long(
    (key, seats, seed) for key, game in GAMES.items() for seats in game.spec.seats for seed in range(2, 2 + SEEDS)
)


OF_A_GAME = ("rules", "keys")  # which are the same in all its matches


@pytest.mark.parametrize(("key", "seats", "seed"), [*VISITS, *MORE_VISITS])
@pytest.mark.parametrize("check", [check for check in CHECKS if check not in OF_A_GAME])
def test_renderer(check: str, key: str, seats: int, seed: int) -> None:
    CHECKS[check](visit(key, seats, seed))


@pytest.mark.parametrize(("key", "seats", "seed"), VISITS[::2])
@pytest.mark.parametrize("check", OF_A_GAME)
def test_renderer_in_any_match(check: str, key: str, seats: int, seed: int) -> None:
    CHECKS[check](visit(key, seats, seed))


def test_every_game_is_under_contract() -> None:
    assert RENDERERS.keys() == GAMES.keys()


UNNUMBERED = ("bid",)  # questions for a number that no picture shows
WITHOUT_PLACE = 0.1  # of the options that the picture numbers
LOOKED_AT = 60  # looks of a match


@pytest.mark.parametrize("key", [key for key in GAMES if RENDERERS[key].STYLE.pads is not None])
def test_what_the_picture_numbers_can_be_touched(key: str) -> None:
    style, say, numbered, missed = RENDERERS[key].STYLE, catalogue("en"), 0, list[str]()
    assert style.pads is not None, "chosen so"
    for seats in (GAMES[key].spec.seats[0], GAMES[key].spec.seats[-1]):
        visited = visit(key, seats, 1)
        asked = [look for look in visited.looks if look.view.viewer is not None and isinstance(look.ask, Pick)]
        for look in sample(visited.rng, asked, LOOKED_AT):
            assert isinstance(look.ask, Pick)
            if look.ask.most > 1 or look.ask.about.partition(".")[0] in UNNUMBERED:
                continue
            ways = style.shortcuts.after(look.view, look.path) if style.shortcuts is not None else ()
            ways, places = ways or tuple((option,) for option in look.ask.options), style.places(look.view, look.path)
            for way, pad in zip(ways, style.pads(look.view, look.path, say), strict=True):
                if pad[0].isdigit():
                    numbered += 1
                    missed += [] if any(way[: len(w)] == w or w[: len(way)] == way for w in places) else [pad]
    assert numbered > 50 and len(missed) <= WITHOUT_PLACE * numbered, missed
