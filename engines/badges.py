"""Badges: what a player has done in a finished match, read from its log alone."""

from __future__ import annotations

from engines.badges import legstrong, pistard, schlangennest, superechelon
from engines.badges.record import Badge, Record
from engines.table import Seat

__all__ = ["BADGES", "Badge", "Record", "earned"]

# By the key of the game, in the order of their clauses, four to six each; a game may have none, and then isn't here.
BADGES: dict[str, tuple[Badge, ...]] = {
    "pistard": pistard.BADGES,
    "superechelon": superechelon.BADGES,
    "schlangennest": schlangennest.BADGES,
    "legstrong": legstrong.BADGES,
}


def earned(game: str, record: Record) -> list[tuple[Seat, str]]:
    """Seats and the ids of the badges that they have earned, in the order of the clauses, then of the seats.

    Nobody earns the same badge twice in a match.
    """
    return [(seat, badge.id) for badge in BADGES.get(game, ()) for seat in sorted(badge.earned(record))]
