"""The heartbeat of the house: shows afterwards when nobody ran, so that an outage costs no player time.

With each beat it also hears of downtime that another process has announced.
"""

from __future__ import annotations

from collections.abc import Callable

from db.rows import Downtime
from db.store import Store
from host.time.worker import Now

BEAT = 60.0  # seconds: a process killed between two beats gives the players the time since the last, never takes any
REMEMBERED = 366 * 86400.0  # seconds: no clock reaches further back


class Heartbeat:
    """Beats once a minute and when the house stops; all processes on a database share one heartbeat."""

    def __init__(self, store: Store, now: Now) -> None:
        self._store, self._now = store, now
        self.heard: Callable[[tuple[Downtime, ...]], None] = _nobody_listens  # told what is announced

    async def begin(self) -> tuple[tuple[float, float], ...]:
        """Record the outage that ends now, however short; returns all that clocks have to leave out."""
        now = self._now()
        await self._store.outages.begin(now)
        await self.look()
        return await self._store.outages.past(now - REMEMBERED)

    async def work(self) -> float:
        """Beat; returns when the next beat is due."""
        now = self._now()
        await self._store.outages.beat(now)
        await self.look()
        return now + BEAT

    async def look(self) -> None:
        """Tell what has been announced."""
        self.heard(await self._store.outages.downtimes(self._now() - REMEMBERED))


def _nobody_listens(downtimes: tuple[Downtime, ...]) -> None:
    """What is told before somebody wants to know."""
