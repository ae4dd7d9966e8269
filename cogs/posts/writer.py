"""Writes to Discord: messages and edits in channels, threads and DMs, with the reasons for failures."""

from __future__ import annotations

from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any, Literal, TypeAlias

import discord
import structlog
from structlog.typing import FilteringBoundLogger

from cogs.local.languages import spoken_in
from cogs.posts.permissions import obstacle
from cogs.posts.threads import Elsewhere, is_busy
from cogs.ui.client import Client
from cogs.ui.views import Widget, rows
from host.delivery import Delivery, Unsent
from host.outbox.messages import Message
from host.play.seen import Seen
from locales import Catalogue, catalogue
from model.match import MessageRef

log: FilteringBoundLogger = structlog.get_logger()

# Discord's codes
UNKNOWN_CHANNEL = 10003
NO_ACCESS = 50001
NO_PERSON = 10013
# unknown person, DMs closed, no shared server, or the bot may open no new DMs or not so fast
CLOSED = (NO_PERSON, 20026, 40003, NO_ACCESS, 50007, 50033, 50278)
UNREACHABLE = (50007, 50278)  # of these, what holds until the person changes something
NOT_ALLOWED = (NO_ACCESS, 50013)

Way: TypeAlias = Literal["send", "edit"]
Writable: TypeAlias = discord.TextChannel | discord.Thread | Elsewhere


async def direct_messages(bot: Client, user: int, channel: int | None = None) -> discord.PartialMessageable:
    """A person's direct messages, known by user id alone, or by the `channel` that was read of them.

    Raises Unsent, with the seconds to wait, if they must be opened and too many were lately.
    """
    channel = channel or await bot.house.directs.of(user)
    if channel is None:
        await bot.house.directs.turn()
        channel = (await bot.create_dm(discord.Object(user))).id
        await bot.house.directs.met(user, channel)
    return bot.get_partial_messageable(channel)


