"""Which match a command means: the one named, this thread's, or the only one."""

from __future__ import annotations

from discord import app_commands

from cogs.ui.access import check_match
from cogs.ui.client import Interaction
from cogs.ui.replies import reader
from cogs.ui.views import MOST_OPTIONS
from engines.table import Refused
from host.play.seen import Seen
from screen.names import match_name


def number(text: str) -> int:
    """A match number as people type it ("12", "#12"); Refused for anything else."""
    digits = text.strip().removeprefix("#")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 16):
        raise Refused("house.unknown")
    return int(digits)


async def match_number(interaction: Interaction, text: str | None) -> int:
    """The match that is meant, in any phase; Refused if the asker may not know of it."""
    meant = await _meant(interaction, text)
    await check_match(interaction, meant)
    return meant


async def _meant(interaction: Interaction, text: str | None) -> int:
    if text:
        return number(text)
    matches = interaction.client.house.matches
    if interaction.channel_id is not None and (thread := await matches.by_thread(interaction.channel_id)):
        return thread.id
    running = [match for match in await matches.mine(interaction.user.id) if match.phase == "running"]
    if len(running) == 1:
        return running[0].id
    raise Refused("match.which")


async def match_of(interaction: Interaction, text: str | None) -> Seen:
    """The match that is meant, as this person may see it."""
    return await interaction.client.house.matches.see(await match_number(interaction, text), interaction.user.id)


async def match_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Autocomplete of the person's matches."""
    say = reader(interaction)
    names = {
        match.id: match_name(match, say)
        for match in await interaction.client.house.matches.mine(interaction.user.id)
        if match.phase == "running"
    }
    fitting = [(match, name) for match, name in names.items() if current.casefold() in name.casefold()]
    return [app_commands.Choice(name=name, value=str(match)) for match, name in fitting[:MOST_OPTIONS]]
