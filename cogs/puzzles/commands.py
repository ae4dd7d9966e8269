"""`/puzzle`: the puzzle of the day, privately."""

from __future__ import annotations

from cogs.puzzles.presses import today
from cogs.ui.client import Client, Interaction
from cogs.ui.commands import add_command
from cogs.ui.errors import answered


async def setup(bot: Client) -> None:
    """Register the command on the bot's tree."""
    add_command(bot, "puzzle", puzzle, anywhere=True)


async def puzzle(interaction: Interaction) -> None:
    """Show the puzzle of the day, or the result of the person's answer."""
    async with answered(interaction):
        await today(interaction)
