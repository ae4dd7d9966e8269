"""Who earns the badges of SuperEchelon, and who just misses them."""

from __future__ import annotations

import pytest

from engines.table import Event
from tests.engines.finished import earners, public_event, record

pytestmark = pytest.mark.quick

LEG = public_event("leg", leg=1, terrain="flat")


def played(seat: int, card: str, breakaway: str, *, new: bool = False) -> Event:
    """A card of the first tour goes to a breakaway."""
    return public_event("played", seat=seat, card=card, breakaway=breakaway, new=int(new))


def won(breakaway: str, *seats: int) -> Event:
    """The stage is theirs."""
    return public_event("won", breakaway=breakaway, seats=seats, points=20)


def counted(tour: int, *points: int) -> list[Event]:
    """GC points by seat when a tour is over."""
    return [public_event("counted", tour=tour, seat=seat, gc=gc, loot=()) for seat, gc in enumerate(points)]


FIRST = (LEG, played(1, "climber.1.00", "b.1", new=True), played(2, "super.1.00", "b.2", new=True))


def test_b6_the_first_breakaway_of_the_match_stays_away() -> None:
    assert earners("first.break", record([0, 0, 0], *FIRST, won("b.1", 0, 1))) == {1}, "its starter alone"


def test_b6_the_second_one_wins() -> None:
    assert earners("first.break", record([0, 0, 0], *FIRST, won("b.2", 2))) == set()


def test_b6_a_later_stage_is_too_late() -> None:
    tied = public_event("tied", breakaways=("b.1", "b.2"), points=10)
    later = (LEG, played(1, "climber.1.01", "b.1", new=True), won("b.1", 1))
    assert earners("first.break", record([0, 0, 0], *FIRST, tied, *later)) == set()


def test_b6_two_players_have_an_echelon_each_and_no_breakaways() -> None:
    assert (
        earners("first.break", record([0, 0], LEG, played(1, "climber.1.00", "b.1", new=True), won("b.1", 1))) == set()
    )


@pytest.mark.parametrize(("gc", "seats", "earned"), [(30, 3, {2}), (29, 3, set()), (44, 2, set())])
def test_b7_a_highwayman_takes_thirty_points_where_others_could_have_shared(
    gc: int, seats: int, earned: set[int]
) -> None:
    took = public_event("took", seat=seats - 1, cards=(), gc=gc)
    assert earners("highwayman", record([0] * seats, LEG, took)) == earned


def test_b7_two_smaller_hauls_don_t_add_up() -> None:
    took = public_event("took", seat=0, cards=(), gc=20)
    assert earners("highwayman", record([0] * 3, LEG, took, LEG, took)) == set()


GREGARIOS = (
    LEG,
    played(0, "gregario.1.03", "b.1", new=True),
    played(1, "climber.1.00", "b.2", new=True),
    played(2, "super.1.01", "b.1"),
    played(0, "debutant.1.00", "b.1"),
)


def test_b8_the_gregarios_have_their_day() -> None:
    assert earners("gregarios", record([0, 0, 0], *GREGARIOS, won("b.1", 0, 2))) == {0, 2}


def test_b8_a_captain_among_them_spoils_it() -> None:
    captain = played(1, "sprinter.1.00", "b.1")
    assert earners("gregarios", record([0, 0, 0], *GREGARIOS, captain, won("b.1", 0, 1, 2))) == set()


def test_b8_a_good_day_is_no_gregario() -> None:
    copied = played(2, "good.1.00", "b.1")
    assert earners("gregarios", record([0, 0, 0], *GREGARIOS, copied, won("b.1", 0, 2))) == set()


def test_b8_cards_of_the_stage_before_don_t_count() -> None:
    before = (LEG, played(1, "trialist.1.00", "b.1", new=True), won("b.1", 1))
    assert earners("gregarios", record([0, 0, 0], *before, *GREGARIOS, won("b.1", 0, 2))) == {0, 2}


def test_b9_a_tyre_is_one_point() -> None:
    assert earners(
        "tyre", record([0, 0, 0], counted(1, 80, 61, 59), counted(2, 66, 67, 67), counted(3, 70, 69, 61))
    ) == {0}


def test_b9_two_points_are_a_wheel_and_equal_points_are_nothing() -> None:
    assert earners("tyre", record([0, 0], counted(1, 101, 99), counted(2, 100, 100))) == set()


def test_b10_from_last_to_first() -> None:
    season = (*counted(1, 50, 90, 60), *counted(2, 80, 60, 60), *counted(3, 70, 65, 65))
    assert earners("from.behind", record([200, 215, 185], *season)) == set(), "seat 1 was first already"
    assert earners("from.behind", record([216, 215, 185], *season)) == {0}


def test_b10_second_last_is_not_last() -> None:
    season = (*counted(1, 60, 90, 50), *counted(2, 80, 60, 60))
    assert earners("from.behind", record([2, 1, 0], *season)) == set()


def test_b10_level_with_the_last_is_last_but_level_with_all_is_not() -> None:
    assert earners("from.behind", record([2, 1, 0], counted(1, 50, 100, 50), counted(2, 90, 60, 50))) == {0}
    assert earners("from.behind", record([2, 1], counted(1, 100, 100), counted(2, 120, 80))) == set()
