"""The sessions that Discord lets a token begin: a thousand a day, and the token is reset after the last.

A bot that ends and is started again and again would use them up in a night. So when few are left each start waits, the
longer the fewer there are, and the last of them last until there are new ones.
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

Sleep: TypeAlias = Callable[[float], Awaitable[None]]


class Starts:
    """How many are left, as Discord has said at this bot's start; each process begins one a shard."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, sleep: Sleep = asyncio.sleep) -> None:
        self._clock, self._sleep = clock, sleep
        self._total = self._left = 0
        self._renewed: float | None = None  # when there will be `_total` again; None: Discord hasn't said yet
        self.is_waiting = False

    @property
    def left(self) -> int | None:
        """How many there are now; None: not known yet."""
        if self._renewed is None:
            return None
        return self._left if self._clock() < self._renewed else self._total

    def begun(self) -> None:
        """One was used."""
        self._left -= 1

    async def wait(self, http: HTTPClient, shards: int | None) -> None:
        """Wait until a bot with so many shards (None: as many as Discord recommends) may begin its sessions.

        Raises what discord.py raises where Discord doesn't answer.
        """
        recommended, _, limit = await http.get_bot_gateway()
        self._learn(limit)
        pause = _pause(limit, shards or recommended)
        if not pause:
            return
        log.warning(
            "Discord allows few more starts today, so this one waits: find out why the bot starts so often",
            left=limit["remaining"],
            seconds=round(pause),
        )
        self.is_waiting = True
        await self._sleep(pause)
        self.is_waiting = False
        self._learn((await http.get_bot_gateway())[2])

    def _learn(self, limit: SessionStartLimit) -> None:
        self._total, self._left = limit["total"], limit["remaining"]
        self._renewed = self._clock() + limit["reset_after"] / 1000


def _pause(limit: SessionStartLimit, shards: int) -> float:
    """The seconds after which so many sessions may begin: those that are left, evenly over the time for which."""
    seconds, left = limit["reset_after"] / 1000, limit["remaining"] - KEPT
    if limit["remaining"] - shards >= FEW or not seconds:
        return 0.0
    return seconds + SPARE if left < shards else seconds * shards / left
