"""Schlangennest's slash commands."""

from cogs.game_commands import add_game
from cogs.ui.client import Client
from cogs.ui.look import Look
from engines.schlangennest import Schlangennest
from host.lobby.showcase import Shot

LOOK = Look(Shot(44, 2, 4, {"border": "floating"}, fair=True), 215)


async def setup(bot: Client) -> None:
    """Register the commands of Schlangennest on the bot's tree."""
    add_game(bot, Schlangennest(), LOOK)
