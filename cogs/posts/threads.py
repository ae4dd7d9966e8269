"""Threads of matches: opened under the lobby or as forum posts, unarchived, reopened after a deletion."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import discord
import structlog
from structlog.typing import FilteringBoundLogger

from cogs.local.languages import spoken_in
from cogs.posts.cup_words import round_name
from cogs.ui.client import Client
from host.delivery import Unsent
from host.outbox.messages import Message
from host.outbox.notifications import CALLS
from locales import Catalogue
from model.kinds import ENDED
from model.match import Match
from screen.names import match_name, names_of, plain

log: FilteringBoundLogger = structlog.get_logger()

TOO_MANY, SERVERS_FAULT = 429, 500  # HTTP statuses
HAS_THREAD = 160004  # Discord: this message already has a thread
THREAD_NAME = 100
ARCHIVE_MINUTES = 10080
MOST_TAGS = 5  # of a post


class Elsewhere(discord.PartialMessageable):
    """A channel missing in the cache, of a known server: it can be written to by its id."""

    def __init__(self, bot: Client, channel_id: int, guild: discord.Guild) -> None:
        # discord.py makes such channels too, but only in cached servers
        state = bot._connection  # pyright: ignore[reportPrivateUsage]
        super().__init__(state=state, id=channel_id, guild_id=guild.id)
        self._guild = guild

    @property
    def guild(self) -> discord.Guild:
        """Its server, even if its shard belongs to another process."""
        return self._guild


Channel = discord.TextChannel | discord.Thread
Place = Channel | Elsewhere


def is_busy(fault: discord.HTTPException) -> bool:
    """Whether Discord, not the bot, is to blame for this failure."""
    return fault.status == TOO_MANY or fault.status >= SERVERS_FAULT


async def channel_of(bot: Client, channel_id: int) -> Channel:
    """The text channel or thread with this id; raises NotFound if it is gone, and Unsent if it is something else."""
    channel: Any = bot.get_channel(channel_id) or await bot.fetch_channel(channel_id)
    if not isinstance(channel, Channel):
        raise Unsent(f"channel {channel_id} is no text channel")
    if channel.guild.unavailable:
        channel.guild = await bot.guild_of(channel.guild.id)
    return channel


async def place_of(bot: Client, channel_id: int, guild_id: int | None) -> Place:
    """The text channel or thread with this id to write in, without looking it up; raises Unsent for others.

    Channels missing in the cache are trusted: an archived thread, one of another process's shard, or one that is
    gone. The server's language is known by then.
    """
    await bot.house.languages.renew()
    if guild_id is None or bot.get_channel(channel_id) is not None:
        return await channel_of(bot, channel_id)
    return Elsewhere(bot, channel_id, await bot.guild_of(guild_id))


def public(bot: Client, channel: Place) -> Catalogue:
    """Texts in the server's language."""
    return spoken_in(bot, channel.guild)


async def thread_of(bot: Client, message: Message) -> discord.Thread | Elsewhere:
    """The match's thread, ready to be written in as far as is known."""
    match = message.match
    if match.thread is not None:
        return await _known_thread(bot, match.thread, match.guild)
    async with bot.locks(("thread of", match.id)):
        newest = await bot.house.matches.match(match.id)
        if newest is not None and newest.thread is not None:  # another message has opened it meanwhile
            return await _known_thread(bot, newest.thread, match.guild)
        thread = await _open(bot, message)
        await bot.house.matches.set_thread(match.id, thread.id)
        return thread


async def _known_thread(bot: Client, thread_id: int, guild_id: int | None) -> discord.Thread | Elsewhere:
    thread = await place_of(bot, thread_id, guild_id)
    assert not isinstance(thread, discord.TextChannel)
    return await _awake(thread) if isinstance(thread, discord.Thread) else thread


async def mended(bot: Client, message: Message) -> Message | None:
    """The message to send again after its thread rejected it; None if nothing can be done now.

    An archived thread is woken; a deleted or locked one is dropped, and the match gets another.
    """
    match = message.match
    if match.thread is None:
        return None
    try:
        thread = await channel_of(bot, match.thread)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)
    except discord.HTTPException as fault:
        if is_busy(fault):
            return None
        log.info("thread is gone", match=match.id)
        called = message.post.to if message.post.kind in CALLS else None
        await bot.house.matches.lose_thread(match.id, match.thread, called)
        return replace(message, match=replace(match, thread=None))
    return message


async def _awake(thread: discord.Thread) -> discord.Thread:
    """Unarchive a thread: Discord archives them after a week, and then nothing in them can be edited."""
    return await thread.edit(archived=False) if thread.archived and not thread.locked else thread


