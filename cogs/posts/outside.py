"""What webhooks get to know: which channels everyone sees, news in a server's language, and the notice of their end."""

from __future__ import annotations

import discord

from cogs.local.languages import spoken_in
from cogs.posts.threads import place_of, public
from cogs.posts.writer import CLOSED, Writer, direct_messages
from cogs.ui.access import is_blind
from cogs.ui.client import Client
from host.outside.herald import Place, Told, Words
from host.outside.news import SwitchedOff
from locales import catalogue
from model.match import MessageRef
from screen.outside import words_of


class BotHerald:
    """The servers as the bot knows them."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot

    def hears_of(self, guild: int, /) -> bool:
        """Whether the server belongs to a shard of this process."""
        return self._bot.hears_of(guild)

    def place(self, guild: int, channel: int, /) -> Place:
        """Whether everyone in the server sees the channel."""
        server = self._bot.get_guild(guild)
        if not self._bot.at_home.is_set() or (server is not None and server.unavailable):
            return Place.UNKNOWN
        if server is None:
            return Place.GONE
        shown = server.get_channel(channel)
        if shown is None or is_blind(shown, server.me):
            return Place.CLOSED
        return Place.OPEN if shown.permissions_for(server.default_role).view_channel else Place.CLOSED

    def words(self, guild: int, told: Told, /) -> Words:
        """The news in the server's language."""
        server = self._bot.get_guild(guild)
        return words_of(told, catalogue(None) if server is None else spoken_in(self._bot, server))


async def tell_off(writer: Writer, notice: SwitchedOff) -> MessageRef | None:
    """Tell the manager who ordered a webhook that it is off; in the channel if a direct message isn't possible."""
    webhook, user = notice.webhook, notice.post.to
    if user is not None:
        say = catalogue(await writer.bot.house.languages.of(user))
        text = say("webhook.off.told", channel=f"<#{webhook.channel}>")
        try:
            messages = await direct_messages(writer.bot, user)
            sent = await messages.send(text, nonce=notice.post.nonce, silent=True)
            return MessageRef(sent.channel.id, sent.id, private=True)
        except discord.HTTPException as fault:
            if fault.code not in CLOSED and not isinstance(fault, discord.Forbidden | discord.NotFound):
                raise
    channel = await place_of(writer.bot, webhook.channel, webhook.guild)
    return await writer.say(channel, notice, public(writer.bot, channel)("webhook.off.here"))
