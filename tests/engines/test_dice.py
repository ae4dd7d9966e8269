"""Dice: every draw can be repeated and checked by hand, falls evenly, and is written down."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from engines.dice import Draw, RecordedDice, ScriptedDice, SeededDice, SetDice

KEY = bytes(range(32))


def by_hand(key: bytes, name: str, sides: int, n: int) -> list[int]:
    """The rule once more, the slow way: blocks of HMAC-SHA256, 32 bits a die, skewed words left out."""
    fell: list[int] = []
    block = 0
    while len(fell) < n:
        text = name if block == 0 else f"{name}:{block}"
        stream = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
        words = [int(stream[at : at + 8], 16) for at in range(0, 64, 8)]
        fell += [1 + word % sides for word in words if word < 2**32 // sides * sides]
        block += 1
    return fell[:n]


# --- seeded


def test_the_same_key_and_move_give_the_same_draws() -> None:
    first, second = SeededDice(KEY, 7), SeededDice(KEY, 7)
    assert [first.roll("attack", 6, 4), first.shuffle("deck", "abc")] == [
        second.roll("attack", 6, 4),
        second.shuffle("deck", "abc"),
    ]


@pytest.mark.parametrize("other", [(bytes(32), 7, "attack"), (KEY, 8, "attack"), (KEY, 7, "defence")])
def test_another_key_move_or_reason_gives_other_draws(other: tuple[bytes, int, str]) -> None:
    key, move, why = other
    assert SeededDice(key, move).roll(why, 100, 8) != SeededDice(KEY, 7).roll("attack", 100, 8)


def test_draws_of_one_move_are_numbered() -> None:
    dice = SeededDice(KEY, 3)
    assert dice.roll("turn", 6, 5) == by_hand(KEY, "3:0:turn", 6, 5)
    assert dice.roll("turn", 6, 5) == by_hand(KEY, "3:1:turn", 6, 5)


@pytest.mark.parametrize(("sides", "n"), [(2, 1), (6, 4), (6, 8), (6, 9), (6, 40), (52, 30), (1000, 17), (1, 3)])
def test_a_roll_can_be_checked_by_hand(sides: int, n: int) -> None:
    fell = SeededDice(KEY, 12).roll("turn.1.seat.0", sides, n)
    assert fell == by_hand(KEY, "12:0:turn.1.seat.0", sides, n)
    assert all(1 <= pip <= sides for pip in fell)


def test_words_past_the_last_full_turn_are_left_out() -> None:
    """With 3 * 2**30 sides a quarter of all words would favour the low faces."""
    sides = 3 * 2**30
    digest = hmac.new(KEY, b"1:0:big", hashlib.sha256).digest()
    words = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
    usable = [word for word in words if word < sides]
    assert 0 < len(usable) < len(words)
    assert SeededDice(KEY, 1).roll("big", sides, len(usable)) == [word + 1 for word in usable]
    assert SeededDice(KEY, 1).roll("big", sides, 100) == by_hand(KEY, "1:0:big", sides, 100)


def test_no_dice_no_numbers() -> None:
    assert SeededDice(KEY, 1).roll("nothing", 6, 0) == []


def test_a_shuffle_is_a_permutation_and_leaves_its_argument_alone() -> None:
    cards = [f"card.{number}" for number in range(40)]
    before = list(cards)
    mixed = SeededDice(KEY, 5).shuffle("deck", cards)
    assert cards == before
    assert mixed != cards
    assert sorted(mixed) == sorted(cards)


@pytest.mark.parametrize("size", [0, 1])
def test_a_shuffle_of_hardly_anything(size: int) -> None:
    assert SeededDice(KEY, 5).shuffle("deck", ["a"][:size]) == ["a"][:size]


def test_a_shuffle_can_be_checked_by_hand() -> None:
    dice = SeededDice(KEY, 5)
    order = list("abcd")
    words = [
        int.from_bytes(hmac.new(KEY, b"5:0:deck", hashlib.sha256).digest()[at : at + 4], "big") for at in (0, 4, 8)
    ]
    for last, word in zip((3, 2, 1), words, strict=True):
        other = word % (last + 1)
        order[last], order[other] = order[other], order[last]
    assert dice.shuffle("deck", "abcd") == order


def test_every_draw_is_recorded() -> None:
    dice = SeededDice(KEY, 5)
    pips, mixed = dice.roll("attack", 6, 3), dice.shuffle("deck", "abc")
    roll, shuffle = dice.draws
    assert roll == Draw("attack", 6, pips)
    assert (shuffle.why, shuffle.sides) == ("deck", 0)
    assert ["abc"[place] for place in shuffle.fell] == mixed


def test_a_record_does_not_change_with_what_the_game_does_to_the_dice() -> None:
    dice = SeededDice(KEY, 5)
    dice.roll("attack", 6, 3).clear()
    assert len(dice.draws[0].fell) == 3


def chi_square(counts: Counter[object], kinds: int) -> float:
    expected = sum(counts.values()) / kinds
    assert len(counts) <= kinds
    return sum((seen - expected) ** 2 for seen in counts.values()) / expected + (kinds - len(counts)) * expected


@pytest.mark.parametrize(("sides", "bound"), [(6, 20.5), (10, 27.9), (32, 61.1)])
def test_rolls_fall_evenly(sides: int, bound: float) -> None:
    """100,000 dice; the bound is passed by chance once in a thousand keys, and this key is fixed."""
    counts: Counter[object] = Counter()
    for move in range(100):
        counts.update(SeededDice(KEY, move).roll("fair", sides, 1000))
    assert chi_square(counts, sides) < bound


def test_neighbouring_draws_do_not_hang_together() -> None:
    fell = [SeededDice(KEY, move).roll("a", 6)[0] for move in range(20000)]
    pairs = Counter[object](zip(fell[::2], fell[1::2], strict=True))
    assert chi_square(pairs, 36) < 66.6  # once in a thousand keys


def test_shuffles_fall_evenly() -> None:
    orders = Counter[object]("".join(SeededDice(KEY, move).shuffle("deck", "abcd")) for move in range(12000))
    assert set(orders) == {"".join(order) for order in permutations("abcd")}
    assert chi_square(orders, 24) < 49.8  # once in a thousand keys


# --- of a set

TURNS = {"risk": 2}  # as LEGSTRONG has them: risk.<leg>.<turn>.<rider>


def test_a_draw_of_a_set_can_be_checked_by_hand() -> None:
    dice = SetDice(KEY, TURNS, past=["turn.1.seat.0", "turn.2.seat.0", "turn.1.seat.0"])
    assert dice.roll("turn.1.seat.0", 6, 4) == by_hand(KEY, "turn.1.seat.0:3", 6, 4)
    assert dice.roll("turn.1.seat.0", 6, 4) == by_hand(KEY, "turn.1.seat.0:4", 6, 4)
    assert dice.roll("turn.3.seat.0", 6, 4) == by_hand(KEY, "turn.3.seat.0:1", 6, 4)


def test_draws_of_a_set_fall_alike_in_whatever_order_they_come() -> None:
    one, other = SetDice(KEY, TURNS), SetDice(KEY, TURNS)
    first = [one.roll("start.seat.0", 6, 4), one.roll("start.seat.1", 6, 4), one.roll("start.seat.0", 6, 4)]
    second = [other.roll("start.seat.1", 6, 4), other.roll("start.seat.0", 6, 4), other.roll("start.seat.0", 6, 4)]
    assert first == [second[1], second[0], second[2]]


def test_a_roll_of_fewer_dice_is_the_beginning_of_one_with_more() -> None:
    assert SetDice(KEY, {}).roll("turn", 6, 4)[:2] == SetDice(KEY, {}).roll("turn", 6, 2)


def test_a_rider_s_next_risk_falls_alike_in_whichever_turn_it_is_taken() -> None:
    early, late = SetDice(KEY, TURNS), SetDice(KEY, TURNS)
    assert early.roll("risk.1.3.y.leader", 6) == late.roll("risk.1.7.y.leader", 6)
    both = SetDice(KEY, TURNS)
    pair = both.roll("risk.1.3.y.leader", 1000), both.roll("risk.1.3.y.leader", 1000)
    assert pair[0] != pair[1]
    assert SetDice(KEY, TURNS).roll("risk.1.3.y.climber", 1000) not in pair
    assert SetDice(KEY, TURNS).roll("risk.2.3.y.leader", 1000) not in pair


# --- scripted


def test_scripted_dice_fall_as_written() -> None:
    dice = ScriptedDice([[6, 4], [2, 0, 1]])
    assert dice.roll("attack", 6, 2) == [6, 4]
    assert dice.shuffle("deck", "abc") == ["c", "a", "b"]
    assert dice.draws == [Draw("attack", 6, [6, 4]), Draw("deck", 0, [2, 0, 1])]


def test_scripted_dice_by_reason() -> None:
    dice = ScriptedDice({"defence": [[1], [2]], "attack": [[6]]})
    assert [dice.roll("attack", 6), dice.roll("defence", 6), dice.roll("defence", 6)] == [[6], [1], [2]]
    with pytest.raises(AssertionError, match="nothing left for attack"):
        dice.roll("attack", 6)
    with pytest.raises(AssertionError, match="nothing left for parry"):
        dice.roll("parry", 6)


def test_a_script_that_is_too_short() -> None:
    with pytest.raises(AssertionError, match="nothing left for attack"):
        ScriptedDice([]).roll("attack", 6)


@pytest.mark.parametrize(("script", "n"), [([6, 4], 3), ([6, 4], 1), ([7, 1], 2), ([0, 1], 2)])
def test_a_script_that_does_not_fit_the_roll(script: list[int], n: int) -> None:
    with pytest.raises(AssertionError, match="attack"):
        ScriptedDice([script]).roll("attack", 6, n)


@pytest.mark.parametrize("order", [[0, 1], [0, 0, 1], [1, 2, 3]])
def test_a_script_that_is_no_order(order: list[int]) -> None:
    with pytest.raises(AssertionError, match="no order of 3 things"):
        ScriptedDice([order]).shuffle("deck", "abc")


# --- recorded


def test_recorded_dice_repeat_what_was_drawn() -> None:
    first = SeededDice(KEY, 9)
    drawn = [first.roll("attack", 6, 3), first.shuffle("deck", "abcdef")]
    again = RecordedDice(first.draws)
    assert [again.roll("attack", 6, 3), again.shuffle("deck", "abcdef")] == drawn
    assert again.draws == first.draws


def test_recorded_dice_refuse_another_reason() -> None:
    with pytest.raises(AssertionError, match="the game draws for defence"):
        RecordedDice([Draw("attack", 6, [3])]).roll("defence", 6)


def test_recorded_dice_refuse_another_number_of_dice() -> None:
    with pytest.raises(AssertionError, match="2 dice"):
        RecordedDice([Draw("attack", 6, [3])]).roll("attack", 6, 2)


def test_recorded_dice_refuse_a_draw_too_many() -> None:
    dice = RecordedDice([Draw("attack", 6, [3])])
    dice.roll("attack", 6)
    with pytest.raises(AssertionError, match="the game draws for attack"):
        dice.roll("attack", 6)
