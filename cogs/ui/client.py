"""The Discord client as the rest of cogs/ knows it: the house behind it, where pictures are made, what time it is."""

from __future__ import annotations

import asyncio
from typing import Any, TypeAlias

import discord
from discord.ext import commands

from cogs.ui.keyed_locks import KeyedLocks
from cogs.ui.latest import Latest
from cogs.ui.look import Look
from cogs.ui.pictures import Pictures
from cogs.ui.rate_limit import Films, LongTasks, Shares
from cogs.ui.renewals import Renewals
from cogs.ui.starts import Starts
from host.house import House
from host.time.worker import Now


class Client(commands.AutoShardedBot):
    """What every command, button and message of the bot can reach."""

    house: House  # from `setup_hook` on
    games: tuple[str, ...] = ()  # the keys of those that have commands

    def __init__(self, now: Now, **options: Any) -> None:
        super().__init__(**options)
        self.now = now
        self.looks: dict[str, Look] = {}  # by the key of the game
        self.pictures, self.films, self.shares = Pictures(), Films(), Shares(now)
        self.long_tasks = LongTasks()
        self.renewals = Renewals()
        self.homes = Latest()
        self.locks = KeyedLocks()  # by channel, and by match while its thread is opened
        self.starts = Starts()
        self.at_home = asyncio.Event()  # it is known in which servers the bot is
        self._elsewhere: dict[int, discord.Guild] = {}

    async def guild_of(self, guild_id: int) -> discord.Guild:
        """A server, even if its shard belongs to another process: then as it was when it was first asked for."""
        known = self.get_guild(guild_id) or self._elsewhere.get(guild_id)
        if known is None:
            known = self._elsewhere[guild_id] = await self.fetch_guild(guild_id, with_counts=False)
        return known


Interaction: TypeAlias = discord.Interaction[Client]
