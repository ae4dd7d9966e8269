"""Where pictures are drawn: in a thread, one at a time, so that the event loop contends with one artist at most."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from prometheus_client import Histogram

P = ParamSpec("P")
T = TypeVar("T")
SECONDS = Histogram(
    "gruppetto_drawing_seconds",
    "Time until a picture is drawn, with the wait for others",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0),
)


class Easel:
    """One place to draw; while somebody draws, others wait for their turn."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(1)

    async def draw(self, make: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `make` returns, made off the event loop."""
        with SECONDS.time():
            async with self._free:
                return await asyncio.to_thread(make, *args, **kwargs)
