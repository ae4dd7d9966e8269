"""Sessions left to a token: Discord allows a thousand a day, then resets the token.

A bot that crashes and restarts in a loop would use them up in a night, and so would a shard whose sessions keep
ending. So when few are left each start waits, the longer the fewer there are, and the last ones suffice until
the next renewal.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

import structlog
from discord.http import HTTPClient
from structlog.typing import FilteringBoundLogger

if TYPE_CHECKING:  # circular imports
    from discord.types.gateway import SessionStartLimit

log: FilteringBoundLogger = structlog.get_logger()

FEW = 100  # left, below which a start waits
KEPT = 10  # never used: other programs may start some with this token
SPARE = 1.0  # seconds after the expected renewal
DAY = 86400.0  # seconds between renewals

Sleep: TypeAlias = Callable[[float], Awaitable[None]]


class Starts:
    """The sessions left, as Discord last said; each shard that starts one uses one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, sleep: Sleep = asyncio.sleep) -> None:
        self._clock, self._sleep = clock, sleep
        self._total = self._left = 0
        self._renewed: float | None = None  # when there will be `_total` again; None: Discord hasn't said yet
        self._granted = 0  # that may start now, however few are left, as their wait is over
        self._due: float | None = None  # when the waiting ones may start; None: none wait

    @property
    def is_waiting(self) -> bool:
        """Whether a session must wait."""
        return self._due is not None

    @property
    def left(self) -> int | None:
        """The number of sessions left now; None if unknown."""
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
        """Wait until one more session may start.

        A caller that is cancelled meanwhile, as discord.py's is after a minute, resumes its wait with the next call.
        Raises what `wait` raises.
        """
        if self.is_waiting or (not self._granted and (self.left or 0) <= FEW):
            await self.wait(http, 1)

    async def wait(self, http: HTTPClient, shards: int | None) -> None:
        """Wait until a bot with so many shards (None: Discord's recommendation) may start its sessions.

        Raises discord.py's errors if Discord doesn't answer.
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
    """The seconds until so many sessions may start, spreading those left evenly until the renewal."""
    seconds, left = limit["reset_after"] / 1000, limit["remaining"] - KEPT
    if limit["remaining"] - shards >= FEW or not seconds:
        return 0.0
    return seconds + SPARE if left < shards else seconds * shards / left
