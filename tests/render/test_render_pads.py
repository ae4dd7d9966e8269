"""Rows of buttons: balanced, pads before words, and never more rows than a question has."""

from collections import Counter

import pytest

from render.pads import A_ROW, MOST_ROWS, fit, in_order, rows_needed, rows_of

pytestmark = pytest.mark.quick

PAD, SHORT, LONG = "1tail", "Stay in the bunch", "Go back to the peloton"


@pytest.mark.parametrize(
    ("pads", "sizes"), [(0, []), (1, [1]), (5, [5]), (6, [3, 3]), (7, [4, 3]), (10, [5, 5]), (11, [4, 4, 3])]
)
def test_rows_of_pads_are_nearly_as_long_as_each_other(pads: int, sizes: list[int]) -> None:
    rows = rows_of([PAD] * pads)
    assert rows == sorted(rows)
    assert [count for _, count in sorted(Counter(rows).items())] == sizes


def test_words_stand_below_pads_two_a_row_and_long_ones_alone() -> None:
    assert rows_of([SHORT, PAD, LONG, SHORT, PAD, SHORT]) == [1, 0, 3, 1, 0, 2]


def test_what_needs_more_rows_than_a_question_has_does_not_fit() -> None:
    assert fit([PAD] * A_ROW * MOST_ROWS) and fit([])
    assert not fit([PAD] * (A_ROW * MOST_ROWS + 1))
    assert not fit([PAD] * (A_ROW + 1) + [SHORT] * 3)


@pytest.mark.parametrize(("pads", "words", "long"), [(6, 2, 0), (0, 5, 1), (3, 0, 2)])
def test_no_more_rows_are_needed_than_are_foretold(pads: int, words: int, long: int) -> None:
    labels = [PAD] * pads + [SHORT] * words + [LONG] * long
    assert max(rows_of(labels)) + 1 <= rows_needed(pads, words, long)


def test_pads_stand_in_the_order_of_their_numbers() -> None:
    assert in_order(["10", "2→", "2↑", "1tail", *"3456789"], str) == ["1tail", "2→", "2↑", *"3456789", "10"]


def test_other_numbers_than_those_of_the_picture_leave_them_where_they_are() -> None:
    for pads in (["42", "37?+2"], ["3", "Stay in the bunch", "1"]):
        assert in_order(pads, str) == pads
