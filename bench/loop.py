"""Delay of the event loop while boards are drawn beside it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from statistics import quantiles

from bench.board import MOVES, middle
from engines.table import View
from render import RENDERERS
from screen.pictures import Easel

AT_ONCE = 4
SECONDS = 8.0
TICK = 0.001  # seconds that the ticker sleeps


def run() -> Iterator[str]:
    """Gaps between two ticks of a millisecond, with nothing else to do and with four boards wanted at a time."""
    view = middle("pistard", MOVES)
    RENDERERS["pistard"].board(view)
    for what, at_once in (("idle", 0), (f"{AT_ONCE} boards wanted at a time", AT_ONCE)):
        gaps, boards = asyncio.run(ticking(view, at_once))
        cuts = quantiles(gaps, n=100)
        drawn = f", {boards / SECONDS:.0f} boards a second" if at_once else ""
        yield f"{what}: median {cuts[49]:.1f} ms, p99 {cuts[98]:.1f} ms, longest {max(gaps):.1f} ms{drawn}"


async def ticking(view: View, at_once: int) -> tuple[list[float], int]:
    """Milliseconds between ticks over some seconds, and how many boards were drawn meanwhile."""
    end = time.perf_counter() + SECONDS
    easel = Easel()
    artists = [asyncio.create_task(draw(easel, view, end)) for _ in range(at_once)]
    gaps: list[float] = []
    last = time.perf_counter()
    while last < end:
        await asyncio.sleep(TICK)
        now = time.perf_counter()
        gaps.append(1000 * (now - last))
        last = now
    return gaps, sum(await asyncio.gather(*artists))


async def draw(easel: Easel, view: View, end: float) -> int:
    """Boards drawn one after the other, like the bot does."""
    count = 0
    while time.perf_counter() < end:
        await easel.draw(RENDERERS["pistard"].board, view)
        count += 1
    return count
