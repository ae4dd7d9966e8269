"""Sessions left to a token: Discord allows a thousand a day, then resets the token.

A bot that ends and is started again and again would use them up in a night, and so would a shard whose sessions end
again and again. So when few are left each start waits, the longer the fewer there are, and the last of them last until
there are new ones.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

import structlog
from discord.http import HTTPClient
from structlog.typing import FilteringBoundLogger

if TYPE_CHECKING:  # they import each other
    from discord.types.gateway import SessionStartLimit

log: FilteringBoundLogger = structlog.get_logger()

FEW = 100  # that are left, from which on a start waits
KEPT = 10  # that are never used: other programs may begin some with this token
SPARE = 1.0  # seconds after the moment at which there should be new ones
DAY = 86400.0  # seconds from one renewal to the next

Sleep: TypeAlias = Callable[[float], Awaitable[None]]


class Starts:
    """Sessions that are left, as Discord has said last; each shard that begins one uses one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, sleep: Sleep = asyncio.sleep) -> None:
        self._clock, self._sleep = clock, sleep
        self._total = self._left = 0
        self._renewed: float | None = None  # when there will be `_total` again; None: Discord hasn't said yet
        self._granted = 0  # that may begin now, however few are left: they were waited for
        self._due: float | None = None  # when those that are waited for may begin; None: no one waits

    @property
    def is_waiting(self) -> bool:
        """Whether a session may not begin yet."""
        return self._due is not None

    @property
    def left(self) -> int | None:
        """Number of sessions that are left now; None: not known yet."""
        now = self._clock()
        if self._renewed is None:
            return None
        if now >= self._renewed:
            self._left = self._total
            self._renewed += DAY * (1 + (now - self._renewed) // DAY)
        return self._left

    def begun(self) -> None:
        """Count a session as used."""
        self._granted = max(0, self._granted - 1)
        self._left -= 1

    async def turn(self, http: HTTPClient) -> None:
        """Wait until one more session may begin.

        Who is broken off meanwhile, as discord.py does after a minute, goes on waiting with the next call. Raises what
        `wait` raises.
        """
        if self.is_waiting or (not self._granted and (self.left or 0) <= FEW):
            await self.wait(http, 1)

    async def wait(self, http: HTTPClient, shards: int | None) -> None:
        """Wait until a bot with so many shards (None: as many as Discord recommends) may begin its sessions.

        Raises what discord.py raises where Discord doesn't answer.
        """
        if self._due is None:
            recommended, _, limit = await http.get_bot_gateway()
            self._learn(limit)
            self._granted = shards or recommended
            pause = _pause(limit, self._granted)
            if not pause:
                return
            log.warning(
                "Discord allows few more starts today, so this one waits: find out why the bot starts so often",
                left=limit["remaining"],
                seconds=round(pause),
            )
            self._due = self._clock() + pause
        await self._sleep(max(0.0, self._due - self._clock()))
        self._learn((await http.get_bot_gateway())[2])
        self._due = None

    def _learn(self, limit: SessionStartLimit) -> None:
        self._total, self._left = limit["total"], limit["remaining"]
        self._renewed = self._clock() + limit["reset_after"] / 1000


def _pause(limit: SessionStartLimit, shards: int) -> float:
    """The seconds after which so many sessions may begin: those that are left, evenly over the time for which."""
    seconds, left = limit["reset_after"] / 1000, limit["remaining"] - KEPT
    if limit["remaining"] - shards >= FEW or not seconds:
        return 0.0
    return seconds + SPARE if left < shards else seconds * shards / left
