"""Next step of someone who plays alone: the level that comes next, and wins in a row."""

from __future__ import annotations

import discord

from cogs.ui.client import Client
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code
from cogs.ui.views import Widget
from host.careers.solo_path import SoloPath
from host.play.seen import Seen
from locales import Catalogue


async def next_step(bot: Client, seen: Seen, say: Catalogue) -> tuple[list[str], list[Widget]]:
    """After a match alone: what it means for the next one, and a button for the level that comes next, if another."""
    match = seen.match
    user = None if seen.seat is None else match.seats[seen.seat].user
    if not match.is_private or match.phase != "over" or user is None:
        return [], []
    path = await bot.house.careers.solo_path(user, match.game)
    if not path.beaten or path.level in {row.opponent for row in match.seats}:
        return advice(path, say), []
    label = say("solo.try", level=say(f"opponent.{path.level}.level"))
    code = action_code(Action.SOLO, match.game, len(match.seats), path.level)
    return advice(path, say), [discord.ui.Button(label=label, emoji="🤖", custom_id=code)]


def advice(path: SoloPath, say: Catalogue) -> list[str]:
    """Where someone stands: the level that they have beaten and the next one, and wins in a row."""
    lines: list[str] = []
    if path.beaten and path.beaten != path.level:
        beaten, level = (say(f"opponent.{key}.level") for key in (path.beaten, path.level))
        lines.append(say("solo.next", won=path.won, of=path.of, beaten=beaten, level=level))
    if path.streak > 1:
        lines.append(say("solo.streak", n=path.streak))
    return lines
