"""Badges, and the record of a finished match from which they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engines.table import Event, Seat, Standing, Table


@dataclass(frozen=True, slots=True)
class Record:
    """A finished match: its table, everything that happened in it, secrets included, and the final standings.

    Moves that were taken back aren't in it. A row in an event may be a tuple, or a list if it comes from a save.
    """

    table: Table
    events: Sequence[Event]
    standings: Sequence[Standing]

    def of_kind(self, *kinds: str) -> list[Event]:
        """The events of these kinds, in their order."""
        return [event for event in self.events if event.kind in kinds]

    def winners(self) -> set[Seat]:
        """The seats of rank 1."""
        return {standing.seat for standing in self.standings if standing.rank == 1}

    def lead(self) -> int:
        """The points by which the first is ahead of the second; 0 if they are equal."""
        first, second = sorted((standing.points for standing in self.standings), reverse=True)[:2]
        return first - second


@dataclass(frozen=True, slots=True)
class Badge:
    """A distinction for a deed in one match: `clause` is its number in the list, `earned` names the seats to honour."""

    id: str
    clause: str
    earned: Callable[[Record], set[Seat]]


def parted(events: Iterable[Event], kind: str) -> list[list[Event]]:
    """The events from each one of that kind up to the next; what comes before the first is left out."""
    parts: list[list[Event]] = []
    for event in events:
        if event.kind == kind:
            parts.append([])
        if parts:
            parts[-1].append(event)
    return parts


def seat_of(event: Event) -> Seat:
    """The seat that the event is about."""
    return number(event, "seat")


def number(event: Event, name: str) -> int:
    """A whole number in the event."""
    value = event.data[name]
    assert isinstance(value, int)
    return value


def word(event: Event, name: str) -> str:
    """An id in the event."""
    value = event.data[name]
    assert isinstance(value, str)
    return value


def numbers(event: Event, name: str) -> list[int]:
    """The whole numbers in a sequence in the event."""
    value = event.data[name]
    assert not isinstance(value, int)
    return [int(n) for n in value]


def words(event: Event, name: str) -> list[str]:
    """The ids in a sequence in the event."""
    value = event.data[name]
    assert not isinstance(value, int)
    return [str(w) for w in value]
