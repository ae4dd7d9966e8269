"""Posts of matches that people play without a thread: what it would show, as direct messages to each player."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from cogs.panel import notices
from cogs.posts.board import opening_buttons, opening_text, stakes_of
from cogs.posts.calls import EDITED, live_text, tells_of_now
from cogs.posts.lobby import clock_line, option_lines, waits_for
from cogs.posts.threads import place_of, public
from cogs.posts.writer import Writer, seen_of
from cogs.ui.controls import Action
from cogs.ui.custom_id import match_code
from cogs.ui.views import CONTENT, Widget, rows
from host.delivery import Unsent
from host.outbox.messages import Message
from host.table.votes import undecided
from locales import Catalogue
from model.cup import Cup
from model.kinds import PostKind
from model.match import Match, MessageRef
from render.words import cut
from screen.match_text import title
from screen.names import match_name, names_of
from screen.votes import vote_text


async def tell_found(writer: Writer, message: Message) -> MessageRef | None:
    """Tell a person that a table was found for them; the same message shows how its lobby stands."""
    match, say = message.match, await writer.language(message)
    if all(row.user != message.reader for row in match.seats):
        return await _show(writer, message, say("found.left", match=match_name(match, say)), [])
    if match.phase == "cancelled":
        return await _show(writer, message, say("found.off", match=match_name(match, say), seek=say("start.seek")), [])
    others = (name for name, row in zip(names_of(match, say), match.seats, strict=True) if row.user != message.reader)
    starts = await writer.bot.house.lobby.starts(match)
    by_itself = "" if starts is None else say("found.starts", when=f"<t:{int(starts)}:R>", leave=say("lobby.leave"))
    options = option_lines(match, writer.bot.house.games[match.game].spec, say)
    lines = [
        say("found.head", match=match_name(match, say), names=say.together(others)),
        say("found.about"),
        by_itself or waits_for(match, say),
        f"-# {' · '.join((*options, clock_line(match, say)))}",
        f"-# {say('lobby.dice', commitment=message.proof.commitment)}",
    ]
    return await _show(writer, message, "\n".join(lines), found_buttons(match, message.reader, say), silent=False)


def found_buttons(match: Match, user: int, say: Catalogue) -> list[Widget]:
    """The buttons of a lobby without a channel: to leave it, and to start it if it waits for this person."""
    actions = [(Action.LEAVE, "👋", discord.ButtonStyle.secondary)]
    if match.terms.waits and match.host == user:
        actions.insert(0, (Action.START, "🏁", discord.ButtonStyle.primary))
    return [
        discord.ui.Button[Any](
            label=say(f"lobby.{action}"), emoji=emoji, style=style, custom_id=match_code(action, match.id)
        )
        for action, emoji, style in actions
    ]


async def tell_opening(writer: Writer, message: Message) -> MessageRef | None:
    """Show a player what a thread begins with; a live match must not begin unnoticed.

    A player of a cup that it doesn't reach is called where the cup is: all its tables of a round begin together.
    """
    say, match = await writer.language(message), message.match
    stakes = await stakes_of(writer.bot, match, say)
    text, items = opening_text(writer.bot, message, say, stakes), opening_buttons(match.id, say)
    if match.pace.is_live:
        private = await writer.whisper(message, text, items)
    else:
        private = await _show(writer, message, text, items)
    of_cup = await writer.bot.house.cups.of_match(match) if private is None else None
    return private if of_cup is None else await _call_in(writer, message, of_cup[0].cup)


async def _call_in(writer: Writer, message: Message, cup: Cup) -> MessageRef | None:
    """Call the reader in the channel of their cup; None if that isn't possible."""
    try:
        channel = await place_of(writer.bot, cup.channel, cup.guild)
        say = public(writer.bot, channel)
        return await writer.mention(channel, message, say("mention.table", user=f"<@{message.reader}>"))
    except (Unsent, discord.Forbidden, discord.NotFound):
        return None


async def show_vote(writer: Writer, message: Message) -> MessageRef | None:
    """Show a player a vote, in one message from opening to end; it calls those whose vote is missing, once."""
    seen, say = seen_of(message), await writer.language(message)
    if seen.match.vote is None and message.place is None:
        return None  # it was over before they heard of it
    text = f"{vote_text(seen, message.news, say)}\n{title(seen, say)}"
    items = notices.vote_buttons(seen, say)
    silent = message.place is not None or seen.seat not in undecided(seen.match)
    if not tells_of_now(message):
        return await writer.whisper(message, text, items, silent=silent)
    return await _show(writer, message, text, items, silent=silent)


async def tell_live(writer: Writer, message: Message) -> MessageRef | None:
    """Tell a player in a line that live play begins or ends."""
    seen, say = seen_of(message), await writer.language(message)
    return await writer.whisper(message, f"{live_text(seen, message.news, say)}\n{title(seen, say)}", [], silent=True)


async def tell_notice(writer: Writer, message: Message) -> MessageRef | None:
    """Tell a player that the match has stalled, with what they can do, or that a computer plays on for someone."""
    seen, seat, say = seen_of(message), message.post.seat, await writer.language(message)
    if seat is None or not notices.still_applies(seen, message.post.kind, seat):
        return None
    has_stalled = message.post.kind == PostKind.STALLED
    words = say("notice.stalled" if has_stalled else "notice.by.computer", name=names_of(seen.match, say)[seat])
    items = notices.stalled_buttons(seen, seat, say) if has_stalled else []
    return await writer.whisper(message, f"{words}\n{title(seen, say)}", items, silent=not has_stalled)


async def _show(
    writer: Writer, message: Message, text: str, items: list[Widget], *, silent: bool = True
) -> MessageRef | None:
    """Put that into the earlier message if it is young enough to be edited quickly, else into a new one."""
    place, content = message.place, cut(text, CONTENT)
    is_young = place is not None and writer.age(place) < EDITED
    if place is not None and is_young and await writer.edited(place, content=content, view=rows(items)):
        return place
    return await writer.whisper(message, content, items, silent=silent)


POSTS: dict[PostKind, Callable[[Writer, Any], Awaitable[MessageRef | None]]] = {
    PostKind.FOUND: tell_found,
    PostKind.OPENING: tell_opening,
    PostKind.VOTE: show_vote,
    PostKind.LIVE: tell_live,
    PostKind.FREE: tell_notice,
    PostKind.STALLED: tell_notice,
}
