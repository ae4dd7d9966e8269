"""`/privacy export` and `/privacy forget`: a person's stored data, and its deletion."""

from __future__ import annotations

import asyncio
import gzip
import io
from typing import Any

import discord
import msgspec

from cogs.career.screen import Screen, begin, show
from cogs.ui.client import Client, Interaction
from cogs.ui.commands import add_group
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code, base36
from cogs.ui.errors import answered
from cogs.ui.long_tasks import Made, Task, long_task
from cogs.ui.replies import reader
from engines.table import Refused

MOST_BYTES = 8 * 2**20  # Discord accepts 10 MiB in servers without boosts


async def setup(bot: Client) -> None:
    """Register the group on the bot's tree."""
    add_group(bot, "privacy", export, forget)


@long_task(Task.DATA)
async def export(interaction: Interaction) -> Made:
    """Export everything stored about the person, as a private file."""
    house, say = interaction.client.house, reader(interaction)
    stored = await house.privacy.export_of(interaction.user.id)
    name, content = await asyncio.to_thread(_file, stored, f"gruppetto-{interaction.user.id}.json")
    hidden = await house.privacy.hidden(interaction.user.id)
    text = "\n".join((say("privacy.export"), say(f"privacy.board.{'out' if hidden else 'in'}")))
    return Made(text, [discord.File(io.BytesIO(content), name)])


def _file(stored: Any, name: str) -> tuple[str, bytes]:
    """Name and content of a JSON file, compressed if Discord wouldn't accept it otherwise."""
    content = msgspec.json.format(msgspec.json.encode(stored))
    return (name, content) if len(content) <= MOST_BYTES else (f"{name}.gz", gzip.compress(content))


async def forget(interaction: Interaction) -> None:
    """Explain what it means to be forgotten, with the button that does it."""
    async with answered(interaction):
        await begin(interaction, in_place=False)
        say = reader(interaction)
        red = discord.ui.Button[Any](
            label=say("privacy.forget.button"),
            style=discord.ButtonStyle.danger,
            custom_id=action_code(Action.FORGET, base36(interaction.user.id)),
        )
        await show(interaction, Screen(text=say("privacy.forget"), items=[red]))


async def confirmed(interaction: Interaction, user: int) -> None:
    """Forget the person who has pressed; no one can press for someone else."""
    if user != interaction.user.id:
        raise Refused("house.button")
    await begin(interaction, in_place=True)
    await interaction.client.house.privacy.forget(interaction.user.id)
    await show(interaction, Screen(text=reader(interaction)("privacy.forgotten")))
