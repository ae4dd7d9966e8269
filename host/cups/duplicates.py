"""Duplicate tables: what luck gives to a seat, it gives to the same seat at all of them.

Each seat is compared with the mean of the same seat at the other tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engines.table import Seat, Standing
from host.lobby.legs import agree


@dataclass(frozen=True, slots=True)
class Finished:
    """A table as it ended: its standings, and the seats that someone else has finished.

    Without standings it was called off, or people have decided about it: all its seats count as the mean.
    """

    standings: tuple[Standing, ...]
    left: frozenset[Seat] = frozenset()


def leads(tables: Sequence[Finished]) -> list[dict[Seat, Fraction]]:
    """How far each seat of each table is ahead of the mean of the same seat at the other tables.

    A seat counts its points where at all tables more points mean a better rank, else the seats that it has beaten. A
    seat that its person has left isn't in the mean. Empty for a table with nothing to compare it with.
    """
    stood = [([row.points for row in table.standings], [row.rank for row in table.standings]) for table in tables]
    by_points = all(agree(points, ranks) for points, ranks in stood)
    played = [_worth(table.standings, by_points=by_points) for table in tables]
    return [_leads(index, tables, played) for index in range(len(tables))]


def ranks(table: Finished, lead: Mapping[Seat, Fraction]) -> tuple[int, ...]:
    """The rank of each seat at its own table by these leads; those whose person has left it come last."""
    order = [(seat in table.left, -lead[seat]) for seat in sorted(lead)]
    return tuple(1 + sum(other < mine for other in order) for mine in order)


def _leads(index: int, tables: Sequence[Finished], played: Sequence[Mapping[Seat, int]]) -> dict[Seat, Fraction]:
    lead: dict[Seat, Fraction] = {}
    compared = False
    for seat, worth in played[index].items():
        others = [
            there[seat]
            for other, there in enumerate(played)
            if other != index and seat in there and seat not in tables[other].left
        ]
        compared = compared or bool(others)
        lead[seat] = worth - Fraction(sum(others), len(others)) if others else Fraction()
    return lead if compared else {}


def _worth(standings: Sequence[Standing], *, by_points: bool) -> dict[Seat, int]:
    if by_points:
        return {standing.seat: standing.points for standing in standings}
    return {one.seat: sum(other.rank > one.rank for other in standings) for one in standings}
