"""One sleeper to the earliest deadline: whatever the house owes is played when it is due, also after a crash."""

from __future__ import annotations

import structlog
from structlog.typing import FilteringBoundLogger

from db.rows import Deadline
from db.store import Stale, Store
from host.matches import Matches
from host.sleeper import Now

log: FilteringBoundLogger = structlog.get_logger()

TAKEN = 20  # deadlines taken at once
AGAIN = 60.0  # seconds after which a deadline that failed is tried again


class Clock:
    """Plays due deadlines; one that fails is reported and tried again, the others go on."""

    def __init__(self, store: Store, matches: Matches, now: Now) -> None:
        self._store, self._matches, self._now = store, matches, now

    async def work(self) -> float | None:
        """Play everything that is due; returns when the next deadline will be."""
        while due := await self._store.due(self._now(), TAKEN):
            for deadline in due:
                await self._play(deadline)
        return await self._store.next_due()

    async def _play(self, deadline: Deadline) -> None:
        try:
            await self._matches.owe(deadline)
        except Stale:
            return  # somebody moved first, which is as good
        except Exception:
            log.exception("deadline failed", match=deadline.match, seq=deadline.seq, kind=deadline.kind)
            await self._store.postpone(deadline, self._now() + AGAIN)
