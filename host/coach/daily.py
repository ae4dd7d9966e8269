"""Daily posts of the puzzle, at the hour each server chose."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from structlog.typing import FilteringBoundLogger

from db.store import Store
from db.stores.puzzles import PuzzleChannel
from engines.table import Refused
from host.coach.puzzles import Posed, Puzzles
from host.delivery import Compose, Delivery
from host.time.clocks import zone_of
from host.time.worker import Now
from model.kinds import PostKind
from model.match import Post
from model.sets import RaceResult

log: FilteringBoundLogger = structlog.get_logger()

HOUR = 9  # of a server's day, when the puzzle is posted unless the server chose another hour
AGAIN = 60.0  # seconds to the next look where there is no puzzle


@dataclass(frozen=True, slots=True)
class PuzzleMessage(Delivery):
    """The puzzle of the day for a server's channel, with the solution of the day `before` and its race."""

    channel: int
    puzzle: Posed
    before: Posed | None
    race: RaceResult | None  # of the day before, if someone came home


class Daily:
    """Keeps where servers want the puzzle of the day, and posts it there."""

    def __init__(
        self,
        store: Store,
        puzzles: Puzzles,
        race: Callable[[int], Awaitable[RaceResult | None]],
        now: Now,
        wake: Callable[[], None],
    ) -> None:
        """`race` tells what a server's post says of the last race of the day."""
        self._store, self._tables, self._puzzles, self._race = store, store.puzzles, puzzles, race
        self._now, self._wake = now, wake
        self.kinds: Mapping[PostKind, Compose] = {PostKind.PUZZLE: self._message}

    async def place(self, guild: int) -> PuzzleChannel | None:
        """A server's channel and hour for the puzzle of the day; None if it wants none."""
        return await self._tables.place(guild)

    async def set_place(self, guild: int, channel: int | None, hour: int | None) -> None:
        """Store a server's channel for the puzzle and the hour of its day; None keeps the hour."""
        changes = {"channel": channel, "hour": hour}
        changed = {name: value for name, value in changes.items() if value is not None}
        await self._tables.set_place(PuzzleChannel(guild, None, HOUR), **changed)
        self._wake()

    async def stop(self, guild: int) -> None:
        """Store that a server wants no puzzle."""
        await self._tables.set_place(PuzzleChannel(guild, None, HOUR), channel=None)

    async def work(self) -> float | None:
        """Post the puzzle wherever it is due; returns when it is due next."""
        times: list[float] = []
        for place in await self._tables.places():
            zone = zone_of((await self._store.servers.settings(place.guild)).zone)
            local = datetime.fromtimestamp(self._now(), zone)
            today = local.replace(hour=place.hour, minute=0, second=0, microsecond=0)
            tomorrow, day = (today + timedelta(days=1)).timestamp(), local.date().toordinal()
            if place.day >= day:
                times.append(tomorrow)
            elif today.timestamp() > self._now():
                times.append(today.timestamp())
            else:
                times.append(tomorrow if await self._owe(place, day) else self._now() + AGAIN)
        return min(times, default=None)

    async def _owe(self, place: PuzzleChannel, day: int) -> bool:
        """Queue the post; False if there is no puzzle."""
        try:
            await self._puzzles.today()
        except Refused:
            log.warning("no puzzle for today")
            return False
        await self._tables.owe_post(place, day, self._now())
        self._wake()
        return True

    async def _message(self, post: Post) -> PuzzleMessage | None:
        """The puzzle message for this post; None once the next day's is due, or if the server has stopped it."""
        place = None if post.guild is None else await self._tables.place(post.guild)
        if place is None or place.channel is None or place.day != post.seq:
            return None
        today, yesterday = await self._puzzles.today(), await self._puzzles.yesterday()
        race = await self._race(place.guild)
        return PuzzleMessage(post, None, place.channel, today, yesterday, race, keep=None)
