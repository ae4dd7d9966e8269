"""The sandbox's time, which its page can advance."""

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
    """The sandbox's time for `House`, as `now` and `idle`: waiting ends when it leaps."""

    def __init__(self, sandbox: aiohttp.ClientSession, clock: Now) -> None:
        self._sandbox, self._clock = sandbox, clock
        self._ahead = 0.0
        self._leapt = asyncio.Event()

    def now(self) -> float:
        """Unix seconds in the sandbox, as of the last look."""
        return self._clock() + self._ahead

    async def idle(self, wait: Coroutine[Any, Any, None]) -> None:
        """Wait, but only until the time leaps, as something distant may be due then."""
        nap, leap = asyncio.create_task(wait), asyncio.create_task(self._leapt.wait())
        try:
            await asyncio.wait((nap, leap), return_when=asyncio.FIRST_COMPLETED)
        finally:
            nap.cancel()
            leap.cancel()
            await asyncio.gather(nap, leap, return_exceptions=True)

    async def look(self) -> None:
        """Ask the sandbox for its time; if it doesn't answer because it restarts, keep the old one."""
        with suppress(aiohttp.ClientError, TimeoutError):
            async with self._sandbox.get("/sandbox/clock") as answer:
                ahead = float((await answer.json())["offset"])
            if ahead != self._ahead:
                log.info("time leaps", seconds=ahead - self._ahead)
                self._ahead = ahead
                self._leapt.set()
                self._leapt.clear()  # all waiters have been woken

    async def follow(self) -> None:
        """Keep looking."""
        while True:
            await asyncio.sleep(LOOKS_EVERY)
            await self.look()


@asynccontextmanager
async def followed(address: str, clock: Now = time.time) -> AsyncGenerator[SandboxTime]:
    """Follow the time of the sandbox at this address while the context lasts; it is right from the start."""
    async with aiohttp.ClientSession(address, timeout=ANSWERS_WITHIN) as sandbox:
        there = SandboxTime(sandbox, clock)
        await there.look()
        following = asyncio.create_task(there.follow())
        try:
            yield there
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
