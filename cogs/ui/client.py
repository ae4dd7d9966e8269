"""Protocol of the Discord client for the rest of cogs/: host, pictures, locks, homes, clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

import aiohttp
import discord
from cachetools import LRUCache
from discord.ext import commands

from cogs.traffic.live_panels import LivePanels
from cogs.traffic.rate_limit import Films, LongTasks, Shares
from cogs.traffic.renewals import Renewals
from cogs.traffic.starts import Starts
from cogs.ui.look import Look
from host.house import House
from host.time.worker import Now
from screen.pictures import Pictures

KEPT_HOMES = 1024  # people
LASTS = 14 * 60.0  # seconds for which Discord lets a reply be edited


class Latest:
    """The latest interaction that showed each person's home; lost on restart, and then two may stand."""

    def __init__(self) -> None:
        self._shown = LRUCache[int, discord.Interaction[discord.Client]](KEPT_HOMES)

    async def replace(self, interaction: discord.Interaction[discord.Client]) -> None:
        """Make this the person's home, and delete the previous one if that is still possible."""
        before = self._shown.pop(interaction.user.id, None)
        self._shown[interaction.user.id] = interaction
        if before is None or (interaction.created_at - before.created_at).total_seconds() > LASTS:
            return
        with suppress(discord.HTTPException, aiohttp.ClientError, OSError):  # dismissed, or the line is cut
            await before.delete_original_response()


class KeyedLocks:
    """A lock for each key, which exists while someone holds it or waits for it; first come, first served."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    def __call__(self, key: Hashable) -> asyncio.Lock:
        """The lock for this key, to be used as `async with locks(key):`."""
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock


class Client(commands.AutoShardedBot):
    """Protocol of everything that a command, button or message of the bot can use."""

    house: House  # from `setup_hook` on
    games: tuple[str, ...] = ()  # the keys of games with commands
    page: Callable[[str], str] | None = None  # the link to the page with a token; None: there is no page
    calendar: Callable[[str], str] | None = None  # the link to a calendar with its secret, where there is a page
    leaving = False  # no press is answered any more

    def __init__(self, now: Now, **options: Any) -> None:
        super().__init__(**options)
        self.now = now
        self.owner_pages: Mapping[str, str] = {}  # addresses of the owner's pages for `/about`: policy, terms, support
        self.looks: dict[str, Look] = {}  # by the game's key
        self.pictures, self.films, self.shares = Pictures(), Films(), Shares(now)
        self.long_tasks = LongTasks()
        self.renewals, self.live_panels = Renewals(), LivePanels()
        self.homes = Latest()
        self.locks = KeyedLocks()  # by channel, and by match while its thread is opened
        self.starts = Starts()
        self.at_home = asyncio.Event()  # it is known in which servers the bot is
        self._elsewhere: dict[int, discord.Guild] = {}

    def hears_of(self, guild_id: int) -> bool:
        """Whether the server belongs to a shard of this process, which knows if the bot is in it."""
        count = self.shard_count or 1
        return (guild_id >> 22) % count in (self.shard_ids or range(count))

    async def guild_of(self, guild_id: int) -> discord.Guild:
        """A server, even if its shard belongs to another process: then as it was when first looked up."""
        guild = self.get_guild(guild_id) or self._elsewhere.get(guild_id)
        if guild is None:
            guild = self._elsewhere[guild_id] = await self.fetch_guild(guild_id, with_counts=False)
        return guild


Interaction: TypeAlias = discord.Interaction[Client]
