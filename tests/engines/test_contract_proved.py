"""The contract finds what it should find: a sound game passes, every broken copy fails by the rule that it breaks."""

from __future__ import annotations

from random import Random

import pytest

from engines.table import Path, Table
from tests.engines.broken import BROKEN, Broken
from tests.engines.broken.answers import Dawning
from tests.engines.broken.saves import Illegal
from tests.engines.contract import RULES
from tests.engines.facts import TINY
from tests.engines.matches import play
from tests.engines.tiny import Tiny, TinyView


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


class Curt(Tiny):
    """A game that has a fallback only for those who are asked."""

    def fallback(self, view: TinyView) -> Path:
        assert self.ask(view) is not None, "nobody asks this seat"
        return super().fallback(view)


def test_a_fallback_is_for_those_who_are_asked() -> None:
    assert failing(Curt()) == set()


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        (
            Dawning,
            "Rule 1: The same arguments give the same state and events in every world; afterwards someone is waited ",
        ),
        (
            Illegal,
            "Rule 9: Recorded draws give the same bytes; fallback ends every match; nothing is lost; the limit holds",
        ),
    ],
)
def test_the_contract_says_in_words_which_rule_broke(broken: type[Broken], words: str) -> None:
    match = play(broken(), Table(2, {"legs": "1"}, 1), 1)
    with pytest.raises(AssertionError) as failed:
        RULES[broken.rule](TINY, match, Random(1))
    assert str(failed.value).startswith(words)


@pytest.mark.long
@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: f"{broken.rule}-{broken.__name__}")
def test_a_broken_copy_fails_by_its_own_rule(broken: type[Broken]) -> None:
    found = failing(broken())
    assert broken.rule in found
    assert found <= {broken.rule, *broken.also}


def test_every_rule_has_a_copy_that_breaks_it() -> None:
    assert {broken.rule for broken in BROKEN} == RULES.keys()
