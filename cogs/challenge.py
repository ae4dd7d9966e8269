"""*Challenge* in a person's menu: a match for two, whose game is chosen in one tap."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from cogs.opening.lobby import check_place, invitable
from cogs.opening.request import OpeningRequest
from cogs.ui.client import Client, Interaction
from cogs.ui.commands import IN_SERVERS, words
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code
from cogs.ui.errors import answered
from cogs.ui.replies import reader, reply_in_private
from cogs.ui.views import rows
from screen.names import escaped

PAIR = 2


async def setup(bot: Client) -> None:
    """Register the menu on the bot's tree, in servers that have the bot."""
    bot.tree.add_command(
        app_commands.ContextMenu(
            name=words("menu.challenge"),
            callback=challenge,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=IN_SERVERS,
        )
    )


async def challenge(interaction: Interaction, user: discord.User) -> None:
    """Ask for the game, if that person can be invited here."""
    async with answered(interaction):
        check_place(interaction)
        await reply_in_private(interaction)
        guest, say = await invitable(interaction, user.id), reader(interaction)
        items = [
            discord.ui.Button[Any](
                label=say(f"{key}.name"),
                custom_id=action_code(
                    Action.OPEN, *OpeningRequest(key, max(PAIR, game.spec.seats[0]), guest=guest.user).parts()
                ),
            )
            for key, game in interaction.client.house.games.items()
        ]
        text = say("challenge.head", name=escaped(guest.name))
        await interaction.edit_original_response(content=text, view=rows(items))
