"""One sleeper to the earliest deadline: whatever the house owes is played when it is due, also after a crash."""

from __future__ import annotations

from collections.abc import Callable

import structlog
from structlog.typing import FilteringBoundLogger

from db.rows import Deadline, Note
from db.store import REMINDERS, Stale, Store
from host.owing import Owing
from host.sleeper import Now
from host.votes import Votes

log: FilteringBoundLogger = structlog.get_logger()

TAKEN = 20  # deadlines taken at once
AGAIN = 60.0  # seconds after which a deadline that failed is tried again


class Clock:
    """Plays due deadlines; one that fails is reported and tried again, the others go on."""

    def __init__(self, store: Store, owing: Owing, votes: Votes, now: Now, wake: Callable[[], None]) -> None:
        self._store, self._owing, self._votes, self._now, self._wake = store, owing, votes, now, wake

    async def work(self) -> float | None:
        """Play everything that is due; returns when the next deadline will be."""
        while due := await self._store.due(self._now(), TAKEN):
            for deadline in due:
                await self._play(deadline)
        return await self._store.next_due()

    async def _play(self, deadline: Deadline) -> None:
        try:
            await self._keep(deadline)
        except Stale:
            return  # somebody moved first, which is as good
        except Exception:
            log.exception("deadline failed", match=deadline.match, seq=deadline.seq, kind=deadline.kind)
            await self._store.postpone(deadline, self._now() + AGAIN)

    async def _keep(self, deadline: Deadline) -> None:
        if deadline.kind == "vote":
            await self._votes.close(deadline)
        elif deadline.kind not in REMINDERS:
            await self._owing.keep(deadline)
        elif await self._store.remind(deadline, await self._reminder(deadline)):
            self._wake()

    async def _reminder(self, deadline: Deadline) -> Note:
        """Whom to remind: the person on that seat, or of a match that has stalled the whole table."""
        match = await self._store.match(deadline.match)
        if deadline.kind == "stalled" or match is None or deadline.seat is None:
            return Note("stalled", None, deadline.seat)
        return Note(deadline.kind, match.seats[deadline.seat].user, deadline.seat)
