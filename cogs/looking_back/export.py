"""Export of a match as a file."""

from __future__ import annotations

import io

import discord

from cogs.ui.client import Interaction
from cogs.ui.long_tasks import Made
from cogs.ui.replies import reader


async def made_export(interaction: Interaction, match_id: int) -> Made:
    """Export a match: its public record while it runs, everything after the end."""
    written = await interaction.client.house.exports.export(match_id)
    return Made(reader(interaction)("export.done"), [discord.File(io.BytesIO(written), f"match-{match_id}.json")])
