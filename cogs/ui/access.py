"""Access to matches: each press, command and suggestion is checked here with the host first."""

from __future__ import annotations

from typing import TypeAlias

import discord
from structlog.contextvars import bind_contextvars

from cogs.ui.client import Interaction
from engines.table import Refused
from host.access import Asker

Place: TypeAlias = discord.abc.GuildChannel | discord.Thread


def is_blind(channel: Place, me: discord.Member | None) -> bool:
    """Whether the bot doesn't see a channel, and so can't tell who does; False while `me` is unknown.

    Discord sends such a channel without its roles, so by what is left only administrators see it.
    """
    return me is not None and not channel.permissions_for(me).view_channel


def asker(interaction: Interaction) -> Asker:
    """The asker of the interaction: the user, their server, the channels they see, and those they manage."""
    return Asker(
        interaction.user.id,
        interaction.guild_id,
        lambda channel: _sees(interaction, channel),
        lambda channel: interaction.permissions.manage_guild and is_blind_to(interaction, channel),
    )


def is_blind_to(interaction: Interaction, channel_id: int) -> bool:
    """Whether this channel of the interaction's server is hidden from the bot, as far as is known."""
    if _is_here(interaction, channel_id):
        return not interaction.app_permissions.view_channel
    guild, channel = interaction.guild, _channel(interaction, channel_id)
    return guild is not None and channel is not None and is_blind(channel, guild.me)


async def check_match(interaction: Interaction, match_id: int) -> None:
    """Raise Refused unless the asker may know of this match, exactly as for a number that no match has.

    Everything logged from here on includes the number.
    """
    bind_contextvars(match=match_id)
    await interaction.client.house.borders.check(match_id, asker(interaction))


async def check_invited(interaction: Interaction, match_id: int) -> None:
    """Raise Refused unless the asker has been invited to this match, exactly as for a number that no match has."""
    bind_contextvars(match=match_id)
    await interaction.client.house.borders.check_invited(match_id, interaction.user.id)


def owns(interaction: Interaction) -> bool:
    """Whether the asker is one of the bot's owners (`OWNER_IDS`)."""
    return interaction.user.id in (interaction.client.owner_ids or ())


def check_owner(interaction: Interaction) -> None:
    """Raise Refused for everyone but the bot's owners."""
    if not owns(interaction):
        raise Refused("repair.owner")


def check_steward(interaction: Interaction) -> None:
    """Raise Refused for people who manage nothing here: in a server only its managers pass, whatever its settings say.

    The bot's owners pass wherever Discord shows them the command.
    """
    if owns(interaction):
        return
    if interaction.guild_id is None:
        raise Refused("repair.direct")
    if not interaction.permissions.manage_guild:
        raise Refused("setup.manager")


async def check_repair(interaction: Interaction, match_id: int) -> None:
    """Raise Refused unless the asker may repair this match: as an owner, or as a manager of its server."""
    check_steward(interaction)
    await interaction.client.house.borders.check_repair(match_id, asker(interaction), owns=owns(interaction))


def _sees(interaction: Interaction, channel_id: int) -> bool:
    """Whether a member sees a channel of the server that the interaction comes from.

    A member who presses in it or in one of its threads does; for other channels the server's roles decide. While
    Discord hasn't sent the channels and roles (after a start, in an outage) all count as hidden, and so does a
    channel that is gone, or that the bot itself doesn't see. Nothing is fetched: the response time must not reveal
    which numbers exist.
    """
    if _is_here(interaction, channel_id):
        return True
    channel, member = _channel(interaction, channel_id), interaction.user
    return channel is not None and isinstance(member, discord.Member) and channel.permissions_for(member).view_channel


def _is_here(interaction: Interaction, channel_id: int) -> bool:
    """Whether the interaction comes from this channel, or from one of its threads."""
    return channel_id in (interaction.channel_id, getattr(interaction.channel, "parent_id", None))


def _channel(interaction: Interaction, channel_id: int) -> discord.abc.GuildChannel | None:
    guild = interaction.guild
    return None if guild is None or guild.unavailable else guild.get_channel(channel_id)
