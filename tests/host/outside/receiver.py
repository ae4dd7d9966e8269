"""A receiver of webhooks on this machine: a real server with a certificate, which answers as a test wants it."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import web

from host.outside.carrier import SIGNATURE, TIME, Carrier, signature
from tests.driver import PATIENCE

NAME = "receiver.example.org"
ADDRESS = f"https://{NAME}/hook?key=s3cr3t"
LOOPBACK = "127.0.0.1"
PEM = Path(__file__).parent / "receiver.pem"  # a key and a certificate for that name, of no use elsewhere


@dataclass(frozen=True)
class Got:
    """A request that has come: where to, with what headers and what body."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        return json.loads(self.body)

    def is_signed(self, secret: str) -> bool:
        """Whether the signature is that of the secret, as docs/webhooks.md says."""
        return self.headers[SIGNATURE] == signature(secret, self.headers[TIME], self.body)


@dataclass
class Receiver:
    """The server: what has come, and how the next requests are answered (200 by default)."""

    port: int = 0
    got: list[Got] = field(default_factory=list[Got])
    names: list[str | None] = field(default_factory=list[str | None])  # asked for in the TLS handshake
    asked: list[str] = field(default_factory=list[str])  # names that were looked up
    answers: list[int] = field(default_factory=list[int])  # statuses
    headers: dict[str, str] = field(default_factory=dict[str, str])
    reply: Callable[[web.Request], Awaitable[web.StreamResponse]] | None = None
    behind: Sequence[str] = (LOOPBACK,)  # the machines behind the name
    _arrival: asyncio.Condition = field(default_factory=asyncio.Condition)  # of a request

    @property
    def events(self) -> list[str]:
        """The kinds of news that have come."""
        return [got.json["event"] for got in self.got]

    async def resolve(self, name: str, _server: int) -> Sequence[str]:
        """The machines behind any name."""
        self.asked.append(name)
        return self.behind

    def carrier(self) -> Carrier:
        """A carrier that comes here, because this machine counts as one of the open internet for it."""
        trust = ssl.create_default_context(cafile=str(PEM))
        return Carrier(self.resolve, lambda ip: ip == LOOPBACK, port=self.port, trust=trust)

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until that is so; it is looked at after each request."""
        async with asyncio.timeout(PATIENCE), self._arrival:
            await self._arrival.wait_for(true)

    async def _take(self, request: web.Request) -> web.StreamResponse:
        got = Got(request.path_qs, dict(request.headers), await request.read())
        async with self._arrival:
            self.got.append(got)
            self._arrival.notify_all()
        if self.reply is not None:
            return await self.reply(request)
        return web.Response(status=self.answers.pop(0) if self.answers else 200, headers=self.headers)


@asynccontextmanager
async def receiving() -> AsyncGenerator[Receiver]:
    """A receiver that listens."""
    receiver = Receiver()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", receiver._take)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(PEM)
    context.sni_callback = lambda _socket, name, _context: receiver.names.append(name)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, LOOPBACK, 0, ssl_context=context)
    await site.start()
    receiver.port = int(runner.addresses[0][1])
    try:
        yield receiver
    finally:
        await runner.cleanup()
