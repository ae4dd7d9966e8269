"""Rate limit per person: ten replies a second."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakValueDictionary

from engines.table import Refused

PER_SECOND = 10.0
LONGEST = 1.5  # seconds in line; after that, until the reply
LONGEST_BUSY = 0.8  # seconds until the previous press is answered: Discord waits three for the first reply
KEPT = 1024  # people; no entry is dropped until there are more


class RateLimit:
    """The times of each person's replies: ten at once, then one every tenth of a second.

    A person who presses more slowly needs no entry.
    """

    def __init__(
        self,
        per_second: float = PER_SECOND,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._per_second, self._clock, self._sleep = per_second, clock, sleep
        self._next: dict[int, float] = {}  # by person: when the next press would come if they pressed evenly

    async def turn(self, user: int, most: float = LONGEST) -> bool:
        """Wait until this press may be answered; False at once if it would have to wait longer than `most`."""
        now = self._clock() * self._per_second  # times are counted in presses here
        start = max(self._next.get(user, now), now)
        wait = start - now - (self._per_second - 1)
        if wait > most * self._per_second:
            return False
        if len(self._next) >= KEPT:
            self._next = {person: then for person, then in self._next.items() if then > now}
        self._next[user] = start + 1
        if wait > 0:
            await self._sleep(wait / self._per_second)
        return True


class Line:
    """Answers one press of each person at a time, in order, so that slow ones leave room for other people."""

    def __init__(self, longest: float = LONGEST_BUSY) -> None:
        self._longest = longest
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def first(self, user: int) -> AsyncGenerator[None]:
        """Wait until the person's previous press is answered; Refused if that takes too long.

        Long tasks don't hold the line (see `cogs/ui/long_tasks.py`), so this is rare and not the person's fault.
        """
        lock = self._locks.setdefault(user, asyncio.Lock())
        try:
            async with asyncio.timeout(self._longest):
                await lock.acquire()
        except TimeoutError:
            raise Refused("house.busy") from None
        try:
            yield
        finally:
            lock.release()


SHARED_FOR = 600.0  # seconds in which a person can't share anything else of the same match
MOST_SHARES = 1024  # entries, none dropped earlier


class Shares:
    """People's latest shares: one per match and person in a while, so that no one floods a server."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._shared: dict[tuple[int, int], float] = {}  # by person and match: when (unix seconds) they may share again

    @asynccontextmanager
    async def sharing(self, user: int, match: int) -> AsyncGenerator[None]:
        """Count a share if it succeeds; Refused if it is too early for another."""
        now, key = self._now(), (user, match)
        if (until := self._shared.get(key, now)) > now:
            raise Refused("share.again", {"when": f"<t:{int(until)}:R>"})
        if len(self._shared) >= MOST_SHARES:
            self._shared = {film: then for film, then in self._shared.items() if then > now}
        self._shared[key] = now + SHARED_FOR
        try:
            yield
        except BaseException:
            del self._shared[key]
            raise


MOST_FILMS = 20  # waiting at a time: Discord accepts a reply for fifteen minutes


class Films:
    """Makes films one after another, so that none holds anyone up."""

    def __init__(self) -> None:
        self._wanted = 0
        self._free = asyncio.Semaphore(1)

    @asynccontextmanager
    async def making(self) -> AsyncGenerator[None]:
        """Wait for this film's turn; Refused if too many wait."""
        if self._wanted >= MOST_FILMS:
            raise Refused("replay.many")
        self._wanted += 1
        try:
            async with self._free:
                yield
        finally:
            self._wanted -= 1


STOPS_WITHIN = 3.0  # seconds to tell people that the bot stops


class LongTasks:
    """This process's long tasks, by person and kind: one of each at a time."""

    def __init__(self) -> None:
        self._under_way: dict[tuple[int, str], asyncio.Task[None]] = {}

    def begin(self, user: int, kind: str, make: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Start a task; Refused if the person has one of this kind running."""
        key = user, kind
        if key in self._under_way:
            raise Refused(f"task.{kind}")
        task = self._under_way[key] = asyncio.create_task(make(), name=f"make {kind}")
        task.add_done_callback(lambda _: self._under_way.pop(key, None))

    async def stop(self) -> None:
        """End all running tasks; each tells its person."""
        tasks = [*self._under_way.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=STOPS_WITHIN)
