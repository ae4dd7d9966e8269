"""Slash commands of the stage races."""

from cogs.bot import Gruppetto
from cogs.factory import add_game
from engines.legstrong import Legstrong


async def setup(bot: Gruppetto) -> None:
    """Called by discord.py when the extension is loaded."""
    add_game(bot, Legstrong())
