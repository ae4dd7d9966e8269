"""How many answers are worth a thought: near the best by the game's measure, and in stage races by rules."""

from random import Random
from typing import Any

import pytest

from engines.legstrong import State, choices
from engines.table import Amount, Pick
from opponents.greedy import MOST, play_greedy
from opponents.sensible import NEAR, sensible
from tests.engines.legstrong.position import FLAT, GAME, RISES, leg, stay
from tests.engines.tiny import Tiny
from tests.opponents.test_greedy import bidding, guest, menu


def count(state: State, seat: int = 0) -> int:
    return sensible(GAME, GAME.view(state, seat), Random(1))


def test_answers_near_the_best_are_counted() -> None:
    best = 7
    worths = {(option,): best - at for at, option in enumerate("abcd")}
    game = menu(Pick("dish", ("a", "b", "c", "d")), fallback=("d",), worths=worths)
    assert NEAR == 1.0
    assert sensible(game, guest(), Random(1)) == 2


def test_the_only_answer_is_one() -> None:
    game = menu(Amount("number", 3, 3), fallback=("3",))
    assert sensible(game, guest(), Random(1)) == 1
    assert game.tried == [], "there is nothing to try"


def test_where_there_are_very_many_answers_none_is_obvious() -> None:
    best = {("7",): 9}
    assert sensible(menu(Amount("number", 0, MOST), fallback=("0",), worths=best), guest(), Random(1)) > MOST
    assert sensible(menu(Amount("number", 1, MOST), fallback=("1",), worths=best), guest(), Random(1)) == 1


def test_it_counts_all_that_are_equal() -> None:
    assert sensible(menu(Amount("number", 0, 9), fallback=("0",)), guest(), Random(1)) == 10


def test_a_seat_that_is_not_asked_has_no_answers() -> None:
    cases: list[tuple[Any, Any]] = [(GAME, leg(FLAT, attacks="clockwise")), (Tiny(), bidding())]
    for game, state in cases:
        with pytest.raises(ValueError, match="not asked"):
            sensible(game, game.view(state, None), Random(1))


def test_in_a_stage_race_staying_is_the_one_thing_where_no_attack_would_last() -> None:
    assert count(leg(FLAT, peloton=10, attacks="clockwise")) == 1


def test_each_rider_who_could_stay_away_is_a_thought_more() -> None:
    state = leg("FFFFGMMMMM/2", peloton=42, attacks="clockwise")  # 18 rows of mountain to the line
    assert count(state) > 1


def test_at_the_line_every_length_that_is_spare_is_a_thought() -> None:
    state = leg(FLAT, "0.leader@58", peloton=30, energy=12)
    ways = [choice for choice in choices(GAME.view(state, 0), ()) if choice.row > 60 and choice.price <= 12]
    assert count(state) == len(ways) > 1
    assert play_greedy(GAME, GAME.view(state, 0), Random(1))[0] in {way.id for way in ways}


def test_lengths_that_are_as_good_are_thoughts_of_their_own() -> None:
    near, far = (leg(RISES, f"0.rouleur@{row}", peloton=20, attacks="clockwise") for row in (18, 8))
    stay(near)
    assert count(near) == 1  # back inside
    stay(far)
    assert count(far) == 4  # two to five rows: three are base movement, each row more costs about what it brings
