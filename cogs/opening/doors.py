"""Who among people sees a channel: asked at Discord, as it doesn't say when someone leaves a server."""

from __future__ import annotations

from collections.abc import Collection

import discord

from cogs.posts.invitation import member_of
from cogs.ui.access import is_blind
from cogs.ui.client import Client
from cogs.ui.errors import CUT_OFF


class BotDoors:
    """The channels as the bot and Discord know them."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot

    async def seeing(self, guild: int, channel: int, people: Collection[int], /) -> set[int] | None:
        """Those of the people who see the channel, none if it is gone; None if that can't be known now."""
        server = self._bot.get_guild(guild)
        if server is None or server.unavailable or not self._bot.at_home.is_set():
            return None  # another process may know
        there = server.get_channel(channel)
        if there is None:
            return set()
        members = None if is_blind(there, server.me) else await self._members(server, people)
        if members is None:
            return None
        return {member.id for member in members if there.permissions_for(member).view_channel}

    async def members(self, guild: int, people: Collection[int], /) -> set[int] | None:
        """Those of the people who are in a server; None if that can't be known now."""
        server = self._bot.get_guild(guild)
        members = None if server is None or server.unavailable else await self._members(server, people)
        return None if members is None else {member.id for member in members}

    @staticmethod
    async def _members(server: discord.Guild, people: Collection[int]) -> list[discord.Member] | None:
        try:
            members = [await member_of(server, user) for user in people]
        except (*CUT_OFF, OSError, discord.DiscordException):
            return None
        return [member for member in members if member is not None]
