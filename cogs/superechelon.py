"""SuperEchelon's slash commands."""

from cogs.game_commands import add_game
from cogs.ui.client import Client
from cogs.ui.look import Look
from engines.superechelon import SuperEchelon
from host.lobby.showcase import Shot

LOOK = Look(Shot(23, 75, 4, {"tours": "1"}), 110)


async def setup(bot: Client) -> None:
    """Register the commands of SuperEchelon on the bot's tree."""
    add_game(bot, SuperEchelon(), LOOK)
