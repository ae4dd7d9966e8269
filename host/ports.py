"""Ports on which this process answers over HTTP."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aiohttp import web


PRESS = "page: press"  # the name of tasks that do what a person presses on the page


class PortTaken(Exception):
    """Another program listens on the port, or the address isn't one of this machine's."""


@asynccontextmanager
async def answering(app: web.Application, port: int, host: str) -> AsyncGenerator[int]:
    """Answer at this port (0: any free one) of one of the machine's addresses; the port. Raises PortTaken."""
    from aiohttp import web  # noqa: PLC0415 -- it takes 2 MB, which a bot without a port doesn't need

    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError:
            raise PortTaken from None
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()
