"""`/about`: the version, which data the bot keeps, and the owner's pages."""

from __future__ import annotations

from typing import Any

import discord

from cogs.ui.client import Client, Interaction
from cogs.ui.commands import add_command
from cogs.ui.errors import answered
from cogs.ui.replies import reader
from cogs.ui.views import rows
from model.version import VERSION


async def setup(bot: Client) -> None:
    """Register the command on the bot's tree, for servers, direct messages and personal installs."""
    add_command(bot, "about", about, anywhere=True)


async def about(interaction: Interaction) -> None:
    """Say in private which version this is and what it keeps, with a link to each page that the owner has."""
    async with answered(interaction):
        say, pages = reader(interaction), interaction.client.owner_pages
        links = [discord.ui.Button[Any](label=say(f"about.button.{page}"), url=url) for page, url in pages.items()]
        lines = [say("about.head", version=VERSION), say("about.kept"), say("about.yours")]
        if "support" not in pages:
            lines.append(say("about.ask"))
        text = "\n".join(lines)
        await interaction.response.send_message(
            text, view=rows(links) if links else discord.utils.MISSING, ephemeral=True
        )
