"""Pistard's slash commands."""

from cogs.game_commands import add_game
from cogs.ui.client import Client
from cogs.ui.look import Look
from engines.pistard import Pistard
from host.lobby.showcase import Shot

LOOK = Look(Shot(33, 3, 4, {"track": "classic"}), 285)


async def setup(bot: Client) -> None:
    """Register the commands of Pistard on the bot's tree."""
    add_game(bot, Pistard(), LOOK)
