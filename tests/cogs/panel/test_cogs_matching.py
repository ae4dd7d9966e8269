"""Typed words are compared without case, accents and punctuation."""

import pytest

from cogs.panel.matching import same_words


@pytest.mark.parametrize("typed", ["sí", "si", " SI ", "Sí!", "si\u0301"])
def test_a_word_is_known_without_its_accents(typed: str) -> None:
    assert same_words(typed, "sí")


@pytest.mark.parametrize("typed", ["", "s", "sin", "yes", "sí sí"])
def test_another_word_is_another_word(typed: str) -> None:
    assert not same_words(typed, "sí")
