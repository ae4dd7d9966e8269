"""The panel's further tools, behind ⋯: playing on, orders, reminders, the past, votes."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from cogs.panel import notices
from cogs.ui.client import Client, Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import match_code
from cogs.ui.pictures import file_of
from cogs.ui.replies import reader, reply_in_private
from cogs.ui.views import Widget, rows
from engines.orders import offered
from host.play.seen import Seen, is_alone, is_waited_for
from locales import Catalogue
from screen.match_text import headline, title
from screen.votes import can_vote, vote_text

VOTES = 3  # the row of votes; those about a player follow below


async def show_more(interaction: Interaction, match_id: int) -> None:
    """Show what else can be done in a match, in a new message."""
    await reply_in_private(interaction)
    bot, say = interaction.client, reader(interaction)
    seen = await bot.house.matches.see(match_id, interaction.user.id)
    lines = [title(seen, say)]
    items = [*await _playing(bot, seen, say), *_reminders(seen, say), *_past(seen, say)]
    if seen.match.vote is not None:
        lines.append(vote_text(seen, (), say))
        items += notices.vote_buttons(seen, say, VOTES)
    elif can_vote(seen):
        lines.append(say("table.head.alone" if is_alone(seen.match) else "table.head"))
        items += notices.table_buttons(seen, await bot.house.votes.newcomers(seen.match), say, VOTES)
    await interaction.edit_original_response(content="\n".join(lines), view=rows(items))


async def show_board(interaction: Interaction, match_id: int) -> None:
    """Show the whole public board, in a new message."""
    await reply_in_private(interaction)
    bot, say = interaction.client, reader(interaction)
    seen = await bot.house.matches.see(match_id, None)
    picture = file_of(await bot.pictures.board(seen, (), say))
    head = f"{title(seen, say)}\n{headline(seen, say)}"
    await interaction.edit_original_response(content=head, attachments=[picture])


async def _playing(bot: Client, seen: Seen, say: Catalogue) -> Iterable[Widget]:
    """Buttons that let the bot play for a person who is to move."""
    if not is_waited_for(seen) or seen.view.sealed:
        return []
    legs = await bot.house.forecast.has_legs(seen.match.game, len(seen.match.seats), seen.match.options)
    actions = [(Action.AUTO, "🎲"), (Action.FAST, "⏩"), *([(Action.LEG, "🏁")] if legs else [])]
    return [
        _button(_words(seen, action, say), emoji, match_code(action, seen.match.id, seen.fingerprint), 0)
        for action, emoji in actions
    ]


def _words(seen: Seen, action: Action, say: Catalogue) -> str:
    key = f"{seen.match.game}.panel.{action}"
    return say(key if key in say else f"panel.{action}")


def _reminders(seen: Seen, say: Catalogue) -> Iterable[Widget]:
    """Buttons for standing orders, a reminder and a note."""
    match, orders = seen.match, seen.own.orders
    if seen.seat is None or match.phase != "running":
        return
    is_away = match.seats[seen.seat].substitute is not None
    if match.paused is None and not is_away and (orders or offered(match.game, seen.view, orders)):
        yield _button(say("panel.orders"), "📌", match_code(Action.ORDERS, match.id), 1)
    if is_waited_for(seen) and seen.own.has_moved:
        yield _button(say("panel.later"), "⏰", match_code(Action.LATER, match.id), 1)
    if match.paused is None:
        yield _button(say("try.begin"), "💭", match_code(Action.THINK, match.id), 1)
    if seen.own.has_lines:
        yield _button(say("try.lines"), "💾", match_code(Action.LINES, match.id), 1)
    yield _button(say("panel.write"), "📝", match_code(Action.NOTE, match.id, "edit"), 1)


def _past(seen: Seen, say: Catalogue) -> Iterable[Widget]:
    """Buttons for the whole board and the history."""
    match = seen.match.id
    yield _button(say("panel.board"), "🗺️", match_code(Action.BOARD, match), 2)
    if seen.own.has_moved:
        yield _button(say("panel.since"), "📼", match_code(Action.SINCE, match), 2)
    yield _button(say("ending.film"), "🎬", match_code(Action.FILM, match), 2)
    yield _button(say("board.history"), "📜", match_code(Action.HISTORY, match), 2)


def _button(label: str, emoji: str, code: str, row: int) -> Widget:
    return discord.ui.Button(label=label, emoji=emoji, custom_id=code, row=row)
