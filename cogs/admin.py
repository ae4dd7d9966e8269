"""`/admin`: commands for managers of a server and for the bot's owners."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs import server_setup
from cogs.repair import doctor_and_backup as ward
from cogs.repair import downtime, webhooks
from cogs.repair import give_time_drop_repost as orders
from cogs.repair import rewind as rewinding
from cogs.repair.confirm import match_choices
from cogs.ui.client import Client, Interaction
from cogs.ui.commands import IN_SERVERS, WITH_THE_BOT, subcommand, words
from cogs.ui.errors import answered

MATCH = words("option.repair.match")
MOST_HOURS = 240


async def setup(bot: Client) -> None:
    """Register the group on the bot's tree, for people who may manage the server."""
    group = app_commands.Group(
        name=words("command.admin"),
        description=words("command.admin.about"),
        default_permissions=discord.Permissions(manage_guild=True),
        allowed_contexts=WITH_THE_BOT,
        allowed_installs=IN_SERVERS,
    )
    group.add_command(subcommand("admin", setup_server, "setup"))
    for callback in (doctor, rewind, give_time, drop, repost, announce, backup, webhook):
        group.add_command(subcommand("admin", callback))
    bot.tree.add_command(group)


async def setup_server(interaction: Interaction) -> None:
    """Show the server's settings, and the bot's permissions in this channel."""
    async with answered(interaction):
        await server_setup.show(interaction)


async def doctor(interaction: Interaction) -> None:
    """Show the doctor's findings, each with advice."""
    async with answered(interaction):
        await ward.doctor(interaction)


@app_commands.describe(match=MATCH)
@app_commands.autocomplete(match=match_choices)
async def rewind(interaction: Interaction, match: str | None = None) -> None:
    """Rewind a match to an earlier moment."""
    async with answered(interaction):
        await rewinding.rewind(interaction, match)


@app_commands.describe(match=MATCH, player=words("option.give_time.player"), hours=words("option.give_time.hours"))
@app_commands.autocomplete(match=match_choices, player=orders.player_choices)
async def give_time(
    interaction: Interaction,
    match: str | None = None,
    player: str | None = None,
    hours: app_commands.Range[int, 1, MOST_HOURS] | None = None,
) -> None:
    """Give players time back."""
    async with answered(interaction):
        await orders.give_time(interaction, match, player, hours)


@app_commands.describe(match=MATCH)
@app_commands.autocomplete(match=match_choices)
async def drop(interaction: Interaction, match: str | None = None) -> None:
    """Call a match off."""
    async with answered(interaction):
        await orders.drop(interaction, match)


@app_commands.describe(match=MATCH)
@app_commands.autocomplete(match=match_choices)
async def repost(interaction: Interaction, match: str | None = None) -> None:
    """Post board and calls again."""
    async with answered(interaction):
        await orders.repost(interaction, match)


@app_commands.describe(lasts=words("option.announce.lasts"), begins=words("option.announce.begins"))
async def announce(
    interaction: Interaction,
    lasts: app_commands.Range[int, 0, downtime.LASTS],
    begins: app_commands.Range[int, 0, downtime.BEGINS] = 0,
) -> None:
    """Announce planned downtime."""
    async with answered(interaction):
        await downtime.announce(interaction, lasts, begins)


async def backup(interaction: Interaction) -> None:
    """Make a backup now."""
    async with answered(interaction):
        await ward.backup(interaction)


@app_commands.describe(address=words("option.webhook.address"))
async def webhook(interaction: Interaction, address: str | None = None) -> None:
    """Show the server's webhooks, or order one."""
    async with answered(interaction):
        await webhooks.webhook(interaction, address)
