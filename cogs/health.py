"""HTTP endpoints: /metrics, /healthz, /readyz."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TypeVar

from prometheus_client import CONTENT_TYPE_LATEST

from cogs.metrics import metrics
from cogs.ui.client import Client
from host.ports import answering
from host.vitals import unanswered

ANSWERS_WITHIN = 2.5  # seconds for the database, so that a reply takes three at most
B = TypeVar("B", bound=Client)


class Health:
    """Serves `/metrics`, `/healthz` (200 while the event loop runs) and `/readyz` (503 with reasons if not ready)."""

    def __init__(self) -> None:
        self._bot: Client | None = None

    def of(self, bot: B) -> B:
        """Report on this bot from now on."""
        self._bot = bot
        return bot

    @asynccontextmanager
    async def served(self, port: int, host: str) -> AsyncGenerator[None]:
        """Serve at this port of one of the machine's addresses; raises PortTaken."""
        from aiohttp import web  # noqa: PLC0415 -- it takes 2 MB, which a bot without a port doesn't need

        async def tell_metrics(_request: web.Request) -> web.Response:
            return web.Response(body=await metrics(self._bot), headers={"Content-Type": CONTENT_TYPE_LATEST})

        async def tell_alive(_request: web.Request) -> web.Response:
            return web.Response(text="alive\n")

        async def tell_ready(_request: web.Request) -> web.Response:
            missing = await self._missing()
            return web.Response(text="\n".join(missing or ["ready"]) + "\n", status=503 if missing else 200)

        site = web.Application()
        site.router.add_get("/metrics", tell_metrics)
        site.router.add_get("/healthz", tell_alive)
        site.router.add_get("/readyz", tell_ready)
        async with answering(site, port, host):
            yield

    async def _missing(self) -> list[str]:
        """What the bot needs and doesn't have, one line each."""
        bot = self._bot
        if bot is None or bot.is_closed():
            return ["the bot isn't started"]
        missing: list[str] = []
        if not bot.is_ready() or any(shard.is_closed() for shard in bot.shards.values()):
            missing.append("not connected to Discord")
        if bot.starts.is_waiting:
            missing.append("Discord allows few more starts today, so this one waits")
        if not hasattr(bot, "house"):
            return [*missing, "the database isn't open yet"]
        unanswered, unkept = await asyncio.gather(self._unanswered(bot), bot.house.vitals.missing())
        return [*missing, *unanswered, *unkept]

    @staticmethod
    async def _unanswered(bot: Client) -> list[str]:
        try:
            async with asyncio.timeout(ANSWERS_WITHIN):
                await bot.house.remembered("alive")
        except unanswered():
            return ["the database doesn't answer"]
        return []
