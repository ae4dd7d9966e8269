"""`/start` and `/help`: the home."""

from __future__ import annotations

from typing import Any

import discord

from cogs.home.screen import home, layout
from cogs.opening.lobby import is_match_place
from cogs.opening.request import is_alone
from cogs.opening.screen import ask
from cogs.posts.permissions import invitation
from cogs.ui.client import Client, Interaction
from cogs.ui.commands import add_command
from cogs.ui.errors import answered
from cogs.ui.replies import reader, reply_in_private
from cogs.ui.views import rows
from engines.table import Refused


async def setup(bot: Client) -> None:
    """Register the commands on the bot's tree, for servers, direct messages and personal installs."""
    add_command(bot, "start", start, anywhere=True)
    add_command(bot, "help", start, anywhere=True)


async def start(interaction: Interaction) -> None:
    """Show the home, with the first game large; an open home disappears."""
    async with answered(interaction):
        await _open(interaction, next(iter(interaction.client.house.games)))


async def turn(interaction: Interaction, key: str) -> None:
    """Show the home with this game large: in the pressed home, else in a new message."""
    _check_game(interaction, key)
    if _is_home(interaction):
        await interaction.response.defer()
        await _show(interaction, key)
    else:
        await _open(interaction, key)


async def friends(interaction: Interaction, key: str) -> None:
    """Show the match presets where a match can be opened; elsewhere say where, or how to add the bot."""
    _check_game(interaction, key)
    say = reader(interaction)
    if is_alone(interaction):
        link = discord.ui.Button[Any](label=say("start.invite"), url=invitation(interaction.client))
        text = say("start.friends.server", game=key)
        await interaction.response.send_message(text, view=rows([link]), ephemeral=True)
    elif is_match_place(interaction) and interaction.permissions.use_application_commands:
        await ask(interaction, key)
    else:
        await interaction.response.send_message(say("start.friends.here", game=key), ephemeral=True)


def _check_game(interaction: Interaction, key: str) -> None:
    if key not in interaction.client.house.games:
        raise Refused("house.button")


def _is_home(interaction: Interaction) -> bool:
    """Whether the pressed message is a home: nothing else of the bot is private and has a frame."""
    message = interaction.message
    if message is None or not message.flags.ephemeral:
        return False
    return any(part.type is discord.ComponentType.container for part in message.components)


async def _open(interaction: Interaction, key: str) -> None:
    await reply_in_private(interaction)
    await _show(interaction, key)
    await interaction.client.homes.replace(interaction)


async def _show(interaction: Interaction, key: str) -> None:
    say = reader(interaction)
    shown = await home(interaction.client, interaction.user.id, key, say)
    await interaction.edit_original_response(attachments=[shown.picture], view=layout(shown, say))
