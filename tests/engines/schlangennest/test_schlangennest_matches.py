"""Whole matches: no position without an answer, no loop that is forgotten, every match comes to its end."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from random import Random

import pytest

from engines.schlangennest import KINDS, SET, is_closed, is_loop
from tests.engines.schlangennest.position import GAME, match, tables

pytestmark = pytest.mark.quick

# the tables that differ in more than their board
TABLES = [list(some) for _, some in groupby(tables(), lambda table: (table.seats, {**table.options, "board": ""}))]


def played(number: int, *, hasty: bool = False) -> Counter[str]:
    """One match at a table of its own; how often each kind of event came."""
    table = Random(number).choice(TABLES[number % len(TABLES)])
    kinds: Counter[str] = Counter()
    steps = list(match(table, number, hasty=hasty))
    kinds.update(event.kind for _, events in steps for event in events)
    answers, (last, _) = len(steps) - 1, steps[-1]
    assert last.stage == "over"
    assert answers == kinds["laid"] + kinds["turned"] + kinds["swapped"] <= GAME.spec.limit
    # S12-S14: each snake is finished, stuck in a loop, or has nothing left that could be laid
    for snake, hand in enumerate(last.nest.hands):
        assert is_closed(last.nest, snake) or snake in last.stuck or not is_loop(last.nest, snake), (snake, hand)
    assert kinds["stuck"] == len(last.stuck)
    assert kinds["looped"] >= kinds["turned"] + kinds["swapped"] + kinds["stuck"]
    return kinds


def test_no_match_comes_to_a_dead_end() -> None:
    kinds = sum((played(number, hasty=number % 5 == 4) for number in range(3 * len(TABLES))), Counter[str]())
    assert kinds["won"] == 3 * len(TABLES)


@pytest.mark.long
def test_no_match_of_three_thousand_comes_to_a_dead_end() -> None:
    kinds = sum((played(number, hasty=number % 5 == 4) for number in range(3000)), Counter[str]())
    print({kind: kinds[kind] for kind in ("looped", "turned", "swapped", "stuck", "cornered", "passed", "left.out")})
    assert kinds["won"] == 3000
    assert kinds["turned"] > 100
    assert kinds["passed"] > 50


def test_no_card_is_laid_that_is_not_there() -> None:
    for number, some in enumerate(TABLES):
        for state, _ in match(some[0], number + 900):
            assert all(0 <= left <= whole for hand in state.nest.hands for left, whole in zip(hand, SET, strict=True))
            laid = Counter((card.colour, card.kind) for card in state.nest.cards.values())
            for snake, hand in enumerate(state.nest.hands):
                assert [laid[snake, kind] + left for kind, left in zip(KINDS, hand, strict=True)] == list(SET)
