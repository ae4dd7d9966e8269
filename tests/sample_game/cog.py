"""New Game's slash commands."""

from cogs.game_commands import add_game
from cogs.ui.client import Client
from engines.newgame import GAME


async def setup(bot: Client) -> None:
    """Called by discord.py when the extension is loaded."""
    add_game(bot, GAME)
