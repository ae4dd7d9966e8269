"""Whole matches: no position without an answer, no loop that is forgotten, every match comes to its end."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from random import Random

import pytest

from engines.schlangennest import SET, is_closed, is_loop
from tests.engines.facts import FACTS
from tests.engines.schlangennest.position import GAME, match, tables

pytestmark = pytest.mark.quick

# the tables that differ in more than their board
TABLES = [list(some) for _, some in groupby(tables(), lambda table: (table.seats, {**table.options, "board": ""}))]


def played(number: int, *, hasty: bool = False) -> Counter[str]:
    """One match at a table of its own; how often each kind of event came."""
    table = Random(number).choice(TABLES[number % len(TABLES)])
    steps = match(table, number, hasty=hasty)
    last, opening = next(steps)  # one state, which each answer changes
    kinds, answers = Counter(event.kind for event in opening), 0
    for _, events in steps:
        answers += 1
        kinds.update(event.kind for event in events)
        assert FACTS["schlangennest"].conserved(last) == [list(SET)] * len(last.nest.hands)
        assert min(map(min, last.nest.hands)) >= 0, "no card is laid that is not there"
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
