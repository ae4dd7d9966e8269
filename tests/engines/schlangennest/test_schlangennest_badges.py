"""Who earns the badges of Schlangennest, and who just misses them."""

from __future__ import annotations

import pytest

from engines.table import Event
from tests.engines.finished import earners, public_event, record

pytestmark = pytest.mark.quick


def grew(seat: int, by: int, gained: int, parts: int = 9) -> Event:
    """A card of `by` lengthens the snake of `seat`."""
    return public_event("grew", seat=seat, snake=seat, by=by, gained=gained, parts=parts)


def laid(seat: int, parts: int, snake: int | None = None) -> Event:
    """A card makes its player's snake this long."""
    return public_event("laid", seat=seat, snake=seat if snake is None else snake, gained=1, parts=parts)


@pytest.mark.parametrize("kind", ["ended", "closed"])
def test_b11_another_player_s_gray_head_catches_the_snake(kind: str) -> None:
    assert earners("gray.head", record([5, 9], laid(1, 9), public_event(kind, seat=0, snake=0, by=1))) == {0}


def test_b11_a_player_who_closes_their_own_snake_isn_t_caught() -> None:
    assert earners("gray.head", record([5, 9], public_event("closed", seat=0, snake=0, by=0, parts=5))) == set()


def test_b11_a_player_who_closes_one_of_their_two_snakes_with_the_other_isn_t_caught() -> None:
    assert earners("gray.head", record([5, 9], public_event("ended", seat=0, snake=2, by=0))) == set()


@pytest.mark.parametrize(("points", "earned"), [([20, 21, 4], {1}), ([20, 22, 4], set()), ([21, 21, 20], set())])
def test_b12_a_photo_finish_is_won_by_one_part(points: list[int], earned: set[int]) -> None:
    assert earners("photo.finish", record(points)) == earned


def test_b13_a_long_snake_has_twenty_five_parts() -> None:
    assert earners("long.snake", record([25, 24], laid(0, 24), laid(1, 24), laid(0, 25))) == {0}


def test_b13_others_may_have_laid_the_last_of_them() -> None:
    assert earners("long.snake", record([26, 9], laid(0, 24), grew(0, by=1, gained=2, parts=26))) == {0}


def test_b13_two_snakes_are_not_added_up() -> None:
    assert earners("long.snake", record([30, 0], laid(0, 15, snake=0), laid(0, 15, snake=2))) == set()


def test_b14_a_wheelsucker_lets_others_lay_three_parts() -> None:
    assert earners("wheelsucker", record([9, 9], grew(1, by=0, gained=1), grew(1, by=0, gained=2))) == {1}


def test_b14_two_parts_are_not_enough_and_own_work_doesn_t_count() -> None:
    assert earners("wheelsucker", record([9, 9], grew(1, by=0, gained=2), grew(1, by=1, gained=5), laid(1, 9))) == set()
