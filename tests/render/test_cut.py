"""What is too long for its place ends in an ellipsis, after a whole word if there is room."""

import pytest

from render.words import LONG_WORD, cut

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(
    ("text", "most", "shown"),
    [
        ("Ann rides.", 10, "Ann rides."),
        ("Ann rides alone.", 10, "Ann rides…"),
        ("Ann rides alone.", 13, "Ann rides…"),
        ("Ann rides, alone.", 13, "Ann rides…"),
        (f"Ann {'x' * 2 * LONG_WORD}", 2 * LONG_WORD, f"Ann {'x' * (2 * LONG_WORD - 5)}…"),
        ("x" * 40, 20, f"{'x' * 19}…"),
    ],
)
def test_a_text_is_cut_after_a_whole_word(text: str, most: int, shown: str) -> None:
    assert cut(text, most) == shown and len(shown) <= most
