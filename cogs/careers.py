"""What the buttons of ladders, cards, honours, archives and privacy do, by the action in their code."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from cogs import leaderboard, privacy, profile
from cogs.career import honours
from cogs.posts import ceremony

ACTIONS: dict[str, Callable[[discord.Interaction[Any], str], Awaitable[None]]] = {
    "ladder": leaderboard.turn,
    "laddertext": leaderboard.in_characters,
    "card": profile.turn,
    "cardtext": profile.in_characters,
    "badges": profile.show_badges,
    "honours": honours.open_roll,
    "roll": honours.turn_roll,
    "rolltext": honours.roll_in_characters,
    "seasons": ceremony.open_newest,
    "archive": ceremony.open_table,
    "season": ceremony.turn,
    "seasontext": ceremony.in_characters,
    privacy.FORGET: privacy.confirmed,
}
