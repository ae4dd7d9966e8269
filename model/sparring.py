"""Sparring: how much a computer that adapts gives away, and how a match changes that."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

LEAST, MOST = 0.01, 100.0  # points of the chance to win that an answer may give away
FIRST, LATER = 1.2, 0.35  # how far the first match and one after many move it, in powers of e
HABIT = 3.0  # matches after which half of the way between these two is left


@dataclass(frozen=True, slots=True)
class Bout:
    """How a match between a person and Sparring has ended."""

    user: int
    game: str
    match: int
    won: float  # 1 if the person came out ahead, 0 if Sparring did
    cost: float  # points that an answer gave away in it


@dataclass(frozen=True, slots=True)
class Form:
    """How much an answer gives away to a person, in points of the chance to win, after so many matches."""

    cost: float
    matches: int = 0

    def after(self, won: float) -> Form:
        """After one match more: it gives more to a person who lost, less to one who won.

        Each match moves it as far up as down, so in the long run a person wins half of them.
        """
        step = LATER + (FIRST - LATER) * HABIT / (HABIT + self.matches)
        return Form(min(MOST, max(LEAST, self.cost * exp(step * (1 - 2 * won)))), self.matches + 1)
