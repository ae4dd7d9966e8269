"""Sparring: how much a computer that adapts gives away, and how a match changes that."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from engines.table import Seat

LEAST, MOST = 0.01, 50.0  # points of the chance to win that an answer may give away
FIRST, LATER = 1.2, 0.35  # how far the first match and one after many move it, in powers of e
HABIT = 3.0  # matches after which half of the way between these two is left


@dataclass(frozen=True, slots=True)
class Bout:
    """What a match says about a person and the computer that adapts to them."""

    user: int
    game: str
    match: int
    won: float  # the part of these computers that the person ended ahead of, a tie counts half
    cost: float  # what an answer gave away where the person had never played one before


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


def lead(places: dict[Seat, int], mine: Seat, others: list[Seat]) -> float:
    """The part of the others that a seat is ahead of, by their ranks; a tie counts half."""
    ahead = [(places[mine] < places[other]) + (places[mine] == places[other]) / 2 for other in others]
    return sum(ahead) / len(ahead)
