"""Slash commands of the stage races."""

from cogs.game_commands import add_game
from cogs.ui.client import Client
from cogs.ui.look import Look
from engines.legstrong import Legstrong
from host.lobby.showcase import Shot

LOOK = Look(Shot(178, 8, 4, {"tour": "classic", "attacks": "clockwise", "tests": "pick"}, fair=True), 75)


async def setup(bot: Client) -> None:
    """Register the commands of LEGSTRONG on the bot's tree."""
    add_game(bot, Legstrong(), LOOK)
