"""`/host`: commands for managers of a server and for the bot's owners."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial

import discord
from discord import app_commands

from cogs.local import dates
from cogs.local.languages import USUAL, chosen_language, language_choices, tongue
from cogs.local.time_zones import spelled, zone_choices, zone_named
from cogs.local.weekdays import o_clock
from cogs.posts.permissions import NEEDED, invitation, lacking, missing_permissions
from cogs.repair import doctor_and_backup as ward
from cogs.repair import downtime
from cogs.repair import excuse_drop_repost as orders
from cogs.repair import rewind as rewinding
from cogs.repair.confirm import match_choices
from cogs.ui.access import check_steward
from cogs.ui.client import Client, Interaction
from cogs.ui.commands import IN_SERVERS, WITH_THE_BOT, choice, named, subcommand, words
from cogs.ui.errors import answered
from cogs.ui.replies import reader
from engines.table import Refused
from host.house import House
from host.time.seasons import LENGTHS, YEAR
from locales import Catalogue

MATCH = words("option.repair.match")
BOARD, PUZZLES = OFF = ("board", "puzzles")  # what can be switched off, named like the options that switch it on
MOST_LOBBIES = 100
MOST_HOURS = 240
MOST_HOLIDAYS = 60  # days


async def setup(bot: Client) -> None:
    """Register the group on the bot's tree, for people who may manage the server."""
    group = app_commands.Group(
        name=words("command.host"),
        description=words("command.host.about"),
        default_permissions=discord.Permissions(manage_guild=True),
        allowed_contexts=WITH_THE_BOT,
        allowed_installs=IN_SERVERS,
    )
    group.add_command(subcommand("host", setup_check, "setup"))
    for callback in (doctor, rewind, excuse, drop, repost, announce, backup):
        group.add_command(subcommand("host", callback))
    bot.tree.add_command(group)


@app_commands.describe(
    zone=words("option.zone"),
    season=words("option.setup.season"),
    start=words("option.setup.start"),
    ceremonies=words("option.setup.ceremonies"),
    rated=words("option.setup.rated"),
    lobbies=words("option.setup.lobbies"),
    evening=words("option.setup.evening"),
    holidays=words("option.setup.holidays"),
    longest=words("option.setup.longest"),
    puzzles=words("option.setup.puzzles"),
    puzzle_hour=words("option.setup.puzzle_hour"),
    board=words("option.setup.board"),
    role=words("option.setup.role"),
    share=words("option.setup.share"),
    off=words("option.setup.off"),
    language=words("option.setup.language"),
)
@app_commands.choices(language=language_choices())
@app_commands.choices(
    season=[named("setup.months", months, n=months) for months in LENGTHS],
    start=[choice(partial(dates.month_label, month), month) for month in range(1, YEAR + 1)],
)
@app_commands.choices(off=[named(f"setup.off.{name}", name) for name in OFF])
@app_commands.autocomplete(zone=zone_choices)
async def setup_check(
    interaction: Interaction,
    *,
    zone: str | None = None,
    season: int | None = None,
    start: int | None = None,
    ceremonies: discord.TextChannel | None = None,
    rated: bool | None = None,
    lobbies: app_commands.Range[int, 1, MOST_LOBBIES] | None = None,
    evening: app_commands.Range[int, 0, 23] | None = None,
    holidays: app_commands.Range[int, 0, MOST_HOLIDAYS] | None = None,
    longest: app_commands.Range[int, 1, MOST_HOLIDAYS] | None = None,
    puzzles: discord.TextChannel | None = None,
    puzzle_hour: app_commands.Range[int, 0, 23] | None = None,
    language: str | None = None,
    board: discord.TextChannel | None = None,
    role: discord.Role | None = None,
    share: bool | None = None,
    off: str | None = None,
) -> None:
    """What the bot may do in this channel, what it lacks, and where to mend that; how the server wants its matches."""
    async with answered(interaction):
        house, guild = interaction.client.house, interaction.guild_id
        check_steward(interaction)
        if guild is None:
            raise Refused("setup.server")
        # whatever may be refused comes before the first that is kept
        _check_places((ceremonies, puzzles, board), role, reader(interaction))
        spoken = chosen_language(language or USUAL)
        if off == BOARD:
            await house.boards.set_channel(guild, None)
        if off == PUZZLES:
            await house.daily.stop(guild)
        if zone is not None and zone.strip():
            place = await asyncio.to_thread(zone_named, zone, reader(interaction), interaction.client.now())
            await house.notifications.set_server_zone(guild, place)
        await _set_seasons(house, guild, season, start)
        if ceremonies is not None:
            await house.servers.set_ceremonies(guild, ceremonies.id)
        if rated is not None:
            await house.servers.set_rated(guild, rated=rated)
        if lobbies is not None:
            await house.servers.set_lobbies(guild, lobbies)
        if language is not None:
            await house.languages.choose_for_server(guild, spoken)
        if evening is not None:
            await house.servers.set_evening(guild, evening)
        if holidays is not None or longest is not None:
            known = await house.servers.settings(guild)
            days = known.holidays if holidays is None else holidays
            await house.servers.set_holidays(guild, days, longest or known.longest)
        if puzzles is not None or puzzle_hour is not None:
            await house.daily.set_place(guild, None if puzzles is None else puzzles.id, puzzle_hour)
        await _set_board(interaction, guild, board, role, share)
        await interaction.response.send_message(await _setup_text(interaction, guild), ephemeral=True)


