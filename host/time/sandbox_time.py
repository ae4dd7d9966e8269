"""Time of the sandbox, which its page can advance."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

import aiohttp
import structlog
from structlog.typing import FilteringBoundLogger

from host.time.worker import Now

log: FilteringBoundLogger = structlog.get_logger()

LOOKS_EVERY = 1.0  # seconds
ANSWERS_WITHIN = aiohttp.ClientTimeout(3.0)  # seconds


class SandboxTime:
    """Time of the sandbox for `House`, as `now` and `idle`: waiting ends when it leaps."""

    def __init__(self, sandbox: aiohttp.ClientSession, clock: Now) -> None:
        self._sandbox, self._clock = sandbox, clock
        self._ahead = 0.0
        self._leapt = asyncio.Event()

    def now(self) -> float:
        """Unix seconds in the sandbox, as it said when it was last asked."""
        return self._clock() + self._ahead

    async def idle(self, wait: Coroutine[Any, Any, None]) -> None:
        """Wait, but no longer than until the time leaps: then something may be due that was far away."""
        nap, leap = asyncio.create_task(wait), asyncio.create_task(self._leapt.wait())
        try:
            await asyncio.wait((nap, leap), return_when=asyncio.FIRST_COMPLETED)
        finally:
            nap.cancel()
            leap.cancel()
            await asyncio.gather(nap, leap, return_exceptions=True)

    async def look(self) -> None:
        """Ask the sandbox for its time; a sandbox that doesn't answer, since it starts again, leaves it as it was."""
        with suppress(aiohttp.ClientError, TimeoutError):
            async with self._sandbox.get("/sandbox/clock") as answer:
                ahead = float((await answer.json())["offset"])
            if ahead != self._ahead:
                log.info("time leaps", seconds=ahead - self._ahead)
                self._ahead = ahead
                self._leapt.set()
                self._leapt.clear()  # all that wait now have been woken

    async def follow(self) -> None:
        """Keep on looking."""
        while True:
            await asyncio.sleep(LOOKS_EVERY)
            await self.look()


@asynccontextmanager
async def followed(address: str, clock: Now = time.time) -> AsyncGenerator[SandboxTime]:
    """The time of the sandbox at this address, right from the start and followed while the context lasts."""
    async with aiohttp.ClientSession(address, timeout=ANSWERS_WITHIN) as sandbox:
        there = SandboxTime(sandbox, clock)
        await there.look()
        following = asyncio.create_task(there.follow())
        try:
            yield there
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
