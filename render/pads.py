"""Rows of short buttons: pads of a few characters, and words for what no picture numbers."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")

A_ROW = 5  # pads side by side
MOST_ROWS = 3  # for a question
PAD = 6  # characters of a pad
HALF = 18  # characters of words that fit side by side in pairs
WORDS = 24  # characters of the longest words


def rows_of(labels: Sequence[str]) -> list[int]:
    """The row of each button: rows of up to five pads, then of two short words, then longer words, one a row.

    Rows of a kind have equal or nearly equal lengths, as five wide pads don't fit side by side on a phone.
    """
    widths = [A_ROW if len(label) <= PAD else 2 if len(label) <= HALF else 1 for label in labels]
    rows = [0] * len(labels)
    first = 0
    for width in (A_ROW, 2, 1):
        alike = [index for index, other in enumerate(widths) if other == width]
        needed = -(-len(alike) // width)
        for count, index in enumerate(alike):
            rows[index] = first + count * needed // len(alike)
        first += needed
    return rows


def fit(labels: Sequence[str]) -> bool:
    """Whether the buttons fit into the rows of a question."""
    return max(rows_of(labels), default=0) < MOST_ROWS


def rows_needed(pads: int, words: int, long: int = 0) -> int:
    """The most rows that so many pads, short words and long words may take: some words are as short as pads."""
    return long + max(-(-(pads + short) // A_ROW) + -(-(words - short) // 2) for short in range(words + 1))


def in_order(things: Iterable[T], label_of: Callable[[T], str]) -> list[T]:
    """What the pads stand for in the order of their numbers, if these are the picture's: 1 and upwards."""
    numbered = [(_number_of(label_of(thing)), thing) for thing in things]
    numbers = {number for number, _ in numbered}
    if numbers == {*range(1, len(numbers) + 1)}:
        numbered.sort(key=lambda pair: pair[0])
    return [thing for _, thing in numbered]


def _number_of(label: str) -> int:
    """The number at the beginning of a label, 0 if there is none."""
    digits = label[: len(label) - len(label.lstrip("0123456789"))]
    return int(digits or 0)
