"""Daily posts of the puzzle, at each server's hour."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import structlog
from structlog.typing import FilteringBoundLogger

from db.store import LEASE, Store
from db.stores.puzzles import PuzzlePlace
from engines.table import Refused
from host.coach.puzzles import Posed, Puzzles
from host.time.clocks import zone_of
from host.time.worker import Now

log: FilteringBoundLogger = structlog.get_logger()

__all__ = ["Daily", "PuzzlePlace"]

HOUR = 9  # of a server's day, from which on the puzzle is posted unless it wants another
Poster = Callable[[PuzzlePlace, Posed, Posed | None, str], Awaitable[bool]]


class Daily:
    """Knows where servers want the puzzle of the day, and sends it there.

    `poster` is given the place, the puzzle, that of the day before, and a nonce that stays the same over all tries; it
    says whether that is settled, or else has to be tried again.
    """

    def __init__(self, store: Store, puzzles: Puzzles, now: Now, wake: Callable[[], None]) -> None:
        self._store, self._tables, self._puzzles = store, store.puzzles, puzzles
        self._now, self._wake = now, wake
        self.poster: Poster = _nobody

    async def place(self, guild: int) -> PuzzlePlace | None:
        """Where a server wants the puzzle of the day, if it does."""
        return await self._tables.place(guild)

    async def set_place(self, guild: int, channel: int | None, hour: int | None) -> None:
        """Keep where a server wants it, and from which hour of its day on; None: as before."""
        known = await self._tables.place(guild)
        old_channel, old_hour = (known.channel, known.hour) if known else (None, HOUR)
        await self._tables.set_place(
            guild, old_channel if channel is None else channel, old_hour if hour is None else hour
        )
        self._wake()

    async def stop(self, guild: int) -> None:
        """Keep that a server wants none."""
        known = await self._tables.place(guild)
        await self._tables.set_place(guild, None, known.hour if known else HOUR)

    async def work(self) -> float | None:
        """Post wherever it is time; returns when it will be next."""
        next_time: float | None = None
        last = await self._tables.last_posts()
        for place in await self._tables.places():
            zone = zone_of((await self._store.servers.settings(place.guild)).zone)
            local = datetime.fromtimestamp(self._now(), zone)
            today = local.replace(hour=place.hour, minute=0, second=0, microsecond=0)
            day = local.date().toordinal()
            posted, leased = last[place.guild]
            if posted >= day:
                due = (today + timedelta(days=1)).timestamp()
            elif today.timestamp() > self._now():
                due = today.timestamp()
            else:
                due = leased if leased > self._now() else await self._post(place, day)
            next_time = due if next_time is None else min(next_time, due)
        return next_time

    async def _post(self, place: PuzzlePlace, day: int) -> float:
        """Post it; returns when to look after this server again."""
        until = self._now() + LEASE
        if not await self._tables.take_post(place.guild, day, self._now(), until):
            return until
        try:
            puzzle = await self._puzzles.today()
        except Refused:
            log.warning("no puzzle for today")
            return until
        if not await self.poster(place, puzzle, await self._puzzles.yesterday(), f"p{place.guild:x}.{day}"):
            return until
        await self._tables.posted(place.guild, day)
        return until


async def _nobody(place: PuzzlePlace, puzzle: Posed, before: Posed | None, nonce: str) -> bool:
    """What posts before anybody can."""
    return False
