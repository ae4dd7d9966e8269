"""Who among people sees a channel: asked at Discord, as it doesn't say when someone leaves a server."""

from __future__ import annotations

from collections.abc import Collection

import discord

from cogs.posts.invitation import member_of
from cogs.ui.access import is_blind
from cogs.ui.client import Client


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
        if there is None or is_blind(there, server.me):
            return set()
        try:
            members = [await member_of(server, user) for user in people]
        except (discord.HTTPException, OSError):
            return None
        return {member.id for member in members if member and there.permissions_for(member).view_channel}
