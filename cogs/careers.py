"""What the buttons of ladders, cards, honours, archives and privacy do, by the action in their code."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from cogs import leaderboard, privacy, profile
from cogs.career import archive, honours
from cogs.ui.client import Interaction

ACTIONS: dict[str, Callable[[Interaction, str], Awaitable[None]]] = {
    "ladder": leaderboard.turn,
    "laddertext": leaderboard.in_characters,
    "card": profile.turn,
    "cardtext": profile.in_characters,
    "badges": profile.show_badges,
    "honours": honours.open_roll,
    "roll": honours.turn_roll,
    "rolltext": honours.roll_in_characters,
    "seasons": archive.open_newest,
    "archive": archive.open_table,
    "season": archive.turn,
    "seasontext": archive.in_characters,
    privacy.FORGET: privacy.confirmed,
}
