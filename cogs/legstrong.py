"""Slash commands of the stage races."""

from cogs.game_commands import add_game
from cogs.gruppetto import Gruppetto
from engines.legstrong import Legstrong


async def setup(bot: Gruppetto) -> None:
    """Called by discord.py when the extension is loaded."""
    add_game(bot, Legstrong())
