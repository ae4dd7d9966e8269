"""Where a match is played: its thread, opened under the lobby, unarchived, or opened anew when somebody deleted it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import structlog
from structlog.typing import FilteringBoundLogger

from cogs.names import names_of, plain
from host.post import Letter, Unsent
from locales import Catalogue, catalogue

if TYPE_CHECKING:
    from cogs.bot import Gruppetto

log: FilteringBoundLogger = structlog.get_logger()

TOO_MANY, SERVERS_FAULT = 429, 500  # HTTP statuses
HAS_THREAD = 160004  # Discord: a thread has already been created for this message
THREAD_NAME = 100
ARCHIVE_MINUTES = 10080

Channel = discord.TextChannel | discord.Thread


def is_busy(fault: discord.HTTPException) -> bool:
    """Whether Discord, not the bot, is why this couldn't be done now."""
    return fault.status == TOO_MANY or fault.status >= SERVERS_FAULT


async def channel_of(bot: Gruppetto, channel_id: int) -> Channel:
    """The text channel or thread of this id; raises NotFound if it is gone and Unsent if it is something else."""
    channel: Any = bot.get_channel(channel_id) or await bot.fetch_channel(channel_id)
    if not isinstance(channel, Channel):
        raise Unsent(f"channel {channel_id} is no text channel")
    if channel.guild.unavailable:
        channel.guild = await bot.guild_of(channel.guild.id)
    return channel


def public(channel: Channel) -> Catalogue:
    """Texts in the server's language."""
    return catalogue(str(channel.guild.preferred_locale))


async def thread_of(bot: Gruppetto, letter: Letter) -> discord.Thread:
    """The match's thread, fit to be written in."""
    match = letter.match
    if match.thread is not None:
        try:
            thread = await channel_of(bot, match.thread)
        except discord.NotFound:
            log.info("thread is gone", match=match.id)
        else:
            assert isinstance(thread, discord.Thread)
            return await _awake(thread)
    thread = await _open(bot, letter)
    await bot.house.matches.set_thread(match.id, thread.id)
    return thread


async def lost_thread(bot: Gruppetto, letter: Letter) -> None:
    """Discord takes nothing in the thread any more: wake it up, else the next letter opens another."""
    match = letter.match
    if match.thread is None:
        return
    try:
        thread = await channel_of(bot, match.thread)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)
    except discord.HTTPException as fault:
        if is_busy(fault):
            return
        log.info("thread is gone", match=match.id)
        await bot.house.matches.set_thread(match.id, None)


async def _awake(thread: discord.Thread) -> discord.Thread:
    """Threads fall asleep after a week; in a sleeping one nothing can be edited."""
    return await thread.edit(archived=False) if thread.archived and not thread.locked else thread


async def _open(bot: Gruppetto, letter: Letter) -> discord.Thread:
    channel = await channel_of(bot, letter.match.channel)
    if not isinstance(channel, discord.TextChannel):
        raise Unsent(f"channel {channel.id} can't hold threads")
    say = public(channel)
    names = " – ".join(names_of(letter.match, say, plain))  # Discord reads no Markdown in a thread's name
    name = f"{say('match.title', game=say(f'{letter.match.game}.name'), match=letter.match.id)}: {names}"[:THREAD_NAME]
    if letter.lobby is not None:
        try:
            message = channel.get_partial_message(letter.lobby.message)
            return await message.create_thread(name=name, auto_archive_duration=ARCHIVE_MINUTES)
        except discord.NotFound:
            log.info("lobby message is gone", match=letter.match.id)
        except discord.HTTPException as fault:
            if fault.code != HAS_THREAD:
                raise
            found = await _thread_under(bot, letter.lobby.message)
            if found is not None:
                return found
    kind = discord.ChannelType.public_thread
    return await channel.create_thread(name=name, type=kind, auto_archive_duration=ARCHIVE_MINUTES)


async def _thread_under(bot: Gruppetto, message: int) -> discord.Thread | None:
    """The thread that an earlier try has opened under the message (it has the message's id), if it is of use."""
    try:
        thread = await channel_of(bot, message)
    except discord.NotFound:
        return None
    if not isinstance(thread, discord.Thread) or (thread.archived and thread.locked):
        return None
    return await _awake(thread)
