"""The input and output of pairing: field, pairings, outcomes, standings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

Place = int  # of an entrant in the seeding: 1 is the strongest


@dataclass(frozen=True, slots=True)
class Field:
    """The field of a cup: the places 1 to `entrants`, at tables of `least` to `most` players.

    All lots come from `key`. `gone` has the places without a holder, each with the first round it misses;
    `seasons` is the number of seasons of a league. With `legs` each pair of a knock-out has two tables.
    """

    entrants: int
    least: int
    most: int
    key: bytes
    gone: Mapping[Place, int] = field(default_factory=dict[Place, int])
    seasons: int = 1
    legs: bool = False

    @property
    def places(self) -> range:
        """All places in seeding order."""
        return range(1, self.entrants + 1)

    def plays(self, place: Place, number: int) -> bool:
        """Whether the place takes part in this round."""
        return number < self.gone.get(place, number + 1)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A table of a pairing, its places in seat order; a single place advances without a match (a bye).

    `group` is the number of the group or division, 0 without groups.
    """

    places: tuple[Place, ...]
    group: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a table: the rank of each of its places, 1 the best; places may share a rank."""

    round: int
    pairing: Pairing
    ranks: tuple[int, ...]

    def rank_of(self, place: Place) -> int:
        """The rank of one of the table's places."""
        return self.ranks[self.pairing.places.index(place)]

    def ranked(self) -> list[Place]:
        """The places from best to worst; where two share a rank, the better seeded comes first."""
        return sorted(self.pairing.places, key=lambda place: (self.rank_of(place), place))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings."""

    place: Place
    score: Fraction  # points
    tie: Fraction  # breaks ties on points
    wins: int  # so far
    played: int  # tables so far
    group: int = 0  # as in pairings
    reached: int = 0  # the last round of a knock-out it reached, 0 elsewhere


def score(outcome: Outcome, place: Place) -> Fraction:
    """The score of a place at a table: the share of opponents it beat, plus half the share it tied with.

    So a win is 1 and a tie of two one half, at a table of any size; a bye is 1 as well.
    """
    others = len(outcome.ranks) - 1
    if not others:
        return Fraction(1)
    mine = outcome.rank_of(place)
    beaten = sum(rank > mine for rank in outcome.ranks)
    tied = sum(rank == mine for rank in outcome.ranks) - 1
    return Fraction(2 * beaten + tied, 2 * others)


def scores(places: Iterable[Place], outcomes: Iterable[Outcome]) -> dict[Place, Fraction]:
    """The points of these places over all outcomes."""
    points = dict.fromkeys(places, Fraction(0))
    for outcome in outcomes:
        for place in outcome.pairing.places:
            if place in points:
                points[place] += score(outcome, place)
    return points


def meetings(outcomes: Iterable[Outcome]) -> dict[tuple[Place, Place], int]:
    """How often each pair of places has met, the smaller place first in each pair."""
    met: dict[tuple[Place, Place], int] = {}
    for outcome in outcomes:
        places = sorted(outcome.pairing.places)
        for index, place in enumerate(places):
            for other in places[index + 1 :]:
                met[place, other] = met.get((place, other), 0) + 1
    return met


def split(entrants: int, least: int, most: int) -> tuple[int, tuple[int, ...]]:
    """The fewest possible byes, and the table sizes of the others, which differ by one at most."""
    for byes in range(entrants):
        seated = entrants - byes
        tables = -(-seated // most)
        small, more = divmod(seated, tables)
        if small >= least:
            return byes, tuple(small + (table < more) for table in range(tables))
    return entrants, ()


def snaked(places: Sequence[Place], sizes: Sequence[int]) -> list[list[Place]]:
    """Tables of equal strength by snake seeding: one place to each table in turn, then back."""
    tables: list[list[Place]] = [[] for _ in sizes]
    left, forth = list(places), True
    while left:
        order = range(len(sizes)) if forth else reversed(range(len(sizes)))
        for index in order:
            if left and len(tables[index]) < sizes[index]:
                tables[index].append(left.pop(0))
        forth = not forth
    return tables


def seated(places: Iterable[Place], outcomes: Sequence[Outcome]) -> tuple[Place, ...]:
    """A seat order in which those who sat further back so far come first."""
    behind: dict[Place, int] = {}
    for outcome in outcomes:
        for seat, place in enumerate(outcome.pairing.places):
            behind[place] = behind.get(place, 0) + seat
    return tuple(sorted(places, key=lambda place: (-behind.get(place, 0), place)))
