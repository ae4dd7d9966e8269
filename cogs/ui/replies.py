"""Replies to interactions, seen only by the person who pressed."""

from __future__ import annotations

import discord

from cogs.ui.client import Interaction
from locales import Catalogue, catalogue

PATIENCE = "patience"  # what an interaction keeps while words that ask for it stand where its answer will


def reader(interaction: Interaction) -> Catalogue:
    """Texts for the person who pressed, in the language that they chose or that of their Discord."""
    chosen = interaction.client.house.languages.chosen(interaction.user.id)
    return catalogue(chosen or str(interaction.locale))


async def whisper(interaction: Interaction, text: str) -> None:
    """Tell the one who pressed, and no one else, whether or not the interaction has been answered.

    Words that ask for patience make way for it.
    """
    if interaction.extras.pop(PATIENCE, False):
        await interaction.edit_original_response(content=text)
    elif interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True)
    else:
        await interaction.response.send_message(text, ephemeral=True)


def is_bot_dm(interaction: Interaction) -> bool:
    """Whether it comes from the person's direct messages with the bot, not from those with other people."""
    return isinstance(interaction.channel, discord.DMChannel) and not interaction.context.private_channel


def is_private(interaction: Interaction) -> bool:
    """Whether no one else sees the message that was pressed, and the answer may take its place.

    Ephemeral messages and direct messages are such, but not a message in Components V2, which never takes plain text.
    """
    message = interaction.message
    if message is None or message.flags.components_v2:
        return False
    return message.flags.ephemeral or is_bot_dm(interaction)


async def defer_in_private(interaction: Interaction) -> None:
    """Tell Discord that the answer is coming: in the message that was pressed, if no one else sees that.

    Else in a new one for this person alone, so that no code, wherever it comes from, makes a public message a hand.
    """
    if is_private(interaction):
        await interaction.response.defer()
    else:
        await reply_in_private(interaction)


async def reply_in_private(interaction: Interaction) -> None:
    """Tell Discord that the answer is coming, in a message of its own that only the person who pressed sees."""
    await interaction.response.defer(ephemeral=True, thinking=True)
