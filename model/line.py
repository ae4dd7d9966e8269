"""A line: answers that a person tried out for all seats, one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias
from zlib import crc32

from engines.table import Path, Seat

KEPT = 5  # lines of a person in a match

Answers: TypeAlias = tuple[tuple[Seat, Path], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """Answers from one position on; number 0 is what the person is at, higher ones than `KEPT` come from a review.

    The others are kept.
    """

    number: int
    fingerprint: str  # of the person's view at its beginning
    since: int  # public rows of the match then
    answers: Answers
    shared: float | None = None  # from when (unix seconds) on it was to be posted, after the match
    posted: bool = False  # whether it is known to have been

    @property
    def mark(self) -> str:
        """What tells it from another line that is given the same number later."""
        return f"{crc32(repr(self.answers).encode()):08x}"
