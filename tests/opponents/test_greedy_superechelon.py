"""The greedy opponent at SuperEchelon: what it plays in plain positions, and how often it beats chance."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engines.superechelon import State
from engines.table import Path
from opponents.greedy import play_greedy
from opponents.superechelon.worth import superechelon_worth
from opponents.worth import worth
from tests.engines.superechelon.stage import GAME, hand_out, leg, play, view
from tests.opponents.strength import wins

ENOUGH = 0.85  # of the tours of two must be won against an opponent that plays at random; 89 % of 400 are


def greedy(state: State) -> Path:
    """Its answer for the seat whose turn it is."""
    return play_greedy(GAME, view(state), Random(1))


def test_it_keeps_what_will_win_another_stage() -> None:
    road = ["0:sprinter 0:sprinter", "1:debutant 1:gregario 1:gregario"]
    state = leg("good super", "", road=road, leader=1, turn=3)
    assert greedy(state) == ("super.1.00",)


def test_it_throws_the_cheap_card_into_a_stage_that_is_lost() -> None:
    road = ["0:debutant 0:debutant", "1:sprinter 1:sprinter 1:sprinter"]
    state = leg("climber specialist bad", "", road=road, leader=1, turn=3)
    assert greedy(state) == ("bad.1.00",)


def test_more_points_are_worth_more_and_hidden_loot_counts_on_average() -> None:
    road = ["0:sprinter 0:sprinter 1:super", "2:climber 2:gregario 2:debutant 1:debutant"]
    state = leg("", "", "good", road=road, due=2, turn=3)
    play(state, "good b.2")
    assert worth(view(state, 0), 0, "superechelon") == superechelon_worth(view(state, 0), 0)
    hand_out(state, "climber gregario debutant")
    mine, others = view(state, 0), view(state, 1)
    assert superechelon_worth(mine, 0) > superechelon_worth(replace(mine, gc=(0, *mine.gc[1:])), 0)
    # seat 0 knows that it has the Climber, seat 1 doesn't
    as_seat_1_believes = replace(mine, handed=())
    assert superechelon_worth(mine, 0) > superechelon_worth(as_seat_1_believes, 0)
    assert others.handed == ()


# --- strength


@pytest.mark.long
def test_it_beats_chance_in_many_tours() -> None:
    assert wins("superechelon", 400, tours="1") >= ENOUGH * 400


@pytest.mark.long
@pytest.mark.parametrize(("seats", "enough"), [(3, 0.65), (4, 0.5), (6, 0.4)])
def test_it_beats_chance_among_more(seats: int, enough: float) -> None:
    """Chance alone would win a third, a quarter, a sixth."""
    assert wins("superechelon", 60, seats, tours="1") >= enough * 60
