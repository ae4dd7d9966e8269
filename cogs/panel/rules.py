"""The rules of a game, a page at a time."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import discord

from cogs.panel.lesson_screen import learn_button
from cogs.ui.client import Interaction
from cogs.ui.custom_id import Action, action_code
from cogs.ui.dynamic_items import Widget, rows
from cogs.ui.replies import defer_in_private, reader
from engines.table import IllegalMove
from render import RENDERERS


async def show_rules(interaction: Interaction, game: str, page: int) -> None:
    """Show a page: turn the one that was pressed if it is private already, else open a private one."""
    if game not in RENDERERS:
        raise IllegalMove("house.button")
    await defer_in_private(interaction)
    say = reader(interaction)
    pages = await asyncio.to_thread(RENDERERS[game].rules, say)
    page = min(page, len(pages) - 1)
    shown = pages[page]
    embed = discord.Embed(title=shown.title, description=shown.text, colour=0x4C9F70)
    embed.set_footer(text=say("rules.page", page=page + 1, pages=len(pages)))
    files: list[discord.File] = []
    if shown.picture is not None:
        files.append(discord.File(io.BytesIO(shown.picture), "rules.png", description=shown.alt))
        embed.set_image(url="attachment://rules.png")
    items: list[Widget] = [
        _turn(game, other, say(f"rules.{name}"), emoji)
        for other, name, emoji in ((page - 1, "back", "◀️"), (page + 1, "next", "▶️"))
        if 0 <= other < len(pages)
    ]
    items += learn_button(game, say) if page == 0 else []
    await interaction.edit_original_response(content=None, embed=embed, attachments=files, view=rows(items))


async def turn(interaction: Interaction, where: tuple[str, int]) -> None:
    """Show a page of the rules of a game, from a button."""
    await show_rules(interaction, *where)


def _turn(game: str, page: int, label: str, emoji: str) -> discord.ui.Button[Any]:
    return discord.ui.Button(label=label, emoji=emoji, custom_id=action_code(Action.RULES, game, page))
