"""The pulse of the house: shows afterwards when nobody ran, so that an outage costs no player time."""

from __future__ import annotations

from db.store import Store
from host.sleeper import Now

BEAT = 60.0  # seconds
PAUSE = 180.0  # seconds without a beat: shorter ones are restarts, which the grace of a clock covers
REMEMBERED = 366 * 86400.0  # seconds: no clock reaches further back


class Pulse:
    """Beats once a minute; all processes on a database have one pulse."""

    def __init__(self, store: Store, now: Now) -> None:
        self._store, self._now = store, now

    async def begin(self) -> tuple[tuple[float, float], ...]:
        """Record the outage that ends now, if there was one; returns all that clocks have to leave out."""
        now = self._now()
        await self._store.beat(now, PAUSE)
        return await self._store.outages(now - REMEMBERED)

    async def work(self) -> float:
        """Beat; returns when the next beat is due."""
        now = self._now()
        await self._store.beat(now)
        return now + BEAT
