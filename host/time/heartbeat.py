"""Heartbeat: shows afterwards when no process ran, so that an outage costs no time.

With each beat it also hears of downtime that another process has announced.
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

BEAT = 60.0  # seconds: a process killed between two beats gives the players the time since the last, never takes any
LATE = 150.0  # seconds from one beat to the next after which something was wrong: a beat may fail, and be made up for
REMEMBERED = 366 * 86400.0  # seconds: no clock reaches further back


class Heartbeat:
    """Beats once a minute and when the house stops; all processes on a database share one heartbeat.

    It knows what clocks have to leave out. With `notices`, a beat that comes far too late or goes
    back was an outage, too: the machine slept, its clock was set, the database was gone. Where time is meant to leap,
    as in the sandbox, it isn't.
    """

    def __init__(self, store: Store, now: Now, *, notices: bool = False) -> None:
        self._store, self._now, self._notices = store, now, notices
        self.outages: Stretches = ()  # in which no one ran
        self.downtimes: tuple[Downtime, ...] = ()  # that are announced
        self._last: float | None = None  # when this process has beaten last
        self._failed = False  # whether it has tried to since, in vain

    async def begin(self) -> Stretches:
        """Record the outage that ends now, however short; returns all that clocks have to leave out."""
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
        """Read what has been announced."""
        self.downtimes = await self._store.outages.downtimes(self._now() - REMEMBERED)

    async def catch_up(self) -> None:
        """Beat at once where that is late: before anything is done that goes by the time."""
        if self._last is not None and self._is_strange(self._now() - self._last):
            await self.work()

    def _is_strange(self, seconds: float) -> bool:
        return self._notices and abs(seconds) > self._least()

    def _least(self) -> float:
        """Least gap between two beats in which no one could play: after one that failed, any."""
        return BEAT if self._failed else LATE

    async def _remember(self, now: float) -> None:
        self.outages = await self._store.outages.past(now - REMEMBERED)
