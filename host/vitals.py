"""Vitals: whether the database takes writes, tried when a monitor asks."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from db.sql.advice import remedy, unanswered, why_unsaved
from db.store import LEAST, Store

__all__ = ["Vitals", "unanswered", "why_unsaved"]

AGAIN = 30.0  # seconds between two writes
ANSWERS_WITHIN = 2.5  # seconds: a reply takes three at most, even while another program locks the database
UNWRITABLE = "the database takes no writes"
FULL = "the disk of the database is nearly full: make room on it"


class Vitals:
    """Checks a store's health; simultaneous callers share one write."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store, self._clock = store, clock
        self._written = -AGAIN  # when the last write was made
        self._folder = None if store.file is None else Path(store.file).absolute().parent
        self._trying: asyncio.Task[str | None] | None = None

    async def missing(self) -> list[str]:
        """The reasons why nothing could be stored now, one line each."""
        unwritable, free = await self.unwritable(), await self.free()
        lines = [] if unwritable is None else [unwritable]
        if free is not None and free < LEAST and not self._store.is_backing_up:  # it needs the space briefly
            lines.append(FULL)
        return lines

    async def unwritable(self) -> str | None:
        """The reason why nothing can be written, None if it can; failures are retried at once, successes cached."""
        if self._trying is None and self._clock() - self._written < AGAIN:
            return None
        trying = self._trying = self._trying or asyncio.create_task(self._try())
        await asyncio.wait({trying}, timeout=ANSWERS_WITHIN)  # not cancelled: the next caller waits for it, too
        if not trying.done():
            return UNWRITABLE
        if self._trying is trying:
            self._trying = None
        return trying.result()

    async def free(self) -> int | None:
        """Free bytes on the disk of the database file; None for a database server."""
        if self._folder is None:
            return None
        try:
            return (await asyncio.to_thread(shutil.disk_usage, self._folder)).free
        except OSError:
            return None

    async def _try(self) -> str | None:
        try:
            await self._store.touch()
        except unanswered() as fault:
            return remedy(fault) or UNWRITABLE
        self._written = self._clock()
        return None
