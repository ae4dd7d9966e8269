"""Commands of whoever manages a server: `/host setup`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from cogs.answer import answered, reader
from cogs.lobby import NEEDED, missing_permissions
from locales import catalogue

if TYPE_CHECKING:
    from cogs.bot import Gruppetto

SCOPES = ("bot", "applications.commands")


def add_host(bot: Gruppetto) -> None:
    """Register the group on the bot's tree, for people who may manage the server."""
    say = catalogue(None)
    group = app_commands.Group(
        name="host",
        description=say("command.host.about"),
        default_permissions=discord.Permissions(manage_guild=True),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name="setup", description=say("command.host.setup.about"), callback=setup_check
    )
    group.add_command(command)
    bot.tree.add_command(group)


def invitation(bot: Gruppetto, guild_id: int) -> str:
    """The link by which a manager of the server gives the bot all that it needs."""
    assert bot.application_id is not None
    wanted = discord.Permissions(**dict.fromkeys(NEEDED, True))
    guild = discord.Object(guild_id)
    return discord.utils.oauth_url(bot.application_id, permissions=wanted, guild=guild, scopes=SCOPES)


async def setup_check(interaction: discord.Interaction[Any]) -> None:
    """What the bot may do in this channel, what it lacks, and where to mend that."""
    async with answered(interaction):
        say = reader(interaction)
        missing = missing_permissions(interaction.app_permissions)
        lines = [f"{'❌' if name in missing else '✅'} {say(f'permission.{name}')}" for name in NEEDED]
        if missing and interaction.guild_id is not None:
            lines.append(say("setup.missing", link=invitation(interaction.client, interaction.guild_id)))
        else:
            lines.append(say("setup.fine"))
        await interaction.response.send_message("\n".join(lines), ephemeral=True)
