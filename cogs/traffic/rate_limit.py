"""Rate limit of a person: ten answers a second."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakValueDictionary

from engines.table import Refused

PER_SECOND = 10.0
LONGEST = 1.5  # seconds in line, and then
LONGEST_BUSY = 0.8  # until the press before is answered: Discord waits three for the first answer
KEPT = 1024  # people; nothing is forgotten until there are more


class RateLimit:
    """The times at which each person's presses are answered: ten at once, then one every tenth of a second.

    A person who comes later than that isn't slowed down, so nothing has to be remembered of them.
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
        """Wait until this press is to be answered; False at once for one that would have to wait longer than `most`."""
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
    """One press of each person at a time, in their order: however long they take, others have the rest of the house."""

    def __init__(self, longest: float = LONGEST_BUSY) -> None:
        self._longest = longest
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def first(self, user: int) -> AsyncGenerator[None]:
        """Wait until the person's press before this one is answered; Refused if that takes too long.

        Long tasks don't hold the line (see `cogs/ui/long_tasks.py`), so that is rare, and no haste of theirs.
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


SHARED_FOR = 600.0  # seconds in which a person shares nothing else of the same match
MOST_SHARES = 1024  # of which nothing is forgotten before that


class Shares:
    """Latest shares of people: one thing of a match in a while, so that no one floods a server."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._shared: dict[tuple[int, int], float] = {}  # by person and match: when (unix seconds) they may again

    @asynccontextmanager
    async def sharing(self, user: int, match: int) -> AsyncGenerator[None]:
        """Count a share if it comes to its end; Refused if it is too early for another one."""
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


MOST_FILMS = 20  # for which people wait at a time: Discord takes an answer for fifteen minutes


class Films:
    """The films that are being made: one after the other, so that none holds anyone up."""

    def __init__(self) -> None:
        self._wanted = 0
        self._free = asyncio.Semaphore(1)

    @asynccontextmanager
    async def making(self) -> AsyncGenerator[None]:
        """Wait until it is this film's turn; Refused if too many wait."""
        if self._wanted >= MOST_FILMS:
            raise Refused("replay.many")
        self._wanted += 1
        try:
            async with self._free:
                yield
        finally:
            self._wanted -= 1


STOPS_WITHIN = 3.0  # seconds in which people can be told that the bot ends


class LongTasks:
    """The long tasks of this process, by person and kind: one of each at a time."""

    def __init__(self) -> None:
        self._under_way: dict[tuple[int, str], asyncio.Task[None]] = {}

    def begin(self, user: int, kind: str, make: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Let it be made beside everything else; Refused if the person has one of the kind under way."""
        key = user, kind
        if key in self._under_way:
            raise Refused(f"task.{kind}")
        task = self._under_way[key] = asyncio.create_task(make(), name=f"make {kind}")
        task.add_done_callback(lambda _: self._under_way.pop(key, None))

    async def stop(self) -> None:
        """End all that are under way; each tells its person."""
        tasks = [*self._under_way.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=STOPS_WITHIN)
