"""Badges: what a player has done in a finished match, read from its log alone."""

from __future__ import annotations

from engines import extras_of
from engines.record import Badge, Record
from engines.table import Seat

__all__ = ["Badge", "Record", "earned"]


def earned(game: str, record: Record) -> list[tuple[Seat, str]]:
    """The seats and the ids of the badges they have earned, ordered by clause, then by seat.

    No seat earns the same badge twice in a match.
    """
    return [(seat, badge.id) for badge in extras_of(game).badges for seat in sorted(badge.earned(record))]
