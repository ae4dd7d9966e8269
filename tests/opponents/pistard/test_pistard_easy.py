"""The easy opponent of Pistard: it takes the highest die and what lies on its way, and loses more often than not."""

from __future__ import annotations

from random import Random

import pytest

from engines.dice import SeededDice
from engines.pistard import Pistard, State, find
from engines.table import Move, Path, Ready, Table
from opponents.games import PLAYERS
from opponents.greedy import play_greedy
from opponents.pistard.easy import play_pistard_easy
from tests.engines.pistard.position import race
from tests.opponents.strength import share

GAME = Pistard()


def answers(state: State) -> set[Path]:
    """What it may play for the rider who is due."""
    view = GAME.view(state, find(state.riders, state.due).seat)
    return {play_pistard_easy(GAME, view, Random(seed)) for seed in range(40)}


def test_it_is_what_the_easy_level_plays() -> None:
    assert PLAYERS["pistard"].easy is play_pistard_easy


def test_it_always_takes_the_highest_die() -> None:
    state = race("sprint", "0.Y@10.2 0.G@4.1 1.Y@4.2", dice={0: [5, 2], 1: [3]})
    assert {path[0] for path in answers(state)} == {"5"}


def test_it_lands_in_any_lane() -> None:
    state = race("sprint", "0.Y@10.2 0.G@4.1 1.Y@4.2", dice={0: [5, 2], 1: [3]})
    assert {path[1] for path in answers(state)} == {"1", "2", "3", "4"}


def test_it_takes_the_bonus_steps_that_it_comes_upon() -> None:
    for seed in range(20):
        rng, key = Random(seed), seed.to_bytes(8, "big")
        state, _ = GAME.setup(Table(4, {}, 1), SeededDice(key, 0))
        for move in range(1, 30):
            view = GAME.view(state, GAME.view(state, None).waiting[0])
            path = play_pistard_easy(GAME, view, rng)
            assert isinstance(GAME.ask(view, path), Ready)
            assert "stop" not in path
            GAME.apply(state, Move(view.viewer, path), SeededDice(key, move))


def test_it_wins_now_and_then() -> None:
    assert 0 < share("pistard", play_pistard_easy, play_greedy, 12, target="6") < 0.5


@pytest.mark.long
@pytest.mark.parametrize("kind", ["points", "half-lap"])
def test_it_wins_one_of_four(kind: str) -> None:
    assert 0.1 <= share("pistard", play_pistard_easy, play_greedy, 200, race=kind) <= 0.35
