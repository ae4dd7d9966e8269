"""Numbers of the workers that share the shards, and their turns to identify."""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import socket
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import structlog
from structlog.typing import FilteringBoundLogger

from db.sql.advice import unanswered
from db.store import Store

log: FilteringBoundLogger = structlog.get_logger()

LEASE = 15.0  # seconds for which a dead process keeps its number
BEAT = 5.0  # seconds between renewals
SPACING = 5.0  # seconds between two identifies of a token, which Discord demands
JITTER = 0.25  # seconds: waiters for the same moment don't all ask at once
IDENTIFY = "identify"  # the key of the time of the next one

Sleep: TypeAlias = Callable[[float], Awaitable[None]]


class NumberTaken(Exception):
    """Another living process has the number; the text names its host."""


class NumberLost(Exception):
    """Another process has taken the number, as this one didn't renew it in time."""


class WorkerNumber:
    """This process's number: a lease in the database, renewed every few seconds.

    All times come from the database's clock, so the machines' clocks don't matter.
    """

    def __init__(self, store: Store, number: int, sleep: Sleep = asyncio.sleep) -> None:
        self._turns, self._key, self._sleep = store.turns, f"worker.{number}", sleep
        self._holder = f"{socket.gethostname()}/{os.getpid()}/{secrets.token_hex(4)}"
        self._lease: str | None = None  # as last written

    async def take(self) -> None:
        """Take the number, after waiting for the lease of a dead process to end.

        Raises NumberTaken if someone renews the lease meanwhile.
        """
        first: str | None = None
        waited = 0.0
        while True:
            seen, now = await self._turns.seen(self._key), await self._turns.clock()
            until, holder = _read(seen)
            # unrenewed for that long it has run out, even if the database's clock has gone back
            if until <= now or waited >= LEASE:
                if await self._renew(seen):
                    return
                first, waited = None, 0.0
                continue
            if first is None:
                first = seen
                log.info("waits until the lease of an earlier worker of this number ends", seconds=round(until - now))
            elif seen != first:
                raise NumberTaken(holder.partition("/")[0])
            pause = min(BEAT / 2, max(0.0, until - now) + JITTER)
            await self._sleep(pause)
            waited += pause

    async def keep(self) -> None:
        """Renew the lease forever; raises NumberLost if another process has taken the number."""
        while True:
            await self._sleep(BEAT)
            try:
                if not await self._renew(self._lease) and not await self._is_ours():
                    raise NumberLost
            except unanswered():  # then no other process can take the number either
                log.warning("the lease of the worker's number couldn't be renewed")

    async def give_back(self) -> None:
        """Free the number for another process at once."""
        if self._lease is not None:
            await self._turns.take(self._key, self._lease, "")
            self._lease = None

    async def _renew(self, seen: str | None) -> bool:
        lease = f"{await self._turns.clock() + LEASE} {self._holder}"
        taken = await self._turns.take(self._key, seen, lease)
        if taken:
            self._lease = lease
        return taken

    async def _is_ours(self) -> bool:
        """Whether the renewal succeeded although the connection was lost before the reply."""
        seen = await self._turns.seen(self._key)
        if _read(seen)[1] != self._holder:
            return False
        self._lease = seen
        return True


class Identifies:
    """Turns to identify at Discord's gateway: one in five seconds, over all processes on a database."""

    def __init__(self, store: Store, sleep: Sleep = asyncio.sleep) -> None:
        self._turns, self._sleep = store.turns, sleep

    async def turn(self) -> None:
        """Wait for a turn to identify."""
        while (pause := await self._try()) > 0:
            await self._sleep(pause)

    async def _try(self) -> float:
        """Take a turn if it is free; returns the seconds until the next try, 0 if it was taken."""
        try:
            seen, now = await self._turns.seen(IDENTIFY), await self._turns.clock()
            wait = float(seen or 0.0) - now
            if 0 < wait <= SPACING:  # more: the database's clock has gone back
                return wait + random.uniform(0, JITTER)
            if await self._turns.take(IDENTIFY, seen, str(now + SPACING)):
                return 0.0
        except unanswered():  # people couldn't play now either
            log.warning("the turn to identify couldn't be taken")
            return SPACING
        return random.uniform(0, JITTER) or JITTER


def _read(lease: str | None) -> tuple[float, str]:
    """End and holder of a lease; one that was given back, or never taken, has ended."""
    until, _, holder = (lease or "").partition(" ")
    return float(until or 0.0), holder
