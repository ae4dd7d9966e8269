"""Standing orders in the words that the boards have for the same things."""

import pytest

from locales import catalogue
from render import style_of

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(("place", "letter"), [("b.1", "A"), ("b.2", "B")])
def test_a_breakaway_is_called_as_on_the_board(place: str, letter: str) -> None:
    words = style_of("superechelon").order_words(f"follow.{place}.most", catalogue("en"))
    assert words == f"Breakaway {letter}: the strongest first, until I'm hit there"
