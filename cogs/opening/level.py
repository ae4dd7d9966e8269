"""The choice of a computer's level for a solo match."""

from __future__ import annotations

from typing import Any

import discord

from cogs.opening.request import OpeningRequest
from cogs.ui.client import Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code
from cogs.ui.next_step import advice
from cogs.ui.replies import is_bot_dm, reader
from cogs.ui.views import rows
from locales import Catalogue


async def ask(interaction: Interaction, opening: OpeningRequest) -> None:
    """Ask for the computer's level; the person's past wins suggest the next one."""
    await interaction.response.defer(ephemeral=not is_bot_dm(interaction), thinking=True)
    bot, say = interaction.client, reader(interaction)
    path = await bot.house.careers.solo_path(interaction.user.id, opening.game)
    levels = tuple(reversed(bot.house.opponents))
    lines = [
        say("lobby.kind", level=say(f"opponent.{key}.level"), about=say(f"opponent.{key}.about")) for key in levels
    ]
    items = [_button(opening, key, say, is_next=key == path.level) for key in levels]
    text = "\n".join((f"**{say(f'{opening.game}.name')}**", *lines, *advice(path, say)))
    await interaction.edit_original_response(content=text, view=rows(items))


def _button(opening: OpeningRequest, key: str, say: Catalogue, *, is_next: bool) -> discord.ui.Button[Any]:
    code = action_code(Action.SOLO, *OpeningRequest(opening.game, opening.places, key).parts())
    style = discord.ButtonStyle.success if is_next else discord.ButtonStyle.secondary
    return discord.ui.Button(label=say(f"opponent.{key}.level"), emoji="🤖", style=style, custom_id=code)