class Writer:
    """Writes messages; remembers which people know that it may not write."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        # by match: what its opener knows to fail, until it works again or a restart; editing needs less
        self._complained: dict[int, Way] = {}

    async def complain(self, message: Message, way: Way) -> None:
        """Tell the match's opener, once, why the bot can't post: a missing permission, or a channel that is gone."""
        match = message.match
        has_complained = match.id in self._complained
        if not has_complained or way == "send":
            self._complained[match.id] = way
        if has_complained:
            return
        say = catalogue(await self.bot.house.languages.of(match.host))
        unknown = say("obstacle.permissions", missing=say("permission.unknown"))
        why = await obstacle(self.bot, match, say) or unknown
        key = "host.starting" if match.phase == "starting" else "host.running"
        log.warning("can't post", match=match.id)
        try:
            host = await direct_messages(self.bot, match.host)
            await host.send(say(key, match=match.id, channel=f"<#{match.channel}>", why=why))
        except (Unsent, discord.RateLimited):
            self._complained.pop(match.id, None)  # too many DMs were opened lately: at its next failure
        except discord.HTTPException as fault:
            if is_busy(fault):
                self._complained.pop(match.id, None)

    def heard(self, message: Message) -> None:
        """Note that the match's opener hears from elsewhere that the bot can't post."""
        self._complained[message.match.id] = "send"

    def _works(self, message: Delivery, way: Way) -> None:
        """Note that sending, or editing, works: if it fails again, the opener hears of it again."""
        if isinstance(message, Message) and (way == "send" or self._complained.get(message.match.id) == way):
            self._complained.pop(message.match.id, None)

    async def say(
        self, channel: Writable, message: Delivery, text: str | None = None, *, silent: bool = True, **more: Any
    ) -> MessageRef:
        """Post a new message in the thread or channel, after those under way there.

        It is silent unless it calls someone.
        """
        async with self.bot.locks(channel.id):
            sent = await channel.send(text, nonce=message.post.nonce, silent=silent, **more)
        self._works(message, "send")
        return MessageRef(channel.id, sent.id)

    async def mention(
        self, channel: Writable, message: Message, text: str, *, silent: bool = False, **more: Any
    ) -> MessageRef:
        """Post a new message that mentions its reader."""
        mention = discord.AllowedMentions(users=[discord.Object(message.reader)])
        return await self.say(channel, message, text, allowed_mentions=mention, silent=silent, **more)

    async def beside(
        self, message: Message, private: MessageRef | None, mention: Coroutine[Any, Any, MessageRef]
    ) -> MessageRef:
        """Call in public too; if the bot may not write there, the direct message suffices and isn't repeated."""
        try:
            public_one = await mention
        except discord.Forbidden as fault:
            if private is None or fault.code not in NOT_ALLOWED:
                raise
            await self.complain(message, "send")
            return private
        if message.first:
            await self.meet(message)
        return public_one if private is None else replace(private, also=public_one)

    async def renewed(self, channel: Writable, message: Delivery, **what: Any) -> bool:
        """Edit an earlier try's message; False if there is none, or someone has deleted it."""
        if message.place is None or message.place.channel != channel.id:
            return False
        try:
            async with self.bot.locks(channel.id):
                await channel.get_partial_message(message.place.message).edit(**what)
        except discord.NotFound:
            return False
        except discord.Forbidden as fault:
            if not isinstance(message, Message) or fault.code not in NOT_ALLOWED:
                raise
            await self.complain(message, "edit")
            raise Unsent("a permission is missing") from fault
        self._works(message, "edit")
        return True

    async def edited(self, place: MessageRef, **what: Any) -> bool:
        """Edit a direct message; False if that isn't possible any more."""
        try:
            await self.bot.get_partial_messageable(place.channel).get_partial_message(place.message).edit(**what)
        except discord.HTTPException as fault:
            if is_busy(fault):
                raise
            return False
        return True

    async def whisper(
        self, message: Message, text: str, items: list[Widget], *, silent: bool = False, **more: Any
    ) -> MessageRef | None:
        """Send text and buttons by DM; None if the person can't be reached by one."""
        user = message.reader
        try:
            sent = await self.direct(message, user, text, items, channel=message.dm, silent=silent, **more)
        except discord.HTTPException as fault:
            if fault.code in CLOSED or isinstance(fault, discord.Forbidden | discord.NotFound):
                log.info("no direct message", match=message.match.id, kind=message.post.kind, code=fault.code)
                if fault.code in UNREACHABLE and not message.closed:
                    await self.bot.house.directs.close(user)
                return None
            raise
        if message.closed:
            await self.bot.house.directs.close(user, closed=False)
        return sent

    async def direct(
        self, message: Delivery, user: int, text: str, items: list[Widget], *, channel: int | None = None, **more: Any
    ) -> MessageRef:
        """Send text and buttons to a person's direct messages; raises Unsent if these are in another channel by now."""
        try:
            dm = await direct_messages(self.bot, user, channel)
            sent = await dm.send(text, view=rows(items), nonce=message.post.nonce, **more)
        except discord.HTTPException as fault:
            if fault.code == UNKNOWN_CHANNEL:
                await self.bot.house.directs.lost(user)
                raise Unsent("the direct messages are elsewhere by now") from fault
            if fault.code == NO_ACCESS and await self._are_elsewhere(user):
                raise Unsent("the direct messages were another application's") from fault
            raise
        return MessageRef(sent.channel.id, sent.id, private=True)

    async def _are_elsewhere(self, user: int) -> bool:
        """Reopen a person's direct messages; whether the channel differs from the one stored."""
        kept = await self.bot.house.directs.of(user)
        if kept is None:
            return False
        await self.bot.house.directs.lost(user)
        with suppress(discord.HTTPException):
            return (await direct_messages(self.bot, user)).id != kept
        return False

    async def meet(self, message: Message) -> None:
        """Open the reader's direct messages for the next time, unless too many were opened lately."""
        user = message.reader
        with suppress(Unsent, discord.HTTPException):
            await direct_messages(self.bot, user)

    async def language(self, message: Message) -> Catalogue:
        """The language of the message's reader, else of the match's server."""
        return await self.language_of(message.post.to, message)

    async def language_of(self, user: int | None, message: Message) -> Catalogue:
        """This person's language, else (None or unknown) that of the match's server."""
        await self.bot.house.languages.renew()
        language = await self.bot.house.languages.of(user) if user is not None else None
        if language is None and (guild := message.match.settings_of) is not None:
            return spoken_in(self.bot, await self.bot.guild_of(guild))
        return catalogue(language)

    def age(self, place: MessageRef) -> float:
        """A message's age in seconds."""
        return self.bot.now() - discord.utils.snowflake_time(place.message).timestamp()


def seen_of(message: Message) -> Seen:
    """The view of the message's reader."""
    assert message.seen is not None, "the dice have fallen, so there is something to see"
    return message.seen
