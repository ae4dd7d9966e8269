"""The history of a match: its latest events, a sentence each."""

from __future__ import annotations

from typing import Any

import discord

from cogs.ui.client import Client, Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import match_code
from cogs.ui.replies import reader, reply_in_private
from cogs.ui.views import CONTENT, rows
from locales import Catalogue
from model.kinds import How
from screen.match_text import title
from screen.sentences import newest, sentences


async def history_text(bot: Client, match_id: int, user: int, say: Catalogue) -> str:
    """The latest sentences that this person may hear, each with its time."""
    seen = await bot.house.matches.see(match_id, user)
    lines: list[str] = []
    for row, events in await bot.house.matches.history(match_id, user):
        texts = sentences(seen, events, say)
        if texts and row.by == seen.seat:
            texts[0] = _own_line(texts[0], row.how, say)
        lines += [f"<t:{int(row.at)}:R> {texts[0]}", *texts[1:]] if texts else []
    head = title(seen, say)
    return f"{head}\n{newest(lines, CONTENT - len(head) - 2)}"


def _own_line(line: str, how: How, say: Catalogue) -> str:
    """A line on the reader's own move, with how it came about if the bot made it."""
    if how == How.PLAN:
        return say("plan.played", line=line)
    if how == How.ORDER:
        return say("order.played", line=line)
    return say("easy.played", line=line) if how == How.EASY else line


async def show_history(interaction: Interaction, match_id: int) -> None:
    """Show the latest events this person may know of, in a new message."""
    await reply_in_private(interaction)
    await post_history(interaction, match_id)


async def post_history(interaction: Interaction, match_id: int) -> None:
    """Show the latest events in the deferred reply, with buttons for draws and export."""
    say = reader(interaction)
    text = await history_text(interaction.client, match_id, interaction.user.id, say)
    buttons = [
        discord.ui.Button[Any](label=say(words), emoji=emoji, custom_id=match_code(action, match_id))
        for action, emoji, words in ((Action.DICE, "🎲", "board.dice"), (Action.EXPORT, "💾", "history.export"))
    ]
    await interaction.edit_original_response(content=text, view=rows(buttons))
