"""Matches that were just read or written, as they are saved: what is looked at again needn't be read again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass

from db.rows import Match, Snapshot

MOST = 128  # matches; a state takes some tens of kilobytes


@dataclass(slots=True)
class KeptState:
    """A saved state. `state` is only to be looked at: moves are applied to one that is decoded anew.

    `number` is how many rows everybody may know of (row_numbers), None while nobody has asked.
    """

    snapshot: Snapshot
    state: object | None = None  # None while nobody has looked at it
    number: int | None = None


class KeptStates:
    """The newest known state of the matches that were used last.

    A snapshot of one log row never changes, so what is kept of it can't be out of date; whether it is the newest is
    read from the match's header every time.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[int, KeptState] = OrderedDict()

    def __iter__(self) -> Iterator[KeptState]:
        return iter(self._kept.values())

    def get(self, match: Match) -> KeptState | None:
        """What is kept of the match as of the row that its header tells."""
        kept = self._kept.get(match.id)
        if kept is not None:
            self._kept.move_to_end(match.id)
        return kept if kept is not None and kept.snapshot.seq == match.seq else None

    def put(self, kept: KeptState) -> KeptState:
        """Keep it instead of an older one of the same match."""
        match = kept.snapshot.match
        older = self._kept.get(match)
        if older is None or older.snapshot.seq <= kept.snapshot.seq:
            self._kept[match] = kept
            self._kept.move_to_end(match)
            if len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return kept

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
