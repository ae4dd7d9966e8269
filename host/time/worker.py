"""Worker loop: sleeps until something is due or it is woken."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from math import inf
from typing import Any, TypeAlias

import structlog
from structlog.typing import FilteringBoundLogger

log: FilteringBoundLogger = structlog.get_logger()

Now: TypeAlias = Callable[[], float]  # unix seconds
Idle: TypeAlias = Callable[[Coroutine[Any, Any, None]], Awaitable[None]]

LONGEST = 60.0  # seconds, or inf: look again unwoken, as another process may have written something and died
AFTER_FAULT = 5.0
PATIENCE = 5.0  # seconds for work in progress at shutdown


async def just_wait(wait: Coroutine[Any, Any, None]) -> None:
    """Idle as workers do outside of tests: just wait."""
    await wait


class Worker:
    """Calls `work` in a loop: it does what is due and returns when to call it next, or None."""

    def __init__(self, name: str, work: Callable[[], Awaitable[float | None]], now: Now, idle: Idle) -> None:
        self._name, self._work, self._now, self._idle = name, work, now, idle
        self._roused = asyncio.Event()  # by what is new, or by the stop
        self._something_new = False  # since its last look began, or not done because that failed
        self._task: asyncio.Task[None] | None = None
        self._stopped = False
        self._until = inf  # the time of the next look; none is set while it works

    def start(self) -> None:
        """Start the loop, in a task of its own."""
        self._stopped = False
        self._task = asyncio.create_task(self._run(), name=self._name)

    def wake(self, due: float = -inf) -> None:
        """Wake the loop, as something new may be due, unless it is known to be `due` only after the next look."""
        if due < self._until or self._until <= self._now():
            self._something_new = True
            self._roused.set()

    async def stop(self, patience: float = PATIENCE) -> None:
        """End the loop; work that takes longer than `patience` seconds is broken off, as by a crash."""
        if self._task is None:
            return
        self._stopped = True
        self._roused.set()
        _, late = await asyncio.wait({self._task}, timeout=patience)
        if late:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._task = None

    async def _run(self) -> None:
        while not self._stopped:
            due = await self._look()
            if not self._stopped:
                await self._idle(self._sleep(due))
        if self._something_new:  # right before the stop: no other process knows of it
            await self._look()

    async def _look(self) -> float | None:
        self._something_new = False
        self._roused.clear()
        try:
            return await self._work()
        except Exception:
            log.exception("work failed", sleeper=self._name)
            self._something_new = True  # still
            return self._now() + AFTER_FAULT

    async def _sleep(self, due: float | None) -> None:
        seconds = LONGEST if due is None else min(LONGEST, max(0.0, due - self._now()))
        self._until = self._now() + seconds
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds if seconds < inf else None):
                await self._roused.wait()
        self._until = inf
