"""Request rate of a token within Discord's limit; replies to interactions never wait."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from types import SimpleNamespace

import aiohttp
from discord.http import Route
from yarl import URL

ALLOWED = 50.0  # requests a second for a token, over all its processes
STEADY, AT_ONCE = 40.0, 10.0  # of these: so many a second, and so many more after a pause
EXEMPT = ("/interactions/", "/webhooks/")  # what Discord doesn't count: replies to interactions


class Pace:
    """One process's share of the rate; all shares are equal, as any process may send any message."""

    def __init__(self, workers: int = 1, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._gap = workers / STEADY  # seconds between two requests
        self._ahead = max(0.0, AT_ONCE / workers - 1) * self._gap  # how much earlier a request may go
        self._next = 0.0  # when the next request would go if they were evenly spaced

    def turn(self) -> float:
        """Take the next turn; returns the seconds until it comes."""
        now = self._now()
        due = max(now, self._next - self._ahead)
        self._next = max(now, self._next) + self._gap
        return due - now

    def trace(self) -> aiohttp.TraceConfig:
        """A trace by which an HTTP session waits for its turns."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._wait)
        return trace

    async def _wait(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        if is_counted(request.url) and (pause := self.turn()) > 0:
            await asyncio.sleep(pause)


def is_counted(url: URL) -> bool:
    """Whether Discord counts requests to this address against the token."""
    api = URL(Route.BASE)
    path = url.path.removeprefix(api.path)
    return url.host == api.host and path != url.path and not path.startswith(EXEMPT)
