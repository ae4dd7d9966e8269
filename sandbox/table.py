"""The door to the bot's page: what a browser asks under `/table/` goes on to the bot, and the answer comes back.

The bot names its page with `PUT /sandbox/table`, `{"address": "http://127.0.0.1:PORT"}`; the last one counts.
"""

import asyncio
import re
from collections.abc import Mapping
from contextlib import suppress

import aiohttp
from aiohttp import web
from yarl import URL

from sandbox.calls import nothing

TABLE: web.AppKey["Table"] = web.AppKey("table")
LARGEST_PORT, LARGEST_BODY = 65535, 1 << 16
TO_CONNECT = aiohttp.ClientTimeout(total=None, sock_connect=5.0)  # an answer itself may take as long as it likes
LOOKS = 0.5  # seconds between looks whether a browser is still there: a handler only hears of it when it writes
ADDRESS = re.compile(r"http://127\.0\.0\.1:([1-9][0-9]{0,4})")
HOW = 'Write {"address": "http://127.0.0.1:PORT"}, with the port of the bot\'s page.'
AWAY = "The bot isn't running; its page comes back with it."
HOP = "connection keep-alive proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade"
OWN = "host content-length expect"  # of a request: these are made for the new one
ADDED = ("Accept", "Accept-Encoding", "Content-Type", "User-Agent")  # by aiohttp, where a browser says nothing

routes = web.RouteTableDef()


class Table:
    """Where the bot's page is, and the connections to it, each for one request: the bot may end at any time."""

    def __init__(self) -> None:
        self.address = ""

    async def open(self, _: web.Application) -> None:
        connector, jar = aiohttp.TCPConnector(limit=0, force_close=True), aiohttp.DummyCookieJar()
        self.session = aiohttp.ClientSession(
            connector=connector, cookie_jar=jar, timeout=TO_CONNECT, skip_auto_headers=ADDED, auto_decompress=False
        )

    async def close(self, _: web.Application) -> None:
        await self.session.close()


@routes.put("/sandbox/table")
async def place(request: web.Request) -> web.Response:
    with suppress(ValueError):  # no JSON
        match await request.json():
            case {"address": str(said)} if (found := ADDRESS.fullmatch(said)) and int(found[1]) <= LARGEST_PORT:
                request.app[TABLE].address = said
                return nothing()
    return web.Response(status=400, text=HOW)


@routes.get("/table", allow_head=False)
async def doorstep(_: web.Request) -> web.Response:
    raise web.HTTPFound("/table/")


@routes.get("/table/{path:.*}", allow_head=False)
@routes.post("/table/{path:.*}")
async def pass_on(request: web.Request) -> web.StreamResponse:
    """Ask the bot, and pass its answer on piece by piece, until it ends or one of the two leaves."""
    table, body = request.app[TABLE], await request.clone(client_max_size=LARGEST_BODY).read()
    away = web.Response(status=503, text=AWAY)
    if not table.address:
        return away
    url = URL(table.address + request.rel_url.raw_path_qs.removeprefix("/table"), encoded=True)
    headers = _without(f"{HOP} {OWN}", request.headers)
    try:
        asked = table.session.request(request.method, url, headers=headers, data=body or None, allow_redirects=False)
        told = await asked
    except aiohttp.ClientError:
        return away
    answer = web.StreamResponse(status=told.status, reason=told.reason, headers=_without(HOP, told.headers))
    async with told:
        try:
            await answer.prepare(request)
            while request.transport is not None and not told.content.at_eof():
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOKS):
                        piece = await told.content.readany()
                    await answer.write(piece)
        except (aiohttp.ClientError, ConnectionError):
            if request.transport is not None:
                request.transport.abort()  # half an answer is not to look like a whole one
    return answer


def _without(names: str, headers: Mapping[str, str]) -> list[tuple[str, str]]:
    """The headers but these, and but those that `Connection` names."""
    left_out = {*names.split(), *re.split(r"[,\s]+", headers.get("Connection", "").lower())}
    return [(name, text) for name, text in headers.items() if name.lower() not in left_out]
