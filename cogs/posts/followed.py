"""The digest of what a person follows: one quiet direct message with a number."""

from __future__ import annotations

import discord

from cogs.posts.threads import channel_of, is_open
from cogs.posts.writer import NO_PERSON, UNREACHABLE, Writer
from cogs.ui.client import Client
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code, base36
from host.delivery import Unsent
from host.follows import DigestMessage
from locales import catalogue
from model.match import Match, MessageRef


async def tell_moved(writer: Writer, digest: DigestMessage) -> MessageRef | None:
    """Say how many matches have moved; nothing if none has in a channel that everyone sees."""
    bot, user = writer.bot, digest.user
    n = sum([await _is_seen_by_all(bot, match) for match in digest.matches])
    if not n:
        return None
    say = catalogue(await bot.house.languages.of(user))
    code = action_code(Action.MOVED, base36(int(digest.since)))
    button = discord.ui.Button[discord.ui.View](label=say("follow.what"), emoji="🔔", custom_id=code)
    try:
        return await writer.direct(digest, user, say("follow.moved", n=n), [button], silent=True)
    except discord.HTTPException as fault:
        if fault.code not in (*UNREACHABLE, NO_PERSON):
            raise Unsent(f"no digest could be sent, code {fault.code}") from fault
        await bot.house.follows.closed(user)
        return None


async def _is_seen_by_all(bot: Client, match: Match) -> bool:
    """Whether everyone in the match's server sees its channel, even if its shard belongs to another process."""
    try:
        return is_open(await channel_of(bot, match.channel))
    except (Unsent, discord.Forbidden, discord.NotFound):  # it is gone, or hidden from the bot
        return False
