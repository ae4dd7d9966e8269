"""Who earns the badges of Pistard, and who just misses them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engines.table import Event
from tests.engines.finished import earners, public_event, record

pytestmark = pytest.mark.quick


def rode(rider: str, bonus: str = "") -> Event:
    """The rider ("0.Y": seat 0, yellow base) plays a die and takes these bonus steps."""
    return public_event("rode", rider=rider, seat=int(rider[0]), die=4, steps=4, bonus=bonus.split())


def crossed(lap: int, *riders: str) -> Iterator[Event]:
    """They complete the lap in this order."""
    for place, rider in enumerate(riders, 1):
        yield public_event("crossed", rider=rider, seat=int(rider[0]), lap=lap, place=place, points=max(0, 4 - place))


def lapped(by: str, *riders: str) -> Iterator[Event]:
    """One rider catches up with these."""
    for rider in riders:
        yield public_event("lapped", rider=rider, seat=int(rider[0]), by=by)


def placed(*riders: str) -> Iterator[Event]:
    """The first move."""
    for rider in riders:
        yield public_event("placed", rider=rider, seat=int(rider[0]), die=3, row=3, lane=1)


def test_b1_into_the_wind_is_for_a_winner_who_never_took_shelter() -> None:
    rides = (rode("0.Y", "colour colour"), rode("1.B", "wind"), rode("0.G"))
    assert earners("headwind", record([12, 9], *rides)) == {0}


def test_b1_one_wind_step_of_any_rider_is_one_too_many() -> None:
    assert earners("headwind", record([12, 9], rode("0.Y"), rode("0.O", "colour wind"))) == set()


def test_b1_a_player_who_only_loses_in_the_wind_gets_nothing() -> None:
    assert earners("headwind", record([9, 12], rode("0.Y"), rode("1.Y", "wind"))) == set()


def test_b2_a_lead_out_train_is_four_bonus_squares_in_one_move() -> None:
    assert earners("lead.out", record([0, 0], rode("1.G", "colour wind colour colour"))) == {1}
    assert earners("lead.out", record([0, 0], rode("1.G", "colour colour wind"), rode("1.G", "colour"))) == set()


def test_b3_a_whole_podium_is_one_team_s_in_one_lap() -> None:
    lap = crossed(1, "2.Y", "2.O", "2.G", "0.Y")
    assert earners("podium", record([0, 0, 6], lap)) == {2}


def test_b3_another_team_between_them_spoils_it() -> None:
    assert earners("podium", record([2, 7], crossed(1, "1.Y", "0.O", "1.G", "1.B"))) == set()


def test_b3_two_in_one_lap_and_one_in_the_next_are_no_podium() -> None:
    assert earners("podium", record([0, 8], crossed(1, "1.Y", "1.O"), crossed(2, "1.Y"))) == set()


def test_b4_from_the_last_place_to_the_first_over_a_line() -> None:
    start = placed("0.Y", "1.G", "0.B", "1.O")
    assert earners("last.row", record([3, 6], start, crossed(1, "0.Y"), crossed(2, "1.O", "0.Y"))) == {1}


def test_b4_second_over_the_line_is_not_enough() -> None:
    start = placed("0.Y", "1.G", "0.B", "1.O")
    assert earners("last.row", record([3, 2], start, crossed(1, "0.Y", "1.O"))) == set()


def test_b4_a_team_mate_s_first_place_doesn_t_count() -> None:
    start = placed("0.Y", "1.G", "0.B", "1.O")
    assert earners("last.row", record([0, 3], start, crossed(1, "1.G"))) == set()


def test_b5_the_broom_wagon_sweeps_three_in_one_move() -> None:
    sweep = lapped("0.Y", "1.G", "2.B", "1.O")
    assert earners("broom", record([3, 0, 0], rode("0.Y"), sweep)) == {0}


def test_b5_its_own_riders_don_t_count() -> None:
    sweep = lapped("0.Y", "1.G", "0.B", "1.O")
    assert earners("broom", record([3, 0], rode("0.Y"), sweep)) == set()


def test_b5_two_moves_together_don_t_count() -> None:
    moves = (rode("0.Y"), *lapped("0.Y", "1.G", "1.B"), rode("0.G"), *lapped("0.G", "1.O"))
    assert earners("broom", record([3, 0], *moves)) == set()
