"""SuperEchelon's slash commands."""

from cogs.game_commands import add_game
from cogs.gruppetto import Gruppetto
from engines.superechelon import SuperEchelon


async def setup(bot: Gruppetto) -> None:
    """Called by discord.py when the extension is loaded."""
    add_game(bot, SuperEchelon())
