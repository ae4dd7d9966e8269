"""Two against two: one round, two tables with the same luck, at each of them one of either side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from host.cups import swiss
from host.cups.field import Field, Line, Outcome, Pairing, Place

PEOPLE = 4
SIDES: Mapping[Place, Place] = MappingProxyType({1: 1, 4: 1, 2: 2, 3: 2})  # each named by its better seeded
TABLES = (Pairing((1, 2)), Pairing((3, 4)))  # each side has each seat once


def pairings(field: Field, outcomes: Sequence[Outcome]) -> tuple[Pairing, ...]:
    """The two tables; () once they have been played, and if someone has left before."""
    return () if outcomes or not all(field.plays(place, 1) for place in field.places) else TABLES


def standing(field: Field, outcomes: Sequence[Outcome]) -> list[Line]:
    """Standings: the side that has won, then the other."""
    return swiss.table(list(field.places), outcomes)
