"""Who earns the badges of LEGSTRONG, and who just misses them."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engines.table import Event
from tests.engines.finished import earners, public_event, record

pytestmark = pytest.mark.quick

LINE = 24  # rows of the legs below


def teams(*riders: str) -> list[Event]:
    """The riders of each owner, "0.leader" for seat 0."""
    return [public_event("team", seat=int(rider[0]), team=int(rider[0]), riders=[rider]) for rider in riders]


TWO = teams("0.leader", "1.leader")
OPENED = public_event("opened", leg=1, course="own", hexes="FFFF")


def on_rider(kind: str, rider: str, **values: str | int) -> Event:
    """Something happens to a rider."""
    return public_event(kind, rider=rider, seat=int(rider[0]), **values)


def leg(*seconds: tuple[str, int], late: Iterable[str] = (), yellow: str = "0.leader", polka: str = "") -> list[Event]:
    """A leg from start to finish: riders by place with their seconds; all but the late ones come home."""
    home = [on_rider("home", rider, turn=9, over=1) for rider, _ in seconds if rider not in late]
    riders, times = zip(*seconds, strict=True)
    return [
        OPENED,
        *home,
        public_event("finish", leg=1, riders=riders, seconds=times),
        public_event("jerseys", leg=1, yellow=yellow, green="0.leader", polka=polka, team=0),
    ]


def risk(rider: str, kind: str, *, passed: bool) -> Event:
    """The event die is thrown for the rider."""
    return on_rider("risk", rider, risk=kind, above=5, die=7, passed=int(passed))


# --- B15 lanterne rouge


def test_b15_the_lanterne_rouge_is_last_and_comes_home_every_day() -> None:
    tour = (*leg(("0.leader", 0), ("1.leader", 30)), *leg(("1.leader", 0), ("0.leader", 10)))
    assert earners("lanterne.rouge", record([0, -20], TWO, tour)) == {1}


def test_b15_the_sprint_of_the_bunch_is_a_way_home_too() -> None:
    bunch = [
        OPENED,
        on_rider("bid", "0.leader"),
        on_rider("bid", "1.leader"),
        *leg(("0.leader", -20), ("1.leader", 0))[3:],
    ]
    assert earners("lanterne.rouge", record([0, -20], TWO, bunch)) == {1}


def test_b15_once_outside_the_time_limit_and_the_lantern_goes_out() -> None:
    tour = (*leg(("0.leader", 0), ("1.leader", 90), late=["1.leader"]), *leg(("0.leader", 0), ("1.leader", 10)))
    assert earners("lanterne.rouge", record([0, -100], TWO, tour)) == set()


def test_b15_equal_times_are_parted_by_legs_won() -> None:
    tour = (*leg(("0.leader", 0), ("1.leader", 0)), *leg(("0.leader", 0), ("1.leader", 0)))
    assert earners("lanterne.rouge", record([0, 0], TWO, tour)) == {1}


def test_b15_a_struck_rider_is_not_last_but_out() -> None:
    three = teams("0.leader", "1.leader", "2.leader")
    tour = leg(("0.leader", 0), ("1.leader", 30), ("2.leader", 60))
    assert earners("lanterne.rouge", record([0, -30, -60], three, tour)) == {2}
    assert earners("lanterne.rouge", record([0, -30, -60], three, tour, on_rider("struck", "2.leader", leg=1))) == {1}


def test_b15_a_rider_who_is_left_alone_is_nobody_s_last() -> None:
    tour = (*leg(("0.leader", 0), ("1.leader", 30)), on_rider("struck", "0.leader", leg=1))
    assert earners("lanterne.rouge", record([-30, 0], TWO, tour)) == set()


# --- B16 iron rider


def test_b16_an_iron_rider_wins_after_a_puncture_or_a_fall() -> None:
    tour = leg(("0.leader", 0), ("1.leader", 30))
    assert earners("iron.rider", record([0, -30], TWO, on_rider("punctured", "0.leader", row=4, inside=1), tour)) == {0}
    assert earners("iron.rider", record([0, -30], TWO, risk("0.leader", "fall", passed=False), tour)) == {0}


def test_b16_a_descent_that_went_well_or_tired_legs_are_no_bad_luck() -> None:
    tour = leg(("0.leader", 0), ("1.leader", 30))
    risks = (risk("0.leader", "fall", passed=True), risk("0.leader", "exhaustion", passed=False))
    assert earners("iron.rider", record([0, -30], TWO, risks, tour)) == set()


def test_b16_the_second_s_puncture_doesn_t_count() -> None:
    tour = leg(("0.leader", 0), ("1.leader", 30))
    assert (
        earners("iron.rider", record([0, -30], TWO, on_rider("punctured", "1.leader", row=4, inside=1), tour)) == set()
    )


# --- B17 cannibal


def test_b17_the_cannibal_wears_yellow_green_and_polka_dots() -> None:
    assert earners("cannibal", record([0, -30], TWO, leg(("0.leader", 0), ("1.leader", 30), polka="0.leader"))) == {0}


def test_b17_polka_dots_on_another_s_back_or_on_nobody_s_spoil_it() -> None:
    for polka in ("1.leader", ""):
        assert earners("cannibal", record([0, -30], TWO, leg(("0.leader", 0), ("1.leader", 30), polka=polka))) == set()


def test_b17_only_the_end_of_the_tour_counts() -> None:
    tour = (*leg(("0.leader", 0), ("1.leader", 0), polka="0.leader"), *leg(("0.leader", 0), ("1.leader", 0)))
    assert earners("cannibal", record([0, -30], TWO, tour)) == set()


def test_b17_where_all_are_struck_nobody_wears_anything() -> None:
    none = public_event("jerseys", leg=1, yellow="", green="", polka="", team=-1)
    assert earners("cannibal", record([0, 0], TWO, leg(("0.leader", 0), ("1.leader", 30)), none)) == set()


# --- B18 caught on the line


def caught_at(row: int) -> set[int]:
    """The seats that earn the badge if the peloton ends its move on this row and absorbs a rider of seat 1."""
    moves = (
        public_event("peloton", start=row - 4, row=row),
        on_rider("absorbed", "1.leader", row=row),
        on_rider("bid", "1.leader"),
    )
    return earners("caught", record([0, 0], TWO, OPENED, moves))


def test_b18_caught_in_the_move_that_takes_the_peloton_home() -> None:
    assert caught_at(LINE + 1) == {1}


def test_b18_caught_on_the_last_row_but_before_the_line() -> None:
    assert caught_at(LINE) == set()


def test_b18_the_line_is_that_of_the_leg() -> None:
    longer = public_event("opened", leg=2, course="own", hexes="FFFFFF")
    moves = (public_event("peloton", start=22, row=26), on_rider("absorbed", "1.leader", row=26))
    assert earners("caught", record([0, 0], TWO, OPENED, longer, moves)) == set()


# --- B19 stripped of yellow, B20 clean tour


FINISH = leg(("0.leader", 0), ("1.leader", 30))
TOLD_AGAIN = public_event("jerseys", leg=1, yellow="1.leader", green="1.leader", polka="", team=1)


def levels(*bonuses: int) -> Event:
    """The Energy Levels of both leaders by what they give or take."""
    return public_event(
        "levels", riders=["0.leader", "1.leader"], cards=["card.heart.A", "card.heart.03"], bonuses=bonuses
    )


def test_b19_the_last_control_takes_the_yellow_jersey() -> None:
    tour = (*FINISH, on_rider("struck", "0.leader", leg=1), TOLD_AGAIN)
    assert earners("stripped", record([-30, 0], TWO, tour)) == {0}


def test_b19_the_second_of_the_classification_has_nothing_to_lose() -> None:
    assert earners("stripped", record([0, -30], TWO, FINISH, on_rider("struck", "1.leader", leg=1))) == set()


def test_b19_a_control_before_the_last_leg_is_too_early() -> None:
    three = teams("0.leader", "1.leader", "2.leader")
    tour = (
        *FINISH,
        on_rider("struck", "0.leader", leg=1),
        TOLD_AGAIN,
        *leg(("1.leader", 0), ("2.leader", 10), yellow="1.leader"),
    )
    assert earners("stripped", record([-30, 0, -10], three, tour)) == set()


def test_b20_a_clean_tour_is_won_without_a_push() -> None:
    assert earners("clean", record([0, -30], TWO, levels(0, 5), FINISH)) == {0}


def test_b20_an_ace_up_the_sleeve_is_not_clean_even_if_it_is_put_back() -> None:
    lowered = on_rider("lowered", "0.leader", was="card.heart.A", card="card.club.03", bonus=-2)
    assert earners("clean", record([0, -30], TWO, levels(5, -2), FINISH, lowered)) == set()


def test_b20_one_rider_struck_and_the_win_is_not_clean() -> None:
    assert (
        earners("clean", record([0, -30], TWO, levels(-1, -2), on_rider("struck", "0.leader", leg=1), FINISH)) == set()
    )


def test_b20_without_doping_there_is_nothing_to_prove() -> None:
    assert earners("clean", record([0, -30], TWO, FINISH)) == set()
