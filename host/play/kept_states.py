"""Cache of saved states and log rows of matches."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cachetools import LRUCache

from host.play.row_numbers import is_silent
from model.match import LogRow, Match, Snapshot

STATES = 64  # some 6 KB each
MATCHES = 32
ROWS = 16  # log rows of a match, some 1.5 KB each; few readings go further back than twelve


@dataclass(slots=True)
class KeptState:
    """A saved state. `state` is read-only: moves are applied to a fresh decoding."""

    snapshot: Snapshot
    state: object | None = None  # None until someone has needed it


@dataclass(slots=True)
class KeptRows:
    """The newest log rows of a match, without gaps, up to row `seq`; `number` is the last one's row number.

    `users` are the people on its seats at that time: once one of them is forgotten, these rows are out of date.
    """

    seq: int
    number: int
    rows: deque[LogRow]
    users: tuple[int | None, ...]

    def after(self, seq: int) -> list[LogRow] | None:
        """The rows after number `seq`; None if they aren't all cached."""
        first = self.seq - len(self.rows) + 1
        return [row for row in self.rows if row.seq > seq] if seq >= first - 1 else None

    def past(self, number: int) -> list[LogRow] | None:
        """The rows that `row_numbers.past` finds after this public number; None if they aren't all cached."""
        public = self.number
        for index in range(len(self.rows), 0, -1):
            if public <= number:
                return list(self.rows)[index:]
            public -= not is_silent(self.rows[index - 1])
        return list(self.rows) if public <= number else None


class KeptStates:
    """The most recently used states and log rows of the most recently used matches.

    The newest row's number comes from the match's header each time. A saved row never changes, so the cache can't be
    out of date, with one exception: a person is forgotten. The header shows that as well, by the people on its
    seats.
    """

    def __init__(self) -> None:
        self._states = LRUCache[tuple[int, int], KeptState](STATES)
        self._rows = LRUCache[int, KeptRows](MATCHES)

    def __iter__(self) -> Iterator[KeptState]:
        return iter(self._states.values())

    def state(self, match: int, seq: int) -> KeptState | None:
        """The cached state of the match as of this row."""
        return self._states.get((match, seq))

    def keep(self, snapshot: Snapshot, state: object | None = None) -> KeptState:
        """Cache a state that has been saved."""
        kept = self._states[snapshot.match, snapshot.seq] = KeptState(snapshot, state)
        return kept

    def rows(self, match: Match) -> KeptRows | None:
        """The cached log rows up to the row in the header."""
        kept = self._rows.get(match.id)
        if kept is None or (kept.seq, kept.users) != (match.seq, _users(match)):
            return None
        return kept

    def keep_rows(self, match: Match, rows: Sequence[LogRow], number: int) -> KeptRows:
        """Cache the newest log rows; the last has this number. Older rows stay if none is missing between."""
        kept, users = self._rows.get(match.id), _users(match)
        if kept is not None and kept.seq > match.seq:
            return KeptRows(match.seq, number, deque(rows), users)  # the match has moved on: none of this is new
        if kept is None or not rows or (kept.seq, kept.users) != (rows[0].seq - 1, users):
            kept = self._rows[match.id] = KeptRows(match.seq, number, deque(maxlen=ROWS), users)
        kept.rows.extend(rows)
        kept.seq, kept.number = match.seq, number
        return kept

    def clear(self) -> None:
        """Empty the cache."""
        self._states.clear()
        self._rows.clear()


def _users(match: Match) -> tuple[int | None, ...]:
    return tuple(seat.user for seat in match.seats)
