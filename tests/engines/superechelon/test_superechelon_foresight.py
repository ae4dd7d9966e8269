"""What the host knows of cards to come and no one may: the deck drawn again behind the back that everyone sees."""

from dataclasses import replace
from random import Random

import pytest

from engines import GAMES
from engines.dice import SeededDice
from engines.superechelon.foresight import CARDS, drawn_again
from engines.table import Table

pytestmark = pytest.mark.quick


def test_the_deck_is_drawn_again_behind_the_back_on_top() -> None:
    state, _ = GAMES["superechelon"].setup(Table(3, {}, 1), SeededDice(b"key", 0))
    decks = [drawn_again(state, Random(seed)).deck for seed in range(20)]
    assert {CARDS[deck[0]].back for deck in decks} == {CARDS[state.deck[0]].back}
    assert all(sorted(deck) == sorted(state.deck) for deck in decks) and len({*decks}) == len(decks)


def test_an_empty_deck_stays_empty() -> None:
    state, _ = GAMES["superechelon"].setup(Table(3, {}, 1), SeededDice(b"key", 0))
    assert drawn_again(replace(state, deck=()), Random(1)).deck == ()
