"""Replies to interactions that only the person who pressed can see."""

from __future__ import annotations

import discord

from cogs.ui.client import Interaction
from locales import Catalogue, catalogue

PATIENCE = "patience"  # what an interaction keeps while a request for patience stands in place of its reply


def reader(interaction: Interaction) -> Catalogue:
    """Texts for the person who pressed, in the language they chose, else that of their Discord."""
    chosen = interaction.client.house.languages.chosen(interaction.user.id)
    return catalogue(chosen or str(interaction.locale))


async def whisper(interaction: Interaction, text: str) -> None:
    """Tell only the person who pressed, whether or not the interaction has been answered.

    It replaces a request for patience.
    """
    if interaction.extras.pop(PATIENCE, False):
        await interaction.edit_original_response(content=text)
    elif interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True)
    else:
        await interaction.response.send_message(text, ephemeral=True)


def is_bot_dm(interaction: Interaction) -> bool:
    """Whether it comes from the person's direct messages with the bot, not with other people."""
    return isinstance(interaction.channel, discord.DMChannel) and not interaction.context.private_channel


def is_private(interaction: Interaction) -> bool:
    """Whether no one else sees the pressed message, so that the reply may replace it.

    That is so for ephemeral and direct messages, except those in Components V2, which can't take plain text.
    """
    message = interaction.message
    if message is None or message.flags.components_v2:
        return False
    return message.flags.ephemeral or is_bot_dm(interaction)


async def defer_in_private(interaction: Interaction) -> None:
    """Defer the reply: to the pressed message if no one else sees it.

    Otherwise to a new private one, so that no custom id, wherever it comes from, makes a public message show a hand.
    """
    if is_private(interaction):
        await interaction.response.defer()
    else:
        await reply_in_private(interaction)


async def reply_in_private(interaction: Interaction) -> None:
    """Defer the reply to a new message that only the person who pressed sees."""
    await interaction.response.defer(ephemeral=True, thinking=True)
