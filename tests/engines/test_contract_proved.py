"""The contract finds what it should find: a sound game passes, every broken copy fails by the rule that it breaks."""

from __future__ import annotations

from random import Random

import pytest

from engines.table import Table
from tests.engines.broken import BROKEN, Broken
from tests.engines.contract import RULES
from tests.engines.facts import TINY
from tests.engines.matches import play
from tests.engines.tiny import Tiny


def failing(game: Tiny) -> set[int]:
    """The rules that don't hold in a match at tables of every size."""
    found: set[int] = set()
    for seed, seats in enumerate(game.spec.seats):
        match = play(game, Table(seats, {"legs": "3"}, 1), seed)
        for rule, check in RULES.items():
            try:
                check(TINY, match, Random(seed))
            except AssertionError:
                found.add(rule)
    return found


def test_the_tiny_game_keeps_all_rules() -> None:
    assert failing(Tiny()) == set()


@pytest.mark.long
@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: f"{broken.rule}-{broken.__name__}")
def test_a_broken_copy_fails_by_its_own_rule(broken: type[Broken]) -> None:
    found = failing(broken())
    assert broken.rule in found
    assert found <= {broken.rule, *broken.also}


def test_every_rule_has_a_copy_that_breaks_it() -> None:
    assert {broken.rule for broken in BROKEN} == RULES.keys()
