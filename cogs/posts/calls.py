"""Messages to people, and calls in a thread: panels, votes, reminders, and the retiring of calls."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

import discord
import structlog
from structlog.typing import FilteringBoundLogger

from cogs.panel import notices
from cogs.panel.compose import Panel, compose
from cogs.posts.cup_words import standing_in
from cogs.posts.threads import is_busy, public, thread_of
from cogs.posts.writer import Writer, seen_of
from cogs.ui.views import rows
from engines.table import Event
from host.outbox.messages import Call, Message
from host.play.seen import Seen
from host.time.live_play import BEGUN, OVER
from locales import Catalogue
from model.kinds import BY_DM, CallChannel, PostKind
from model.match import MessageRef
from screen.links import link
from screen.match_text import title
from screen.names import names_of
from screen.panel_words import last_one
from screen.sentences import sentences
from screen.votes import vote_question, vote_text

log: FilteringBoundLogger = structlog.get_logger()

EDITED = 3600.0  # seconds: Discord throttles edits of older messages


async def show_hand(writer: Writer, message: Message) -> MessageRef | None:
    """Show a player a new hand; if their DMs are closed or were never open, the thread and Your move show it."""
    return None if message.first else await _whisper(writer, message, _panel)


async def call(writer: Writer, message: Message) -> MessageRef | None:
    """Call a player the way they chose; if a DM is impossible, by a mention in the thread with the button.

    A first DM isn't opened by a call: the first call goes where they know the match.
    """
    private = None
    if message.channel in BY_DM and not message.first:
        # in a solo match it is only the next question for a person who is playing
        silent = message.silent or message.match.is_private
        private = await _whisper(writer, message, _called, silent=silent)
    if _needs_no_mention(message, private):
        return private
    return await writer.beside(message, private, _mention(writer, message))


async def _panel(writer: Writer, message: Message) -> Panel:
    return await compose(writer.bot, seen_of(message), await writer.language(message))


async def _called(writer: Writer, message: Message) -> Panel:
    """The called person's panel with the reason on top; it names their other waiting matches."""
    seen, say = seen_of(message), await writer.language(message)
    head = [f"### {say(f'call.{message.post.kind}')}"]
    head += [say("call.only")] if message.only and not last_one(seen, say) else []  # the panel says it in its own way
    of_cup = await writer.bot.house.cups.of_match(message.match)
    head += [standing_in(*of_cup, say)] if of_cup is not None else []
    head += [say("call.others", matches=notices.listed(message.others, say))] if message.others else []
    return await compose(writer.bot, seen, say, head="\n".join(head))


async def _mention(writer: Writer, message: Message) -> MessageRef:
    thread = await thread_of(writer.bot, message)
    say = public(writer.bot, thread)
    text = say(f"mention.{message.post.kind}", user=f"<@{message.reader}>")
    if last := last_one(seen_of(message), say) or (say("call.only") if message.only else ""):
        text += f" {last}"
    if message.channel == CallChannel.DM and not message.first:
        text += f" {say('mention.closed')}"
    view = notices.move_button(message.match.id, say("board.move"))
    return await writer.mention(thread, message, text, view=view, silent=message.silent)


async def post_vote(writer: Writer, message: Message) -> MessageRef | None:
    """Post a vote, in one message from opening to end; it calls those who want that, once."""
    await retire(writer, message)
    thread, seen = await thread_of(writer.bot, message), seen_of(message)
    say = public(writer.bot, thread)
    text = vote_text(seen, message.news, say, message.mentioned)
    view = rows(notices.vote_buttons(seen, say))
    if tells_of_now(message) and await writer.renewed(thread, message, content=text, view=view):
        return message.place
    mention = discord.AllowedMentions(users=[discord.Object(user) for user in message.mentioned])
    return await writer.say(thread, message, text, view=view, allowed_mentions=mention, silent=not message.mentioned)


def tells_of_now(message: Message) -> bool:
    """Whether the message that shows a vote is about this one, not about one before."""
    vote = message.match.vote
    since = vote.since if vote is not None else 0.0
    return message.place is not None and discord.utils.snowflake_time(message.place.message).timestamp() >= since


async def send_ballot(writer: Writer, message: Message) -> MessageRef | None:
    """Ask a person to vote by direct message, else by a mention, unless the vote's message has called them."""
    seen, user, private = seen_of(message), message.reader, None
    if message.channel in BY_DM and not message.first:
        say = await writer.language(message)
        text = f"{vote_text(seen, (), say)}\n{title(seen, say)}"
        private = await writer.whisper(message, text, notices.vote_buttons(seen, say))
    if user in message.mentioned or _needs_no_mention(message, private):
        return private
    thread = await thread_of(writer.bot, message)
    say = public(writer.bot, thread)
    text, view = f"<@{user}> {vote_question(seen, say)}", rows(notices.vote_buttons(seen, say))
    return await writer.beside(message, private, writer.mention(thread, message, text, view=view))


async def tell_late(writer: Writer, message: Message) -> MessageRef | None:
    """Tell a person that their time was up, what was played for them and how to return."""
    say = await writer.language(message)
    text, items = notices.late(seen_of(message), message.news, say)
    return await writer.whisper(message, text, items)


