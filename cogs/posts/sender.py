"""Sender of the host's messages to Discord; it makes words and pictures at the last moment."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any

import discord
import structlog
from structlog.typing import FilteringBoundLogger

from cogs.panel import notices
from cogs.panel.compose import Panel, compose, last_one
from cogs.posts import board, ending
from cogs.posts.ceremony import post_ceremony
from cogs.posts.cup_words import meaning
from cogs.posts.invitation import invitation_buttons, invitation_text
from cogs.posts.lobby import lobby_buttons, lobby_embed
from cogs.posts.threads import is_busy, mended, place_of, public, thread_of
from cogs.posts.writer import NOT_ALLOWED, UNKNOWN_CHANNEL, Writer
from cogs.ui.client import Client
from cogs.ui.errors import CUT_OFF
from cogs.ui.match_text import title
from cogs.ui.names import escaped, match_name, names_of
from cogs.ui.verdicts import is_played_out
from cogs.ui.views import rows
from host.outbox.messages import Call, Message, Place
from host.outbox.outbox import Unsent
from host.play.seen import Seen
from locales import Catalogue
from model.kinds import BY_DM, CallChannel, PostKind

log: FilteringBoundLogger = structlog.get_logger()

FRESH = 600.0  # seconds: a younger board message is edited, an older one gets a successor
EDITED = 3600.0  # seconds: Discord throttles edits of older messages
# Discord's codes
ARCHIVED = 50083  # the thread is archived, and locked, else it would have been woken
NO_GUILD = (10004,)


class DiscordSender:
    """The host's `Sender`; raises Unsent for what may work later."""

    def __init__(self, bot: Client) -> None:
        self._bot, self._writer = bot, Writer(bot)

    async def deliver(self, message: Message) -> Place | None:
        """Send or edit what the message is about; returns where it can be seen."""
        await self._bot.at_home.wait()
        try:
            return await self._try(message)
        except discord.RateLimited as limited:
            log.info("rate limited", match=message.match.id, kind=message.post.kind, seconds=limited.retry_after)
            raise Unsent("Discord wants it later", limited.retry_after) from limited
        except (*CUT_OFF, OSError) as lost:  # a network that is down or a broken TLS line comes as a bare OSError, too
            log.info("connection lost", match=message.match.id, kind=message.post.kind)
            raise Unsent("Discord can't be reached now") from lost

    async def _try(self, message: Message) -> Place | None:
        try:
            return await self._deliver(message)
        except discord.HTTPException as fault:
            again = await mended(self._bot, message) if fault.code in (UNKNOWN_CHANNEL, ARCHIVED) else None
            if again is None:
                excuse = await self._excuse(message, fault)
                if not message.first or fault.code not in NOT_ALLOWED:
                    raise excuse from fault
                again = replace(message, first=False)  # the thread takes no call, so a direct message has to do
        try:
            return await self._deliver(again)
        except discord.HTTPException as fault:
            raise await self._excuse(again, fault) from fault

    async def _excuse(self, message: Message, fault: discord.HTTPException) -> Exception:
        """What to tell the host: Unsent for what isn't our fault, so that it is tried again without an alarm."""
        if fault.code in (UNKNOWN_CHANNEL, ARCHIVED):
            if message.match.thread is None and fault.code == UNKNOWN_CHANNEL:
                await self._writer.complain(message, "send")
            return Unsent("the thread was gone or asleep")
        if fault.code in NOT_ALLOWED:
            await self._writer.complain(message, "send")
            return Unsent("a permission is missing")
        if fault.code in NO_GUILD or is_busy(fault):
            return Unsent("Discord can't take it now")
        return fault

    async def _deliver(self, message: Message) -> Place | None:
        match message.post.kind:
            case PostKind.LOBBY:
                return await self._lobby(message)
            case PostKind.OPENING:
                return await self._opening(message)
            case PostKind.BOARD:
                return await self._board(message)
            case PostKind.RIDDEN:
                return await self._ridden(message)
            case PostKind.RESULT:
                return await self._result(message)
            case PostKind.END:
                return await self._end(message)
            case PostKind.HAND:
                return await self._private_panel(message)
            case PostKind.VOTE:
                return await self._vote(message)
            case PostKind.BALLOT:
                return await self._ballot(message)
            case PostKind.LATE:
                return await self._late(message)
            case PostKind.ANSWERED | PostKind.LAPSED | PostKind.NEWER:
                return await self._retire(message)
            case PostKind.REPAIR:
                return await self._repaired(message)
            case PostKind.HOLIDAY:
                return await self._away(message)
            case PostKind.STALLED | PostKind.FREE:
                return await self._notice(message)
            case PostKind.FULL:
                return await self._full(message)
            case PostKind.INVITED:
                return await self._invited(message)
            case PostKind.DECLINED:
                return await self._declined(message)
            case PostKind.CEREMONY:
                return await post_ceremony(self._bot, message)
            case PostKind.TURN | PostKind.OVERTAKEN | PostKind.HALF | PostKind.NINETY | PostKind.SNOOZE:
                return await self._call(message)

    async def _lobby(self, message: Message) -> Place | None:
        """The lobby's message: one for the whole life of the match."""
        channel = await place_of(self._bot, message.match.channel, message.match.guild)
        say = public(self._bot, channel)
        embed = await lobby_embed(self._bot, message.match, message.proof, say)
        view = rows(lobby_buttons(message.match, say))
        if await self._writer.renewed(channel, message, embed=embed, view=view):
            return message.place
        return await self._writer.say(channel, message, embed=embed, view=view)

    async def _full(self, message: Message) -> Place | None:
        """Call the host who has a full lobby wait for them; by a mention in its channel if not by DM."""
        match, user = message.match, message.post.to
        assert user is not None
        where = f"<#{match.channel}>"
        if message.lobby is not None and match.guild is not None:
            where = f"https://discord.com/channels/{match.guild}/{message.lobby.channel}/{message.lobby.message}"
        private = None
        if message.channel in BY_DM:
            say = await self._writer.language(message)
            words = say("call.full", match=match_name(match, say), where=where)
            private = await self._writer.whisper(message, words, [])
            if private is not None and message.channel == CallChannel.DM:
                return private
        channel = await place_of(self._bot, match.channel, match.guild)
        say, mention = public(self._bot, channel), discord.AllowedMentions(users=[discord.Object(user)])
        text = say("mention.full", user=f"<@{user}>", match=match_name(match, say))
        call = self._writer.say(channel, message, text, allowed_mentions=mention, silent=False)
        return await self._beside(message, private, call)

    async def _invited(self, message: Message) -> Place | None:
        """An invitation to its guest; by a mention in the lobby's channel, which has Join, if not by DM."""
        user, private = message.post.to, None
        assert user is not None
        if message.channel in BY_DM:
            say = await self._writer.language(message)
            text, items = invitation_text(self._bot, message, say), invitation_buttons(message.match.id, say)
            private = await self._writer.whisper(message, text, items)
            if private is not None and message.channel == CallChannel.DM:
                return private
        channel = await place_of(self._bot, message.match.channel, message.match.guild)
        say, mention = public(self._bot, channel), discord.AllowedMentions(users=[discord.Object(user)])
        text = say("mention.invited", user=f"<@{user}>", match=match_name(message.match, say))
        call = self._writer.say(channel, message, text, allowed_mentions=mention, silent=False)
        return await self._beside(message, private, call)

    async def _declined(self, message: Message) -> Place | None:
        """Tell whoever has invited others who of them won't come: by direct message, for it concerns nobody else."""
        say = await self._writer.language(message)
        names = say.together(map(escaped, message.declined))
        words = say("call.declined", names=names, match=match_name(message.match, say))
        return await self._writer.whisper(message, words, [], silent=True)

    async def _opening(self, message: Message) -> Place | None:
        """The first words in the thread, with commitment and entropy: no die falls before they are there."""
        thread = await thread_of(self._bot, message)
        say = public(self._bot, thread)
        of_cup = await self._bot.house.cups.of_match(message.match)
        stakes = "" if of_cup is None else meaning(*of_cup, say)
        text, view = (
            board.opening_text(self._bot, message, say, stakes),
            rows(board.opening_buttons(message.match.id, say)),
        )
        # players who are mentioned in a thread are added to it
        players = [discord.Object(row.user) for row in message.match.seats if row.user is not None]
        mention = discord.AllowedMentions(users=players)
        if await self._writer.renewed(thread, message, content=text, view=view):
            return message.place
        return await self._writer.say(thread, message, text, view=view, allowed_mentions=mention, silent=False)

    async def _board(self, message: Message) -> Place | None:
        """The board: the message is renewed while it is young, later a new one tells that something happened."""
        thread, seen = await thread_of(self._bot, message), _seen(message)
        say = public(self._bot, thread)
        text = board.board_text(seen, message.news, say, message.opens)
        file = await self._bot.pictures.board(seen, (), say)
        young = message.place is not None and message.place.channel == thread.id and self._is_young(message.place)
        if seen.match.phase != "running" and not young and not is_played_out(seen):
            return message.place  # the result shows it
        view = rows(board.board_buttons(seen, say, edited=young))
        if young:
            if await self._writer.renewed(thread, message, content=text, attachments=[file], view=view):
                return message.place
            file = await self._bot.pictures.board(seen, (), say)  # the first has been read
        return await self._writer.say(thread, message, text, file=file, view=view)

    async def _ridden(self, message: Message) -> Place:
        """How a tour stands after a leg: a message of its own, which no later board takes away."""
        thread, seen = await thread_of(self._bot, message), _seen(message)
        say = public(self._bot, thread)
        text = board.ridden_text(seen, message.news, say, message.opens)
        return await self._writer.say(thread, message, text, file=await self._bot.pictures.board(seen, (), say))

    async def _result(self, message: Message) -> Place:
        thread, seen = await thread_of(self._bot, message), _seen(message)
        say = public(self._bot, thread)
        text = ending.result_text(seen, message.news, message.proof, await self._bot.house.endings.of(seen), say)
        view = rows(ending.result_buttons(seen, say))
        return await self._writer.say(thread, message, text, file=await self._end_picture(seen, say), view=view)

    async def _end(self, message: Message) -> Place | None:
        """The result to a player, as it is theirs; where their DMs are closed, the thread points them to its own."""
        seen, say, user = _seen(message), await self._writer.language(message), message.post.to
        assert user is not None
        told = ending.end_text(seen, (await self._bot.house.endings.of(seen)).of(user), say)
        picture, items = await self._end_picture(seen, say), ending.end_buttons(seen, say)
        private = await self._writer.whisper(message, told, items, silent=True, file=picture)
        if private is not None or message.match.thread is None or message.channel == CallChannel.OFF:
            return private
        thread = await thread_of(self._bot, message)
        mention = discord.AllowedMentions(users=[discord.Object(user)])
        text = public(self._bot, thread)("mention.end", user=f"<@{user}>")
        return await self._writer.say(thread, message, text, allowed_mentions=mention)

    async def _end_picture(self, seen: Seen, say: Catalogue) -> discord.File:
        """The podium; of a match that wasn't played out the board as it was left."""
        if is_played_out(seen):
            return await ending.podium_file(self._bot, seen, say)
        return await self._bot.pictures.board(seen, (), say)

    async def _private_panel(self, message: Message) -> Place | None:
        """A new hand, to a player; where their DMs are closed or were never open, the thread and Your move show it."""
        return None if message.first else await self._whisper(message, self._panel)

    async def _panel(self, message: Message) -> Panel:
        return await compose(self._bot, _seen(message), await self._writer.language(message))

    async def _call(self, message: Message) -> Place | None:
        """Call a player the way they like; by a mention in the thread with the button where that can't be by DM.

        It isn't where their DMs are closed, or would be opened with it: the first call goes where they know the match.
        """
        private = None
        if message.channel in BY_DM and not message.first:
            silent = message.match.is_private  # there it is but the next question to a person who plays just now
            private = await self._whisper(message, self._called, silent=silent)
        if _needs_no_mention(message, private):
            return private
        return await self._beside(message, private, self._mention(message))

    async def _called(self, message: Message) -> Panel:
        """The panel of the person called, headed by the reason; it names the other matches that wait for them."""
        seen, say = _seen(message), await self._writer.language(message)
        head = [f"### {say(f'call.{message.post.kind}')}"]
        head += [say("call.others", matches=notices.listed(message.others, say))] if message.others else []
        return await compose(self._bot, seen, say, head="\n".join(head), call=True)

    async def _mention(self, message: Message) -> Place:
        thread, user = await thread_of(self._bot, message), message.post.to
        assert user is not None
        say = public(self._bot, thread)
        view = notices.move_button(message.match.id, say("board.move"))
        mention = discord.AllowedMentions(users=[discord.Object(user)])
        text = say(f"mention.{message.post.kind}", user=f"<@{user}>")
        if last := last_one(_seen(message), say):
            text += f" {last}"
        if message.channel == CallChannel.DM and not message.first:
            text += f" {say('mention.closed')}"
        return await self._writer.say(thread, message, text, view=view, allowed_mentions=mention, silent=False)

    async def _vote(self, message: Message) -> Place | None:
        """A vote and how it stands: one message from its opening to its end; it calls those who want that, once."""
        await self._retire(message)
        thread, seen = await thread_of(self._bot, message), _seen(message)
        say, vote = public(self._bot, thread), message.match.vote
        since = vote.since if vote is not None else 0.0
        text = notices.vote_text(seen, message.news, say, message.mentioned)
        view = rows(notices.vote_buttons(seen, say))
        known = message.place is not None and discord.utils.snowflake_time(message.place.message).timestamp() >= since
        if known and await self._writer.renewed(thread, message, content=text, view=view):
            return message.place
        mention = discord.AllowedMentions(users=[discord.Object(user) for user in message.mentioned])
        return await self._writer.say(
            thread, message, text, view=view, allowed_mentions=mention, silent=not message.mentioned
        )

    async def _ballot(self, message: Message) -> Place | None:
        """Ask a person to vote: by direct message, else by a mention, unless the vote's message has called them."""
        seen, user, private = _seen(message), message.post.to, None
        if message.channel in BY_DM and not message.first:
            say = await self._writer.language(message)
            text = f"{notices.vote_text(seen, (), say)}\n{title(seen, say)}"
            private = await self._writer.whisper(message, text, notices.vote_buttons(seen, say))
        if user in message.mentioned or _needs_no_mention(message, private):
            return private
        thread = await thread_of(self._bot, message)
        say, mention = public(self._bot, thread), discord.AllowedMentions(users=[discord.Object(user or 0)])
        view = rows(notices.vote_buttons(seen, say))
        text = f"<@{user}> {notices.vote_question(seen, say)}"
        call = self._writer.say(thread, message, text, view=view, allowed_mentions=mention, silent=False)
        return await self._beside(message, private, call)

    async def _beside(self, message: Message, private: Place | None, mention: Coroutine[Any, Any, Place]) -> Place:
        """Call in public too; where the bot may not write there, a direct message has to do and isn't sent again."""
        try:
            public_one = await mention
        except discord.Forbidden as fault:
            if private is None or fault.code not in NOT_ALLOWED:
                raise
            await self._writer.complain(message, "send")
            return private
        if message.first:
            await self._writer.meet(message)
        return public_one if private is None else replace(private, also=public_one)

    async def _late(self, message: Message) -> Place | None:
        """Tell a person that their time was up, what was played for them and how they get back."""
        say = await self._writer.language(message)
        text, items = notices.late(_seen(message), message.news, say)
        return await self._writer.whisper(message, text, items)

    async def _repaired(self, message: Message) -> Place | None:
        """What was put right, and by whom: in the thread, and to each player."""
        seen = _seen(message)
        if message.post.to is not None:
            say = await self._writer.language(message)
            return await self._writer.whisper(message, notices.repaired_text(seen, message.news, say), [])
        thread = await thread_of(self._bot, message)
        return await self._writer.say(
            thread, message, notices.repaired_text(seen, message.news, public(self._bot, thread))
        )

    async def _away(self, message: Message) -> Place | None:
        """When somebody whom they play with is away: to each of the players alone, for nobody else is to know."""
        say = await self._writer.language(message)
        return await self._writer.whisper(
            message, notices.away_text(_seen(message), message.news, say), [], silent=True
        )

    async def _retire(self, message: Message) -> None:
        """Shrink calls that ask for nothing any more to one quiet line, or delete them where editing is slow."""
        for call in message.retired:
            there = self._bot.get_partial_messageable(call.place.channel).get_partial_message(call.place.message)
            text = await self._retired(message, call)
            try:
                async with self._bot.locks(call.place.channel):
                    if self._age(call.place) < EDITED:
                        await there.edit(content=text, attachments=[], view=None)
                    else:
                        await there.delete()
            except discord.HTTPException as fault:
                if is_busy(fault):
                    raise
                # somebody has deleted it, or it stands where nothing can be changed any more
                log.info("old call stays", match=message.match.id, code=fault.code)

    async def _retired(self, message: Message, call: Call) -> str:
        """What is left of a call, in the language of whoever reads it there."""
        public_one = call.place.channel == message.match.thread
        # the message of a vote retires ballots that nobody has to fill in any more
        asked_again = message.post.kind in (PostKind.ANSWERED, PostKind.NEWER)
        kind = message.post.kind if asked_again else PostKind.LAPSED
        say = await self._writer.language_of(None if public_one else call.to, message)
        if public_one:
            return say(f"mention.{kind}", user=f"<@{call.to}>")
        if kind == PostKind.NEWER and message.place is not None and message.place.private:
            return say("call.newer", match=notices.message_link(message.place.channel, message.place.message))
        return say(f"call.{kind}", match=notices.linked(message.match, say))

    async def _notice(self, message: Message) -> Place | None:
        """A match that has stalled, or a seat that is free: what the players can do about it."""
        thread, seen, seat = await thread_of(self._bot, message), _seen(message), message.post.seat
        if seat is None or not notices.still_applies(seen, message.post.kind, seat):
            return None
        say = public(self._bot, thread)
        name = names_of(seen.match, say)[seat]
        buttons = notices.free_buttons if message.post.kind == PostKind.FREE else notices.stalled_buttons
        text = say(f"notice.{message.post.kind}", name=name)
        return await self._writer.say(thread, message, text, view=rows(buttons(seen, seat, say)))

    async def _whisper(
        self, message: Message, compose_panel: Callable[[Message], Awaitable[Panel]], *, silent: bool = True
    ) -> Place | None:
        """A panel by DM, without a sound unless it is a call; None where the person takes none.

        Where they have pressed a moment ago they see it without a new message.
        """
        panel = await compose_panel(message)
        if message.live is not None and self._age(message.live) < EDITED:
            view, live = rows(panel.items), message.live
            if await self._writer.edited(live, content=panel.content, attachments=[panel.picture], view=view):
                return live
            panel = await compose_panel(message)  # the picture has been read
        return await self._writer.whisper(message, panel.content, panel.items, silent=silent, file=panel.picture)

    def _is_young(self, place: Place) -> bool:
        return self._age(place) < FRESH

    def _age(self, place: Place) -> float:
        """How old (seconds) the message is."""
        return self._bot.now() - discord.utils.snowflake_time(place.message).timestamp()


def _needs_no_mention(message: Message, private: Place | None) -> bool:
    """Whether a direct message has done, or has to: a match of no server has no thread to mention anybody in.

    A person who has the panel before their eyes needs no mention besides.
    """
    if message.match.is_private:
        return True
    return private is not None and (message.channel == CallChannel.DM or private.is_of(message.live))


def _seen(message: Message) -> Seen:
    assert message.seen is not None, "the dice have fallen, so there is something to see"
    return message.seen
