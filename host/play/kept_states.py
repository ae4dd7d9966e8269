"""Cache of matches as saved."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from host.play.row_numbers import is_silent
from model.match import LogRow, Match, Snapshot

STATES = 256  # a state takes some tens of kilobytes
MATCHES = 128
ROWS = 64  # log rows of a match


@dataclass(slots=True)
class KeptState:
    """A saved state. `state` is only to be looked at: moves are applied to one that is decoded again."""

    snapshot: Snapshot
    state: object | None = None  # None while no one has looked at it


@dataclass(slots=True)
class KeptRows:
    """The newest log rows of a match, without a gap, up to row `seq`; `number` is that of the last (row_numbers).

    `users` are the people in its seats by then: of a person who was forgotten, older rows don't tell any more.
    """

    seq: int
    number: int
    rows: deque[LogRow]
    users: tuple[int | None, ...]

    def after(self, seq: int) -> list[LogRow] | None:
        """The rows past number `seq`; None if not all of them are kept."""
        first = self.seq - len(self.rows) + 1
        return [row for row in self.rows if row.seq > seq] if seq >= first - 1 else None

    def past(self, number: int) -> list[LogRow] | None:
        """Rows that `row_numbers.past` finds after the public one of this number; None if they aren't all kept."""
        public = self.number
        for index in range(len(self.rows), 0, -1):
            if public <= number:
                return list(self.rows)[index:]
            public -= not is_silent(self.rows[index - 1])
        return list(self.rows) if public <= number else None


class KeptStates:
    """The states and log rows that were used last, of the matches that were used last.

    Which row is the newest is read from the match's header every time. A saved row never changes, so what is kept of it
    can't be out of date, but for one case: a person is forgotten. The header shows that as well, by the people in its
    seats.
    """

    def __init__(self) -> None:
        self._states: OrderedDict[tuple[int, int], KeptState] = OrderedDict()
        self._rows: OrderedDict[int, KeptRows] = OrderedDict()

    def __iter__(self) -> Iterator[KeptState]:
        return iter(self._states.values())

    def state(self, match: int, seq: int) -> KeptState | None:
        """Kept state of the match as of this row."""
        kept = self._states.get((match, seq))
        if kept is not None:
            self._states.move_to_end((match, seq))
        return kept

    def keep(self, snapshot: Snapshot, state: object | None = None) -> KeptState:
        """Keep a state that is saved."""
        kept = self._states[snapshot.match, snapshot.seq] = KeptState(snapshot, state)
        self._states.move_to_end((snapshot.match, snapshot.seq))
        if len(self._states) > STATES:
            self._states.popitem(last=False)
        return kept

    def rows(self, match: Match) -> KeptRows | None:
        """The log rows up to the one that the header tells."""
        kept = self._rows.get(match.id)
        if kept is None or (kept.seq, kept.users) != (match.seq, _users(match)):
            return None
        self._rows.move_to_end(match.id)
        return kept

    def keep_rows(self, match: Match, rows: Sequence[LogRow], number: int) -> KeptRows:
        """Keep the newest log rows of a match; the last has this number, and older ones stay if none is missing."""
        kept, users = self._rows.get(match.id), _users(match)
        if kept is not None and kept.seq > match.seq:
            return KeptRows(match.seq, number, deque(rows), users)  # it has moved on: nothing of this is new
        if kept is None or not rows or (kept.seq, kept.users) != (rows[0].seq - 1, users):
            kept = self._rows[match.id] = KeptRows(match.seq, number, deque(maxlen=ROWS), users)
        kept.rows.extend(rows)
        kept.seq, kept.number = match.seq, number
        self._rows.move_to_end(match.id)
        if len(self._rows) > MATCHES:
            self._rows.popitem(last=False)
        return kept

    def clear(self) -> None:
        """Forget everything."""
        self._states.clear()
        self._rows.clear()


def _users(match: Match) -> tuple[int | None, ...]:
    return tuple(seat.user for seat in match.seats)
