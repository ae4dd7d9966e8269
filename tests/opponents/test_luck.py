"""Dice for the imagination: whole numbers of every side, the same for the same seed."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from opponents.luck import KeyedLuck, Luck, SameLuck


@pytest.mark.parametrize("kind", [Luck, SameLuck])
def test_every_side_comes_up_about_as_often(kind: type[Luck]) -> None:
    fallen = Counter(kind(Random(1)).roll("why", 12, 12_000))
    assert sorted(fallen) == [*range(1, 13)]
    assert all(850 < times < 1150 for times in fallen.values())


@pytest.mark.parametrize("kind", [Luck, SameLuck])
def test_nothing_is_lost_in_a_shuffle(kind: type[Luck]) -> None:
    items = [*"abcdef"]
    assert sorted(kind(Random(1)).shuffle("why", items)) == items == [*"abcdef"]


def test_the_same_seed_throws_the_same() -> None:
    one, other = Luck(Random(3)), Luck(Random(3))
    assert [one.roll("a", 6), one.roll("b", 6, 5)] == [other.roll("x", 6), other.roll("y", 6, 5)]


def test_luck_is_new_at_every_throw_and_the_same_luck_is_not() -> None:
    new, same = Luck(Random(2)), SameLuck(Random(2))
    assert new.roll("why", 1000) != new.roll("why", 1000)
    first = same.roll("why", 1000)
    same.roll("other", 1000)
    assert same.roll("why", 1000, 3)[:1] == first == same.roll("why", 1000)


def test_keyed_dice_fall_by_key_and_reason_alone() -> None:
    one, other = KeyedLuck("a"), KeyedLuck("a")
    assert one.roll("x", 12, 40) == [other.roll("y", 6), other.roll("x", 12, 40)][1]
    assert one.roll("x", 12) == one.roll("x", 12)
    assert one.roll("x", 1000) != KeyedLuck("b").roll("x", 1000)
    assert one.shuffle("x", "abcdef") == other.shuffle("x", "abcdef")
    fallen = Counter(pip for n in range(2000) for pip in KeyedLuck(str(n)).roll("why", 12, 6))
    assert sorted(fallen) == [*range(1, 13)]
    assert all(850 < times < 1150 for times in fallen.values())