async def _open(bot: Client, message: Message) -> discord.Thread:
    channel = await place_of(bot, message.match.channel, message.match.guild)
    if isinstance(channel, discord.Thread):
        raise Unsent(f"channel {channel.id} can't hold threads")
    say = public(bot, channel)
    name = await _name(bot, message.match, say)
    if (post := await _post_of(bot, message.match, name, say)) is not None:
        return post
    if message.lobby is not None:
        try:
            shown = channel.get_partial_message(message.lobby.message)
            return await shown.create_thread(name=name, auto_archive_duration=ARCHIVE_MINUTES)
        except discord.NotFound:
            log.info("lobby message is gone", match=message.match.id)
        except discord.HTTPException as fault:
            if fault.code != HAS_THREAD:
                raise
            thread = await _thread_under(bot, message.lobby.message)
            if thread is not None:
                return thread
    kind = discord.ChannelType.public_thread
    parent = channel if isinstance(channel, discord.TextChannel) else await channel_of(bot, channel.id)
    if not isinstance(parent, discord.TextChannel):
        raise Unsent(f"channel {parent.id} can't hold threads")
    return await parent.create_thread(name=name, type=kind, auto_archive_duration=ARCHIVE_MINUTES)


async def _name(bot: Client, match: Match, say: Catalogue) -> str:
    """The name of a match's thread: the match, its players, and before them a cup's round."""
    names = " – ".join(names_of(match, say, plain))  # thread names have no Markdown
    title = say("match.title", game=say(f"{match.game}.name"), match=match.id)
    of_cup = await bot.house.cups.of_match(match)
    if of_cup is not None:
        record, table = of_cup
        title = f"🏆 {round_name(record, table.round, say)} · {title}"
    return say("pair", what=title, it=names)[:THREAD_NAME]


async def _thread_under(bot: Client, message: int) -> discord.Thread | None:
    """The thread an earlier try opened under the message (with the message's id), if it is usable."""
    try:
        thread = await channel_of(bot, message)
    except discord.NotFound:
        return None
    if not isinstance(thread, discord.Thread) or (thread.archived and thread.locked):
        return None
    return await _awake(thread)


# --- posts in a forum


async def _post_of(bot: Client, match: Match, name: str, say: Catalogue) -> discord.Thread | None:
    """The match's post in its server's forum, opened if it isn't there; None if it can't have one.

    A match in a channel that not everyone in the server sees has none: the forum would reveal it.
    """
    if match.guild is None or (wanted := (await bot.house.servers.settings(match.guild)).forum) is None:
        return None
    try:
        opened_in, forum = await channel_of(bot, match.channel), await _forum(bot, wanted)
        if forum is None or not is_open(opened_in):
            return None
        return _opened(bot, forum, name) or await _open_post(forum, match, name, say)
    except discord.HTTPException as fault:
        if is_busy(fault):
            raise
        log.info("can't post in the forum", match=match.id, code=fault.code)
        return None


async def _forum(bot: Client, channel: int) -> discord.ForumChannel | None:
    forum = bot.get_channel(channel) or await bot.fetch_channel(channel)
    return forum if isinstance(forum, discord.ForumChannel) else None


def is_open(channel: Channel) -> bool:
    """Whether everyone in the server sees this channel."""
    everybody = channel.guild.get_role(channel.guild.id)
    return everybody is not None and channel.permissions_for(everybody).view_channel


def _opened(bot: Client, forum: discord.ForumChannel, name: str) -> discord.Thread | None:
    """The post that an earlier try has opened."""
    assert bot.user is not None
    own = (thread for thread in forum.threads if thread.owner_id == bot.user.id and not thread.locked)
    return next((thread for thread in own if thread.name == name), None)


async def _open_post(forum: discord.ForumChannel, match: Match, name: str, say: Catalogue) -> discord.Thread:
    content = say("forum.post", match=match_name(match, say), channel=f"<#{match.channel}>")
    tags = _tags_of(forum, match, say)
    if forum.flags.require_tag and not tags:
        tags = [*forum.available_tags[:1]]
    post = await forum.create_thread(
        name=name, content=content, auto_archive_duration=ARCHIVE_MINUTES, applied_tags=tags, silent=True
    )
    return post.thread


async def retag(thread: object, match: Match, say: Catalogue) -> None:
    """Mark a match's forum post as finished by its tags; tags from others stay."""
    if not isinstance(thread, discord.Thread) or not isinstance(thread.parent, discord.ForumChannel):
        return
    running, own = say("forum.running").casefold(), _tags_of(thread.parent, match, say)
    others = [tag for tag in thread.applied_tags if tag not in own and tag.name.casefold() != running]
    wanted = [*own, *others][:MOST_TAGS]
    if {*wanted} != {*thread.applied_tags}:
        with suppress(discord.HTTPException):  # nothing depends on it
            await thread.edit(applied_tags=wanted)


def _tags_of(forum: discord.ForumChannel, match: Match, say: Catalogue) -> list[discord.ForumTag]:
    """The forum's tags with the names of the game and of the match's state."""
    state = say("forum.over" if match.phase in ENDED else "forum.running")
    names = {say(f"{match.game}.name").casefold(), state.casefold()}
    return [tag for tag in forum.available_tags if tag.name.casefold() in names][:MOST_TAGS]
