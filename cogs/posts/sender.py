"""Sends the host's posts to Discord; text and pictures are made at the last moment."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

import discord
import structlog
from structlog.typing import FilteringBoundLogger

from cogs.posts import board, by_dm, calls, ending, followed, invitation, lobby, outside, tables
from cogs.posts.ceremony import post_ceremony
from cogs.posts.threads import is_busy, mended
from cogs.posts.writer import NOT_ALLOWED, UNKNOWN_CHANNEL, Writer
from cogs.ui.client import Client
from cogs.ui.errors import CUT_OFF
from host.delivery import Delivery, Unsent
from host.outbox.messages import Message
from host.outbox.notifications import CALLS
from host.play.consequences import TO_EACH
from model.kinds import RETIRING, PostKind
from model.match import MessageRef

log: FilteringBoundLogger = structlog.get_logger()

# Discord's codes
ARCHIVED = 50083  # the thread is archived and locked, otherwise it would have been woken
NO_GUILD = 10004

Post: TypeAlias = Callable[[Writer, Any], Awaitable[MessageRef | None]]

# What draws and sends each kind of post of matches and servers; those of cups and puzzles are in their own packages.
POSTS: dict[PostKind, Post] = {
    PostKind.LOBBY: lobby.post_lobby,
    PostKind.FULL: lobby.call_host,
    PostKind.FOUND: lobby.call_found,
    PostKind.STANDING: lobby.tell_ended,
    PostKind.INVITED: invitation.invite,
    PostKind.DECLINED: invitation.tell_declined,
    PostKind.OPENING: board.post_opening,
    PostKind.BOARD: board.post_board,
    PostKind.RIDDEN: board.post_ridden,
    PostKind.RESULT: ending.post_result,
    PostKind.END: ending.post_end,
    PostKind.COMPARED: ending.post_compared,
    PostKind.CEREMONY: post_ceremony,
    PostKind.HAND: calls.show_hand,
    PostKind.VOTE: calls.post_vote,
    PostKind.BALLOT: calls.send_ballot,
    PostKind.LATE: calls.tell_late,
    PostKind.REPAIR: calls.tell_repaired,
    PostKind.HOLIDAY: calls.tell_away,
    PostKind.LIVE: calls.tell_live,
    PostKind.STALLED: calls.post_notice,
    PostKind.FREE: calls.post_notice,
    PostKind.CHEER: calls.post_talk,
    PostKind.GROAN: calls.post_talk,
    PostKind.OPEN_TABLES: tables.post_board,
    PostKind.ROLE: tables.call_role,
    PostKind.WEBHOOK: outside.tell_off,
    PostKind.FOLLOWED: followed.tell_moved,
    **dict.fromkeys(CALLS, calls.call),
    **dict.fromkeys((*RETIRING, PostKind.NEWER), calls.retire),
}


class DiscordSender:
    """The host's `Sender`; raises Unsent for what may work later. `posts` adds kinds that aren't in POSTS."""

    def __init__(self, bot: Client, posts: Mapping[PostKind, Post]) -> None:
        self._bot, self._writer, self._posts = bot, Writer(bot), {**POSTS, **posts}
        if missing := {*PostKind} - {*self._posts}:
            raise LookupError(f"nothing draws posts of these kinds: {sorted(missing)}")

    async def deliver(self, delivery: Delivery, /) -> MessageRef | None:
        """Send or edit a post; returns where it can be seen."""
        await self._bot.at_home.wait()
        try:
            return await self._try(delivery)
        except discord.RateLimited as limited:
            log.info("rate limited", **_about(delivery), seconds=limited.retry_after)
            raise Unsent("Discord wants it later", limited.retry_after) from limited
        except (*CUT_OFF, OSError) as lost:  # a network failure or a broken TLS line comes as a bare OSError
            log.info("connection lost", **_about(delivery))
            raise Unsent("Discord can't be reached now") from lost

    async def _try(self, delivery: Delivery) -> MessageRef | None:
        try:
            return await self._post(delivery)
        except discord.HTTPException as fault:
            if not isinstance(delivery, Message):
                return _given_up(delivery, fault)
            again = await mended(self._bot, delivery) if fault.code in (UNKNOWN_CHANNEL, ARCHIVED) else None
            if again is None:
                excuse = await self._excuse(delivery, fault)
                if not delivery.first or fault.code not in NOT_ALLOWED:
                    raise excuse from fault
                again = replace(delivery, first=False)  # the thread can't be called in, so a direct message has to do
        try:
            return await self._post(again)
        except discord.HTTPException as fault:
            raise await self._excuse(again, fault) from fault

    async def _post(self, delivery: Delivery) -> MessageRef | None:
        kind, to = delivery.post.kind, delivery.post.to
        without_thread = isinstance(delivery, Message) and delivery.match.is_by_dm
        # what a match without a thread has left for one player stays theirs, though a set that is over has a channel
        is_own = kind in TO_EACH and to is not None
        draw = by_dm.POSTS.get(kind, self._posts[kind]) if without_thread or is_own else self._posts[kind]
        return await draw(self._writer, delivery)

    async def _excuse(self, message: Message, fault: discord.HTTPException) -> Exception:
        """The exception for the host: Unsent if the fault isn't ours, so that it is retried without an alarm."""
        if fault.code in (UNKNOWN_CHANNEL, ARCHIVED):
            if message.match.thread is None and fault.code == UNKNOWN_CHANNEL:
                if await self._bot.house.standing_tables.channel_gone(message.match.id):
                    self._writer.heard(message)
                await self._writer.complain(message, "send")
            return Unsent("the thread was gone or asleep")
        if fault.code in NOT_ALLOWED:
            await self._writer.complain(message, "send")
            return Unsent("a permission is missing")
        if fault.code == NO_GUILD or is_busy(fault):
            return Unsent("Discord can't take it now")
        return fault


def _given_up(delivery: Delivery, fault: discord.HTTPException) -> MessageRef | None:
    """Give up a post of a cup or a server if the bot may not post there: no one waits for it.

    Returns its place: an earlier message that can't be edited now is still there.
    """
    if is_busy(fault):
        raise Unsent("Discord can't take it now") from fault
    if not isinstance(fault, discord.NotFound | discord.Forbidden):
        raise fault
    log.info("can't post", **_about(delivery), code=fault.code)
    return delivery.place if isinstance(fault, discord.Forbidden) else None


def _about(delivery: Delivery) -> dict[str, Any]:
    """Log fields for a post."""
    post = delivery.post
    return {"match": post.match, "cup": post.cup, "guild": post.guild, "kind": post.kind}