async def tell_repaired(writer: Writer, message: Message) -> MessageRef | None:
    """Tell the thread and each player about a repair and the person who made it."""
    seen = seen_of(message)
    if message.post.to is not None:
        say = await writer.language(message)
        return await writer.whisper(message, notices.repaired_text(seen, message.news, say), [])
    thread = await thread_of(writer.bot, message)
    return await writer.say(thread, message, notices.repaired_text(seen, message.news, public(writer.bot, thread)))


async def tell_away(writer: Writer, message: Message) -> MessageRef | None:
    """Tell each player privately that another player is away."""
    say = await writer.language(message)
    return await writer.whisper(message, notices.away_text(seen_of(message), message.news, say), [], silent=True)


async def tell_live(writer: Writer, message: Message) -> MessageRef | None:
    """Tell the thread in a line that live play begins or ends."""
    thread = await thread_of(writer.bot, message)
    return await writer.say(thread, message, live_text(seen_of(message), message.news, public(writer.bot, thread)))


def live_text(seen: Seen, news: Iterable[Event], say: Catalogue) -> str:
    """The line that says that live play begins or ends."""
    told = [event for event in news if event.kind in (BEGUN, OVER)]
    return f"⚡ {' '.join(sentences(seen, told, say))}"


async def post_notice(writer: Writer, message: Message) -> MessageRef | None:
    """Post that a match has stalled, or that a seat is free, with what the players can do."""
    thread, seen, seat = await thread_of(writer.bot, message), seen_of(message), message.post.seat
    if seat is None or not notices.still_applies(seen, message.post.kind, seat):
        return None
    say = public(writer.bot, thread)
    name = names_of(seen.match, say)[seat]
    buttons = notices.free_buttons if message.post.kind == PostKind.FREE else notices.stalled_buttons
    text = say(f"notice.{message.post.kind}", name=name)
    return await writer.say(thread, message, text, view=rows(buttons(seen, seat, say)))


async def post_talk(writer: Writer, message: Message) -> MessageRef | None:
    """Post what a rider with a style says about the turn of the match."""
    seat, match = message.post.seat, message.match
    rider = None if seat is None else match.seats[seat].opponent
    if seat is None or rider is None:
        return None  # a person has taken the seat over
    thread = await thread_of(writer.bot, message)
    say = public(writer.bot, thread)
    words = say(f"talk.{rider}.{message.post.kind}")
    return await writer.say(thread, message, say("talk.line", name=names_of(match, say)[seat], words=words))


async def retire(writer: Writer, message: Message) -> None:
    """Shrink retired calls to one quiet line, or delete them where editing is slow."""
    for call in message.retired:
        there = writer.bot.get_partial_messageable(call.place.channel).get_partial_message(call.place.message)
        text = await _retired(writer, message, call)
        try:
            async with writer.bot.locks(call.place.channel):
                if writer.age(call.place) < EDITED:
                    await there.edit(content=text, attachments=[], view=None)
                else:
                    await there.delete()
        except discord.HTTPException as fault:
            if is_busy(fault):
                raise
            # someone has deleted it, or it stands where nothing can be changed any more
            log.info("old call stays", match=message.match.id, code=fault.code)


async def _retired(writer: Writer, message: Message, call: Call) -> str:
    """The text left of a call, in its reader's language."""
    public_one = call.place.channel == message.match.thread
    # the message of a vote retires ballots that no longer matter
    asked_again = message.post.kind in (PostKind.ANSWERED, PostKind.NEWER)
    kind = message.post.kind if asked_again else PostKind.LAPSED
    say = await writer.language_of(None if public_one else call.to, message)
    if public_one:
        return say(f"mention.{kind}", user=f"<@{call.to}>")
    if kind == PostKind.NEWER and message.place is not None and message.place.private:
        return say("call.newer", match=link(None, message.place.channel, message.place.message))
    return say(f"call.{kind}", match=notices.linked(message.match, say))


async def _whisper(
    writer: Writer,
    message: Message,
    compose_panel: Callable[[Writer, Message], Awaitable[Panel]],
    *,
    silent: bool = True,
) -> MessageRef | None:
    """A panel by DM, silent unless it is a call; None if the person accepts no DMs.

    If they have just pressed, they see it without a new message.
    """
    panel = await compose_panel(writer, message)
    if message.live is not None and writer.age(message.live) < EDITED:
        view, live = rows(panel.items), message.live
        if await writer.edited(live, content=panel.content, attachments=[panel.picture], view=view):
            return live
        panel = await compose_panel(writer, message)  # the picture has been read
    return await writer.whisper(message, panel.content, panel.items, silent=silent, file=panel.picture)


def _needs_no_mention(message: Message, private: MessageRef | None) -> bool:
    """Whether a direct message was enough, or has to be: a match outside of servers has no thread for mentions.

    A person with the panel in front of them needs no mention.
    """
    if message.match.is_homeless:
        return True
    return private is not None and (message.channel == CallChannel.DM or private.is_of(message.live))
