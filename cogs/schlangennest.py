"""Schlangennest's slash commands."""

from cogs.bot import Gruppetto
from cogs.factory import add_game
from engines.schlangennest import Schlangennest


async def setup(bot: Gruppetto) -> None:
    """Called by discord.py when the extension is loaded."""
    add_game(bot, Schlangennest())