async def _set_board(
    interaction: Interaction,
    guild: int,
    channel: discord.TextChannel | None,
    role: discord.Role | None,
    share: bool | None,
) -> None:
    """Where open tables are listed, which role hears of new ones (@everyone: none), and whether other servers do."""
    boards = interaction.client.house.boards
    if channel is not None:
        await boards.set_channel(guild, channel.id)
    if role is not None:
        await boards.set_role(guild, None if role.is_default() else role.id)
    if share is not None:
        await boards.set_shares(guild, shares=share)


async def doctor(interaction: Interaction) -> None:
    """What is wrong, and what to do."""
    async with answered(interaction):
        await ward.doctor(interaction)


@app_commands.describe(match=MATCH)
@app_commands.autocomplete(match=match_choices)
async def rewind(interaction: Interaction, match: str | None = None) -> None:
    """Put a match back to an earlier moment."""
    async with answered(interaction):
        await rewinding.rewind(interaction, match)


@app_commands.describe(match=MATCH, player=words("option.excuse.player"), hours=words("option.excuse.hours"))
@app_commands.autocomplete(match=match_choices, player=orders.player_choices)
async def excuse(
    interaction: Interaction,
    match: str | None = None,
    player: str | None = None,
    hours: app_commands.Range[int, 1, MOST_HOURS] | None = None,
) -> None:
    """Give time back."""
    async with answered(interaction):
        await orders.excuse(interaction, match, player, hours)


@app_commands.describe(match=MATCH)
@app_commands.autocomplete(match=match_choices)
async def drop(interaction: Interaction, match: str | None = None) -> None:
    """Call a match off."""
    async with answered(interaction):
        await orders.drop(interaction, match)


@app_commands.describe(match=MATCH)
@app_commands.autocomplete(match=match_choices)
async def repost(interaction: Interaction, match: str | None = None) -> None:
    """Post board and calls anew."""
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


def _check_places(channels: Iterable[discord.TextChannel | None], role: discord.Role | None, say: Catalogue) -> None:
    """Refused for a channel where the bot can't post or a role that it can't mention."""
    for channel in channels:
        if channel is not None:
            _check_channel(channel, say)
    if role is not None and not role.is_default() and not role.mentionable:
        raise Refused("setup.role", {"role": role.id})


async def _set_seasons(house: House, guild: int, months: int | None, first: int | None) -> None:
    """Set the length of seasons or the month in which they begin."""
    if months is not None or first is not None:
        settings = await house.servers.settings(guild)
        await house.seasons.set(guild, months or settings.months, first or settings.first)


def _check_channel(channel: discord.TextChannel, say: Catalogue) -> None:
    """Refused that names what the bot may not do in a channel in which it is to post, but needs there."""
    missing = lacking(channel, channel.guild.me)
    if missing:
        names = say.together(say(f"permission.{name}") for name in missing)
        raise Refused("season.channel", {"channel": channel.id, "missing": names})


async def _setup_text(interaction: Interaction, guild: int) -> str:
    """Permissions, zone, seasons, where their ceremonies are, and whether matches are rated; a line each."""
    say, known = reader(interaction), await interaction.client.house.servers.settings(guild)
    missing = missing_permissions(interaction.app_permissions)
    lines = [f"{'❌' if name in missing else '✅'} {say(f'permission.{name}')}" for name in NEEDED]
    lines.append(say("setup.zone", zone=spelled(known.zone, say)) if known.zone else say("setup.zone.unknown"))
    lines.append(say("setup.season", n=known.months, month=dates.month_name(known.first, say)))
    channel = known.ceremonies
    lines.append(say("setup.ceremonies", channel=channel) if channel else say("setup.ceremonies.usual"))
    lines.append(say("setup.rated.on" if known.rated else "setup.rated.off"))
    lines.append(say("setup.lobbies", n=known.lobbies))
    spoken = interaction.client.house.languages.server_choice(guild)
    lines.append(say("setup.language", language=tongue(spoken)) if spoken else say("setup.language.usual"))
    lines.append(say("setup.evening", hour=o_clock(known.evening)))
    given = say("setup.holidays", n=known.holidays, longest=known.longest)
    lines.append(given if known.holidays else say("setup.holidays.none"))
    place = await interaction.client.house.daily.place(guild)
    if place is None or place.channel is None:
        lines.append(say("setup.puzzles.none"))
    else:
        lines.append(say("setup.puzzles", channel=place.channel, hour=f"{place.hour}:00"))
    lines += await _board_lines(interaction, guild, say)
    link = invitation(interaction.client, guild)
    lines.append(say("setup.missing", link=link) if missing else say("setup.fine"))
    return "\n".join(lines)


async def _board_lines(interaction: Interaction, guild: int, say: Catalogue) -> list[str]:
    """Where open tables are listed, which role is called, and whether it can be; a line each."""
    board = await interaction.client.house.boards.of(guild)
    lines = [say("setup.board", channel=board.channel) if board.channel else say("setup.board.none")]
    role = interaction.guild and board.role and interaction.guild.get_role(board.role)
    if role:
        lines.append(say("setup.role" if role.mentionable else "setup.role.mute", role=role.mention))
    else:
        lines.append(say("setup.role.none"))
    return [*lines, say("setup.share.on" if board.shares else "setup.share.off")]
