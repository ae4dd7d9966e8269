"""Legs: tables of two with turned seats that count together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engines.table import Refused
from host.play.matches import Matches
from host.play.seen import Seen
from model.match import Match

Side = int  # of a person, or of a team


@dataclass(frozen=True, slots=True)
class Leg:
    """A table as it ended: whose side each of its seats is, their ranks, and their points if it has any.

    `left` are the sides on which someone gave up their seat.
    """

    sides: tuple[Side, ...]
    ranks: tuple[int, ...]
    points: tuple[int, ...] | None = None
    left: frozenset[Side] = frozenset()


@dataclass(frozen=True, slots=True)
class Together:
    """What each side has from all legs, in points or else in seats beaten, and its rank by that."""

    scores: Mapping[Side, int]
    ranks: Mapping[Side, int]
    by_points: bool


def together(legs: Sequence[Leg]) -> Together:
    """The legs added up: by points where more of them mean a better rank at each table, else by seats beaten.

    A side that someone has left comes behind a side that no one has left.
    """
    by_points = all(leg.points is not None and agree(leg.points, leg.ranks) for leg in legs)
    scores: dict[Side, int] = {}
    for leg in legs:
        for seat, side in enumerate(leg.sides):
            beaten = sum(rank > leg.ranks[seat] for rank in leg.ranks)
            scores[side] = scores.get(side, 0) + (leg.points[seat] if by_points and leg.points else beaten)
    left = frozenset[Side]().union(*(leg.left for leg in legs))
    order = {side: (side in left, -score) for side, score in scores.items()}
    ranks = {side: 1 + sum(other < mine for other in order.values()) for side, mine in order.items()}
    return Together(scores, ranks, by_points)


def agree(points: Sequence[int], ranks: Sequence[int]) -> bool:
    """Whether more points mean a better rank at a table, and equal points the same."""
    stood = list(zip(points, ranks, strict=True))
    return all((one[0] > other[0]) == (one[1] < other[1]) for one in stood for other in stood)


class Legs:
    """Adds up two matches of the same two people."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    async def first(self, match: Match) -> int | None:
        """The match whose second leg a rematch is: the same two people with turned seats; None for any other match."""
        old = match.rematch_of
        if old is None or len(match.seats) != 2:
            return None
        leg = None if await self._is_second(old) else await self._read(old)
        return None if leg is None or leg.sides != tuple(row.user for row in reversed(match.seats)) else old

    async def _is_second(self, match: int) -> bool:
        """Whether a match was a second leg itself: two of them count together, and no more."""
        try:
            seen = await self._matches.see(match, None)
        except Refused:
            return False
        return await self.first(seen.match) is not None

    async def of(self, seen: Seen, other: int) -> Together | None:
        """A finished match and another one together, by its people; None unless both stayed in both to the end."""
        mine = _leg(seen)
        theirs = None if mine is None else await self._read(other)
        if mine is None or theirs is None or theirs.sides != mine.sides[::-1]:
            return None
        return together([theirs, mine])

    async def _read(self, match: int) -> Leg | None:
        try:
            return _leg(await self._matches.see(match, None))
        except Refused:  # a save that can't be read
            return None


def _leg(seen: Seen) -> Leg | None:
    """A finished match of two people who have both stayed; None for any other, and while no one may know of it."""
    match = seen.match
    sides = [row.user for row in match.seats if row.user is not None and not row.resigned and row.substitute is None]
    if match.phase != "over" or match.hidden or len(match.seats) != 2 or len(sides) != 2:
        return None
    stood = sorted(seen.standings, key=lambda standing: standing.seat)
    return Leg(tuple(sides), tuple(s.rank for s in stood), tuple(s.points for s in stood))
