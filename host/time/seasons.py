"""Seasons of a server: beginning, end, final tables, ceremony."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from db.store import Store
from host.time.clocks import zone_of
from host.time.worker import Now
from model.career import Season

LENGTHS = (1, 2, 3, 4, 6, 12)  # months that divide a year
YEAR = 12


class Seasons:
    """Knows the servers' seasons and closes those that are over."""

    def __init__(self, store: Store, now: Now, wake: Callable[[], None]) -> None:
        self._store, self._now, self._wake = store, now, wake

    async def at(self, guild: int, when: float) -> Season:
        """The server's season at that time."""
        settings = await self._store.servers.settings(guild)
        return season_at(when, settings.months, settings.first, settings.zone)

    async def work(self) -> float | None:
        """Close all seasons that are over, with a ceremony if there were matches; returns when the next one ends."""
        for guild, game, key in await self._store.seasons.over(self._now()):
            if await self._store.seasons.close(guild, game, key, self._now()):
                self._wake()
        return await self._store.seasons.next_end()


def season_at(when: float, months: int = 3, first: int = 1, zone: str = "") -> Season:
    """The season at that time: this many months long, one of them beginning in month `first` of the zone's year."""
    local = datetime.fromtimestamp(when, zone_of(zone))
    month = YEAR * local.year + local.month - 1
    begin = month - (month - (first - 1)) % months
    begins, ends = (datetime(m // YEAR, m % YEAR + 1, 1, tzinfo=zone_of(zone)) for m in (begin, begin + months))
    return Season(f"{begins:%Y-%m}", begins.timestamp(), ends.timestamp())
