"""Input and output of pairing: field, pairings, outcomes, table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

Place = int  # of an entrant in the seeding: 1 is the strongest


@dataclass(frozen=True, slots=True)
class Field:
    """Field of a cup: the places 1 to `entrants`, at tables of `least` to `most`.

    All lots come from `key`. `gone` are the places that no one holds any more, with the round from which on they don't
    play; `seasons` is how many a league has.
    """

    entrants: int
    least: int
    most: int
    key: bytes
    gone: Mapping[Place, int] = field(default_factory=dict[Place, int])
    seasons: int = 1

    @property
    def places(self) -> range:
        """All places, the strongest first."""
        return range(1, self.entrants + 1)

    def plays(self, place: Place, number: int) -> bool:
        """Whether someone holds the place in this round."""
        return number < self.gone.get(place, number + 1)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Table of a pairing, in the order of the seats; one place alone goes on without a match.

    `group` is the number of the group or division, 0 where there is none.
    """

    places: tuple[Place, ...]
    group: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """Outcome of a table: the rank of each of its places, 1 the best, the same for those who share one."""

    round: int
    pairing: Pairing
    ranks: tuple[int, ...]

    def rank_of(self, place: Place) -> int:
        """The rank of one of its places."""
        return self.ranks[self.pairing.places.index(place)]

    def ranked(self) -> list[Place]:
        """Its places from the best to the worst; of two that share a rank the better seeded comes first."""
        return sorted(self.pairing.places, key=lambda place: (self.rank_of(place), place))


@dataclass(frozen=True, slots=True)
class Line:
    """Line of a standing."""

    place: Place
    score: Fraction  # points
    tie: Fraction  # decides between equal points
    wins: int  # so far
    played: int  # tables so far
    group: int = 0  # as in pairings
    reached: int = 0  # the last round of a knock-out that it came to, 0 elsewhere


def score(outcome: Outcome, place: Place) -> Fraction:
    """Score of a place at a table: the share of the others that it has beaten, half of those it has tied with.

    So a win is 1 and a draw of two one half, however many sit at a table; a round without a match is 1, too.
    """
    others = len(outcome.ranks) - 1
    if not others:
        return Fraction(1)
    mine = outcome.rank_of(place)
    beaten = sum(rank > mine for rank in outcome.ranks)
    tied = sum(rank == mine for rank in outcome.ranks) - 1
    return Fraction(2 * beaten + tied, 2 * others)


def scores(places: Iterable[Place], outcomes: Iterable[Outcome]) -> dict[Place, Fraction]:
    """The points of these places."""
    points = dict.fromkeys(places, Fraction(0))
    for outcome in outcomes:
        for place in outcome.pairing.places:
            if place in points:
                points[place] += score(outcome, place)
    return points


def meetings(outcomes: Iterable[Outcome]) -> dict[tuple[Place, Place], int]:
    """Counts of how often each two have met, the smaller place first."""
    met: dict[tuple[Place, Place], int] = {}
    for outcome in outcomes:
        places = sorted(outcome.pairing.places)
        for index, place in enumerate(places):
            for other in places[index + 1 :]:
                met[place, other] = met.get((place, other), 0) + 1
    return met


def split(entrants: int, least: int, most: int) -> tuple[int, tuple[int, ...]]:
    """How many go on without a match, as few as can be, and the sizes of the tables of the others, alike to one."""
    for byes in range(entrants):
        seated = entrants - byes
        tables = -(-seated // most)
        small, more = divmod(seated, tables)
        if small >= least:
            return byes, tuple(small + (table < more) for table in range(tables))
    return entrants, ()


def snaked(places: Sequence[Place], sizes: Sequence[int]) -> list[list[Place]]:
    """Tables of these sizes that are alike in strength: the first along them, the next back, and so on."""
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
    """An order of seats in which those come first who have sat further behind so far."""
    behind: dict[Place, int] = {}
    for outcome in outcomes:
        for seat, place in enumerate(outcome.pairing.places):
            behind[place] = behind.get(place, 0) + seat
    return tuple(sorted(places, key=lambda place: (-behind.get(place, 0), place)))
