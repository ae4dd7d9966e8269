"""Finished matches written by hand, event by event, and the seats that earn a badge in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines import EXTRAS
from engines.badges import Record
from engines.table import Event, Seat, Standing, Table, Value


def public_event(kind: str, **data: Value) -> Event:
    """A public event."""
    return Event(kind, None, data)


def record(points: Sequence[int], *events: Event | Iterable[Event]) -> Record:
    """A match that ends with these points by seat, after the events in their order."""
    best = sorted(points, reverse=True)
    standings = [Standing(seat, 1 + best.index(won), won) for seat, won in enumerate(points)]
    flat = [e for event in events for e in ([event] if isinstance(event, Event) else event)]
    return Record(Table(len(points), {}, 1), flat, standings)


def earners(badge_id: str, match: Record) -> set[Seat]:
    """The seats that earn the badge in the match."""
    [badge] = [badge for extras in EXTRAS.values() for badge in extras.badges if badge.id == badge_id]
    return badge.earned(match)
