"""Where pictures are drawn: in a thread, one at a time, so that the event loop contends with one artist at most."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Easel:
    """One place to draw; while somebody draws, others wait for their turn."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(1)

    async def draw(self, make: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `make` returns, made off the event loop."""
        async with self._free:
            return await asyncio.to_thread(make, *args, **kwargs)
