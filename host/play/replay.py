"""Replay of a match step by step, as one viewer saw it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engines.table import Event, Seat
from host.play.match_log import MatchLog
from host.play.row_numbers import number_of, past
from host.play.seen import Seen, is_own, may_hear, seat_of, without_key
from model.kinds import STATELESS, How, RowKind
from model.match import LogRow

UNSEEN = (RowKind.START, *STATELESS)  # rows that don't change the table


@dataclass(frozen=True, slots=True)
class Frame:
    """A step: its place in the log and time (unix seconds), what the viewer heard, and the table after it."""

    seq: int
    at: float
    news: tuple[Event, ...]
    seen: Seen


class Replays:
    """Replays matches; each person sees only what they could see then."""

    def __init__(self, match_log: MatchLog) -> None:
        self._match_log = match_log

    async def steps(self, match_id: int, user: int | None, after: int = 0) -> list[int]:
        """The log rows after number `after` that changed the table or told this person something, for `frame`.

        Public numbers leave out rows that others may not know of; these places in the log don't, so they stay internal.
        """
        match = await self._match_log.store.match(match_id)
        seat = seat_of(match, user) if match is not None and user is not None else None
        rows = await past(self._match_log.store, match_id, after)
        first = next((row.seq for row in rows if row.kind == RowKind.DEAL), 0 if after else len(rows) + 1)
        return [row.seq for row in rows if row.seq >= first and row.kind not in UNSEEN and _is_shown(row, seat)]

    async def frame(self, match_id: int, user: int | None, seq: int) -> Frame | None:
        """The step of this log row as the person may see it; None if there is none."""
        return next(iter(await self.frames(match_id, user, [seq])), None)

    async def frames(self, match_id: int, user: int | None, seqs: Sequence[int]) -> list[Frame]:
        """The steps of these log rows, in order, as the person may see them; some may be missing."""
        store = self._match_log.store
        match = await store.match(match_id)
        if match is None or not seqs:
            return []
        seat = None if user is None else seat_of(match, user)
        rows = {row.seq: row for row in await store.log(match_id, min(seqs) - 1)}
        frames: list[Frame] = []
        for seq in seqs:
            snapshot = await store.snapshot(match_id, seq) if seq in rows else None
            if snapshot is not None:
                state, game = self._match_log.decoded(match, snapshot), self._match_log.game(match)
                news = tuple(event for event in rows[seq].events if may_hear(event, seat))
                number = await number_of(store, match_id, seq)
                seen = Seen(without_key(match), seat, game.view(state, seat), game, number=number)
                frames.append(Frame(seq, rows[seq].at, news, seen))
        return frames

    async def last_move(self, match_id: int, user: int) -> int:
        """The number of the person's last move (row_numbers), 0 if they haven't moved."""
        store = self._match_log.store
        last = max((row.seq for row in await store.log(match_id) if is_own(row, user)), default=0)
        return await number_of(store, match_id, last)


def since_own(rows: Iterable[tuple[LogRow, list[Event]]], user: int) -> list[Event]:
    """News since the person's own last move, from log rows with what they heard of each."""
    heard: list[Event] = []
    for row, events in rows:
        heard = [] if is_own(row, user) else [*heard, *events]
    return heard


def fulfilled(rows: Iterable[tuple[LogRow, list[Event]]], seat: Seat, user: int) -> float | None:
    """When (unix seconds) the first plan of the person on this seat was played since their own last move, if one was.

    Plans of a person who sat there before them are no business of theirs.
    """
    played: float | None = None
    for row, _ in rows:
        if is_own(row, user) or (row.kind == RowKind.TAKEOVER and row.by == seat):
            played = None
        elif played is None and row.by == seat and row.how == How.PLAN:
            played = row.at
    return played


def _is_shown(row: LogRow, seat: Seat | None) -> bool:
    return row.kind in (RowKind.DEAL, RowKind.UNDO, RowKind.REWIND) or any(
        may_hear(event, seat) for event in row.events
    )
