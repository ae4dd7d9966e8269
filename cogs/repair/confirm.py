"""Confirmation of a repair: the person, the match, and a button that confirms."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from cogs.ui.access import asker, check_repair, check_steward, owns
from cogs.ui.client import Interaction
from cogs.ui.person import person
from cogs.ui.replies import reader
from cogs.ui.views import CONTENT, MOST_OPTIONS, rows
from cogs.ui.which_match import number
from engines.table import Refused
from host.access import is_charge
from host.repair.steward import Steward
from model.match import Match
from render.words import cut
from screen.names import match_name


def steward(interaction: Interaction) -> Steward:
    """The steward who asks, as the log will name them; access has been checked."""
    who = person(interaction)
    return Steward(who.user, who.name, interaction.id, owns(interaction))


async def match_meant(interaction: Interaction, text: str | None) -> int:
    """The match named, or this thread's; Refused if the person may not repair it."""
    check_steward(interaction)
    if text:
        meant = number(text)
    else:
        channel = interaction.channel_id
        header = None if channel is None else await interaction.client.house.matches.by_thread(channel)
        if header is None:
            raise Refused("repair.which")
        meant = header.id
    await check_repair(interaction, meant)
    return meant


async def match_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Autocomplete of the matches the person may repair; none for others."""
    try:
        check_steward(interaction)
    except Refused:
        return []
    say, who = reader(interaction), asker(interaction)
    guild = None if owns(interaction) and interaction.guild_id is None else interaction.guild_id
    matches = await interaction.client.house.repairs.matches(guild)
    mine = [match for match in matches if owns(interaction) or is_charge(match, who)]
    names = {match.id: match_name(match, say) for match in mine}
    fitting = [(match, name) for match, name in names.items() if current.casefold() in name.casefold()]
    return [app_commands.Choice(name=cut(name, 100), value=str(match)) for match, name in fitting[:MOST_OPTIONS]]


async def ask(interaction: Interaction, text: str, code: str) -> None:
    """Say what will happen, with a button that confirms."""
    sure: discord.ui.Button[Any] = discord.ui.Button(
        label=reader(interaction)("repair.sure"), style=discord.ButtonStyle.danger, custom_id=code
    )
    await interaction.edit_original_response(content=cut(text, CONTENT), view=rows([sure]))


async def done(interaction: Interaction, text: str) -> None:
    """Replace the question by what has happened."""
    await interaction.edit_original_response(content=cut(text, CONTENT), view=None)


def where(match: Match, interaction: Interaction) -> str:
    """A match's name, with a link to its thread."""
    name = match_name(match, reader(interaction))
    return f"**{name}** · <#{match.thread}>" if match.thread else f"**{name}**"
