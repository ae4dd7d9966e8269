"""Heartbeat: shows afterwards when no process ran, so that an outage costs no one time.

Each beat also picks up downtime that another process has announced.
"""

from __future__ import annotations

from typing import TypeAlias

import structlog
from structlog.typing import FilteringBoundLogger

from db.store import Store
from host.time.worker import Now
from model.match import Downtime

log: FilteringBoundLogger = structlog.get_logger()

Stretches: TypeAlias = tuple[tuple[float, float], ...]

BEAT = 60.0  # seconds: a process killed between beats gives players the time since the last, and never takes any
LATE = 150.0  # seconds between beats that mean trouble: one beat may fail and be caught up
REMEMBERED = 366 * 86400.0  # seconds: no clock reaches further back


class Heartbeat:
    """Beats once a minute and when the bot stops; all processes on a database share one heartbeat.

    It knows the times that clocks skip. With `notices`, a beat that comes far too late or goes
    back counts as an outage too: the machine slept, its clock was set, the database was gone. Where time may leap,
    as in the sandbox, it doesn't.
    """

    def __init__(self, store: Store, now: Now, *, notices: bool = False) -> None:
        self._store, self._now, self._notices = store, now, notices
        self.outages: Stretches = ()  # when no process ran
        self.downtimes: tuple[Downtime, ...] = ()  # announced ones
        self._last: float | None = None  # when this process last beat
        self._failed = False  # whether a try since has failed

    async def begin(self) -> Stretches:
        """Record the outage that ends now, however short; returns all times that clocks skip."""
        now = self._now()
        await self._store.outages.begin(now)
        self._last = now
        await self.look()
        await self._remember(now)
        return self.outages

    async def work(self) -> float:
        """Beat; returns when the next beat is due."""
        now, last = self._now(), self._last
        is_strange = last is not None and self._is_strange(now - last)
        least, self._failed = self._least(), True
        if last is not None and is_strange:
            seconds = await self._store.outages.leap(last, now, least)
            if seconds > 0.0:
                log.warning("nobody could play for a while, which costs no player time", seconds=round(seconds))
            elif seconds < 0.0:
                log.warning("the clock went back: what was due is done now", seconds=round(-seconds))
        else:
            await self._store.outages.beat(now)
        self._last, self._failed = now, False
        await self._remember(now)
        await self.look()
        return now + BEAT

    async def look(self) -> None:
        """Read what downtime has been announced."""
        self.downtimes = await self._store.outages.downtimes(self._now() - REMEMBERED)

    async def catch_up(self) -> None:
        """Beat at once if a beat is late, before anything is done that depends on the time."""
        if self._last is not None and self._is_strange(self._now() - self._last):
            await self.work()

    def _is_strange(self, seconds: float) -> bool:
        return self._notices and abs(seconds) > self._least()

    def _least(self) -> float:
        """The least gap between beats that counts as an outage: after a failed beat, any."""
        return BEAT if self._failed else LATE

    async def _remember(self, now: float) -> None:
        self.outages = await self._store.outages.past(now - REMEMBERED)
