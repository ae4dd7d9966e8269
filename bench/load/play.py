"""Workers and people put together: matches that are played without a pause."""

from __future__ import annotations

import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bench.load.crowd import Crowd
from bench.load.fleet import Fleet


@asynccontextmanager
async def playing(fleet: Fleet, matches: int, by_dm: float) -> AsyncGenerator[Crowd]:
    """So many matches of two, without a pause; `by_dm` is the share of them that are played by direct message."""
    for number in range(fleet.workers):
        fleet.start(number)
    await fleet.are_online()
    crowd = await Crowd.come(fleet.place, 2 * matches)
    fleet.meet({int(p.id): int(p.dm) for p in crowd.people})
    pairs = list(zip(crowd.people[::2], crowd.people[1::2], strict=True))
    for place, pair in enumerate(pairs):
        crowd.play(pair, place, by_dm=place < by_dm * matches)
    try:
        yield crowd
        await crowd.pause()
    finally:
        await crowd.leave()
    for number in list(fleet.running):
        fleet.end(number, signal.SIGTERM)
