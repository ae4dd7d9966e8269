"""The heartbeat of the house: shows afterwards when nobody ran, so that an outage costs no player time."""

from __future__ import annotations

from db.store import Store
from host.time.worker import Now

BEAT = 60.0  # seconds: a process killed between two beats gives the players the time since the last, never takes any
REMEMBERED = 366 * 86400.0  # seconds: no clock reaches further back


class Heartbeat:
    """Beats once a minute and when the house stops; all processes on a database share one heartbeat."""

    def __init__(self, store: Store, now: Now) -> None:
        self._store, self._now = store, now

    async def begin(self) -> tuple[tuple[float, float], ...]:
        """Record the outage that ends now, however short; returns all that clocks have to leave out."""
        now = self._now()
        await self._store.outages.begin(now)
        return await self._store.outages.past(now - REMEMBERED)

    async def work(self) -> float:
        """Beat; returns when the next beat is due."""
        now = self._now()
        await self._store.outages.beat(now)
        return now + BEAT
