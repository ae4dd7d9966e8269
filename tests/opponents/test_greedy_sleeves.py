"""The greedy opponent and its sleeves: it dopes where that pays, lowers a level that doesn't, and tests honestly."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engines.legstrong import State
from engines.table import Path
from opponents.greedy import play_greedy
from tests.engines.legstrong.doped import at_the_line, card, control, tour
from tests.engines.legstrong.position import GAME, answer

LONG = "FFFF FFFF FFFF FFFF FFFF"


def greedy(state: State, seat: int, seed: int = 1) -> Path:
    """Its answer for that seat."""
    return play_greedy(GAME, GAME.view(state, seat), Random(seed))


@pytest.mark.parametrize(
    ("sleeve", "level"),
    [
        ("sK d10 x1 x2", "sK"),  # five energy a leg for a chance in four
        ("sA hK x1 dJ", "sA"),  # nothing is lower
        ("s2 h9 d10 c10", "c10"),  # three lower cards for four energy
        ("sA h5 d6 c10", "sA"),  # three lower cards for ten energy
        ("sA c2 d3 h4", "d3"),
    ],
)
def test_it_dopes_where_that_is_worth_the_risk(sleeve: str, level: str) -> None:
    assert greedy(tour(4, {"0.leader": sleeve}, LONG), 0)[0] == card(level)


def test_after_a_passed_test_a_level_is_lowered_where_that_pays() -> None:
    state = at_the_line(sleeves={"0.leader": "sA hK d7 x1"}, order="0.leader 1.leader")
    control(state, 1)
    assert greedy(state, 0) == (card("d7"),)
    state = at_the_line(sleeves={"0.leader": "sA hK dJ x1"}, order="0.leader 1.leader")
    control(state, 1)
    assert greedy(state, 0) == ("keep",)


@pytest.mark.parametrize("signal", ["none", "1", "4"])
def test_it_picks_any_place_alike_whatever_it_is_told(signal: str) -> None:
    state = at_the_line(collusion="on")
    control(state, 1)
    answer(state, 0, signal)
    places = Counter(greedy(state, 1, seed)[0] for seed in range(400))
    assert set(places) == {"1", "2", "3", "4"}
    assert min(places.values()) > 70


def test_its_own_sleeve_it_keeps_to_itself() -> None:
    state = at_the_line(collusion="on")
    control(state, 1, sleeve=[[3, 1, 0, 2]])
    assert greedy(state, 0) == ("none",)
