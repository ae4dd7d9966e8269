"""Two legs: matches of the same two with turned seats, added up."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.table import Standing
from host.lobby.legs import Leg, together
from host.lobby.rematch import HELD
from host.play.seen import Seen
from model.match import Match
from tests.host.evening import ADA, BO, CY, Evening

pytestmark = pytest.mark.quick

ANN, BOB = 7, 8


def leg(first: int, second: int, *, turned: bool = False, left: tuple[int, ...] = ()) -> Leg:
    """A table in which more points are better."""
    sides = (BOB, ANN) if turned else (ANN, BOB)
    return Leg(sides, (1 + (second > first), 1 + (first > second)), (first, second), frozenset(left))


def test_points_are_added_up_where_more_of_them_are_better() -> None:
    both = together([leg(9, 2), leg(6, 1, turned=True)])
    assert (both.by_points, both.scores, both.ranks) == (True, {ANN: 10, BOB: 8}, {ANN: 1, BOB: 2})


def test_wins_are_added_up_where_points_say_nothing_of_ranks() -> None:
    fewer_is_better = Leg((BOB, ANN), (1, 2), (3, 8))
    both = together([leg(9, 2), fewer_is_better])
    assert (both.by_points, both.scores, both.ranks) == (False, {ANN: 1, BOB: 1}, {ANN: 1, BOB: 1})


def test_a_table_that_was_called_off_is_a_tie_and_the_other_decides() -> None:
    both = together([Leg((ANN, BOB), (1, 1)), leg(6, 1, turned=True)])
    assert (both.scores, both.ranks) == ({ANN: 0, BOB: 1}, {ANN: 2, BOB: 1})


def test_who_has_left_a_table_is_last_no_matter_how_far_ahead() -> None:
    assert together([leg(9, 0, left=(ANN,)), leg(1, 2, turned=True)]).ranks == {ANN: 2, BOB: 1}
    assert together([leg(9, 0, left=(ANN,)), leg(1, 1, turned=True, left=(BOB,))]).ranks == {ANN: 1, BOB: 2}


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=2, max_size=2))
def test_turned_seats_and_names_change_nothing(points: list[tuple[int, int]]) -> None:
    """The slow way: what the first has more than the second; the order of the tables doesn't matter."""
    (a, b), (c, d) = points
    both, other = together([leg(a, b), leg(c, d, turned=True)]), together([leg(c, d, turned=True), leg(a, b)])
    ahead = (a + d) - (b + c)
    assert both.ranks == other.ranks == {ANN: 1 + (ahead < 0), BOB: 1 + (ahead > 0)}


@given(*[st.integers(-9, 9)] * 4)
def test_two_sides_are_ahead_by_what_they_have_over_the_same_seats(a1: int, b1: int, b2: int, a2: int) -> None:
    """Compared seat by seat with the other table, or added up: it is the same."""
    both = together([leg(a1, b1), leg(b2, a2, turned=True)])
    over_the_other_table = (a1 - b2) + (a2 - b1)
    assert both.scores[ANN] - both.scores[BOB] == over_the_other_table
    assert both.ranks[ANN] == 1 + (over_the_other_table < 0)


SHORT = {"track": "sprint", "race": "points", "target": "3"}


async def rematch(evening: Evening, old: int, *users: int) -> Match:
    """The rematch that these people open, one after another."""
    for user in users:
        await evening.lobby.rematch(old, evening.person(user))
    found = await evening.store.rematch_of(old)
    assert found is not None
    return found


async def ride(evening: Evening, match: int, seed: int) -> Seen:
    await evening.play_on(match, random.Random(seed))
    return await evening.matches.see(match, None)


async def test_a_rematch_of_two_is_the_second_leg_with_turned_seats(evening: Evening) -> None:
    first = await evening.play(ADA, BO, **SHORT)
    one = await ride(evening, first, seed=1)
    assert await evening.house.legs.first(one.match) is None
    again = await rematch(evening, first, ADA)
    assert await evening.house.legs.first(again) is None, "only one of them is back"
    again = await rematch(evening, first, BO)
    assert [row.user for row in again.seats] == [BO, ADA]
    assert await evening.house.legs.first(again) == first
    second = await evening.start(again.id, BO)
    assert await evening.house.legs.of(await evening.matches.see(second, None), first) is None, "it goes on"
    other = await ride(evening, second, seed=2)
    points = [
        {user: s.points for user, s in zip((ADA, BO)[::turn], by_seat(seen), strict=True)}
        for seen, turn in ((one, 1), (other, -1))
    ]
    both = await evening.house.legs.of(other, first)
    assert both is not None and both.by_points
    assert both.scores == {user: sum(leg[user] for leg in points) for user in (ADA, BO)}
    assert both == await evening.house.legs.of(one, second)
    third = await rematch(evening, second, ADA, BO)
    assert await evening.house.legs.first(third) is None, "two legs count together, and no more"


def by_seat(seen: Seen) -> list[Standing]:
    return sorted(seen.standings, key=lambda standing: standing.seat)


async def test_others_than_the_same_two_who_stayed_have_no_second_leg(evening: Evening) -> None:
    given_up = await evening.play(ADA, BO, **SHORT)
    await evening.seats.resign(given_up, ADA, evening.press())
    assert await evening.house.legs.first(await rematch(evening, given_up, ADA, BO)) is None
    three = await evening.play(ADA, BO, CY, **SHORT)
    await ride(evening, three, seed=1)
    assert await evening.house.legs.first(await rematch(evening, three, ADA, BO, CY)) is None
    two = await evening.play(ADA, BO, **SHORT)
    await ride(evening, two, seed=1)
    again = await rematch(evening, two, ADA)
    evening.now.later(HELD)
    again = await evening.lobby.join(again.id, evening.person(CY))
    assert await evening.house.legs.first(again) is None
