"""The sandbox as several shards of a bot need it: `python -m bench.load.place` listens on any free port and says which.

The sandbox has one server, so one shard would hear all of it. Here every shard knows the server, and each thread is
heard by one of them, as if it were a server of its own; direct messages are heard by the first one, as on Discord.
`GET /bench/requests` tells how often each kind of request has come.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any, cast

from aiohttp import web
from aiohttp.typedefs import Handler

from sandbox import __main__ as program
from sandbox import gateway, page, server
from sandbox.calls import as_discord
from sandbox.world import DM, Channel

requests = Counter[str]()


class Divided(gateway.Gateway):
    """Tells one shard of each interaction."""

    def _hearing(self, channel: Channel) -> list[gateway.Session]:
        sessions = [session for session in self._sessions.values() if session.connection is not None]
        where = 0 if channel.type == DM else int(channel.id) >> 22
        return [session for session in sessions if where % session.shards == session.shard]


@web.middleware
async def counted(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Count a request, then answer it."""
    resource = request.match_info.route.resource
    requests[f"{request.method} {resource.canonical if resource else request.path}"] += 1
    return await as_discord(request, handler)


@page.routes.get("/bench/requests")
async def told(_: web.Request) -> web.Response:
    """How often each kind of request has come."""
    return web.json_response(requests)


def main() -> None:
    """The sandbox, divided."""
    session, built = cast("Any", gateway.Session), cast("Any", server)
    session.has_guild = property(lambda _: True)
    built.Gateway, built.as_discord = Divided, counted
    program.main()


if __name__ == "__main__":
    sys.exit(main())
