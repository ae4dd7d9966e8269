"""Replies to free text: one line that points to the home, at most once in a while."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
import structlog
from cachetools import LRUCache
from structlog.typing import FilteringBoundLogger

from cogs.ui.client import Client
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code
from cogs.ui.views import rows
from locales import catalogue

log: FilteringBoundLogger = structlog.get_logger()

PAUSE = 600.0  # seconds in which a person gets one reply, however much they type
KEPT = 1024  # people


class Greetings:
    """The time of the last reply to each person."""

    def __init__(self) -> None:
        self._last = LRUCache[int, float](KEPT)

    def is_due(self, user: int, now: float) -> bool:
        """Whether this person is due a reply; if so, it counts as sent."""
        if now - self._last.get(user, -PAUSE) < PAUSE:
            return False
        self._last[user] = now
        return True


async def greet(bot: Client, greetings: Greetings, message: discord.Message) -> None:
    """Reply to a person's direct message, whose text is neither read nor stored."""
    if message.guild is not None or message.author.bot or not greetings.is_due(message.author.id, bot.now()):
        return
    say = catalogue(await bot.house.languages.of(message.author.id))
    code = action_code(Action.HOME, next(iter(bot.house.games)))
    button = discord.ui.Button[Any](
        label=say("start.open"), emoji="🚲", style=discord.ButtonStyle.primary, custom_id=code
    )
    try:
        # two processes may see the same message: Discord merges messages with the same nonce
        await message.channel.send(say("start.greeting"), view=rows([button]), nonce=f"hi{message.id}")
    except (discord.HTTPException, aiohttp.ClientError, OSError) as fault:
        log.info("couldn't greet", code=getattr(fault, "code", None))
