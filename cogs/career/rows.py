"""A person's row on a ladder, as pictures take it."""

from __future__ import annotations

from host.careers.ladders import LadderRow
from render import career


def name_of(user: int, name: str) -> career.Name:
    """Somebody's name; None for a rider who left."""
    return name if user > 0 else None


def row_of(rung: LadderRow) -> career.LadderRow:
    """A person's row."""
    return career.LadderRow(
        rank=rung.rank,
        name=name_of(rung.user, rung.name),
        rating=career.Rating(rung.points, rung.spread, rung.provisional),
        record=career.Record(rung.matches, rung.wins, rung.podiums),
        climbed=rung.climbed,
        streak=rung.streak,
    )
