"""Commands of whoever manages a server: `/host setup`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from cogs.answer import answered, reader
from cogs.lobby import NEEDED, missing_permissions
from host.times import zones
from locales import catalogue

if TYPE_CHECKING:
    from cogs.bot import Gruppetto

WORDS = catalogue(None)
OFFERED = 25
SCOPES = ("bot", "applications.commands")


def add_host(bot: Gruppetto) -> None:
    """Register the group on the bot's tree, for people who may manage the server."""
    group = app_commands.Group(
        name="host",
        description=WORDS("command.host.about"),
        default_permissions=discord.Permissions(manage_guild=True),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name="setup", description=WORDS("command.host.setup.about"), callback=setup_check
    )
    group.add_command(command)
    bot.tree.add_command(group)


def invitation(bot: Gruppetto, guild_id: int) -> str:
    """The link by which a manager of the server gives the bot all that it needs."""
    assert bot.application_id is not None
    wanted = discord.Permissions(**dict.fromkeys(NEEDED, True))
    guild = discord.Object(guild_id)
    return discord.utils.oauth_url(bot.application_id, permissions=wanted, guild=guild, scopes=SCOPES)


async def zone_choices(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    """The time zones whose names hold what was typed, for autocomplete."""
    typed = current.strip().replace(" ", "_").casefold()
    fitting = sorted(zone for zone in zones() if typed in zone.casefold())
    return [app_commands.Choice(name=zone, value=zone) for zone in fitting[:OFFERED]]


@app_commands.describe(zone=WORDS("option.zone"))
@app_commands.autocomplete(zone=zone_choices)
async def setup_check(interaction: discord.Interaction[Any], zone: str | None = None) -> None:
    """What the bot may do in this channel, what it lacks, and where to mend that; the server's time zone."""
    async with answered(interaction):
        say, house, guild = reader(interaction), interaction.client.house, interaction.guild_id
        if zone is not None and guild is not None:
            await house.calling.set_server_zone(guild, zone.strip())
        known = await house.store.people.zone(guild) if guild is not None else ""
        missing = missing_permissions(interaction.app_permissions)
        lines = [f"{'❌' if name in missing else '✅'} {say(f'permission.{name}')}" for name in NEEDED]
        lines.append(say("setup.zone", zone=known) if known else say("setup.zone.unknown"))
        if missing and interaction.guild_id is not None:
            lines.append(say("setup.missing", link=invitation(interaction.client, interaction.guild_id)))
        else:
            lines.append(say("setup.fine"))
        await interaction.response.send_message("\n".join(lines), ephemeral=True)
