"""The person who presses, under their name in that place."""

from __future__ import annotations

import discord

from cogs.ui.client import Interaction
from host.lobby.lobby import Person
from model.match import Match


def name_over_servers(user: discord.User | discord.Member) -> str:
    """Name of a person over servers."""
    return user.global_name or user.name


def person(interaction: Interaction) -> Person:
    """The person who presses, under the name that this server knows; outside of servers under that of their Discord."""
    user, manages = interaction.user, interaction.permissions.manage_guild
    return Person(user.id, user.display_name, interaction.id, manages=manages)


def person_alone(interaction: Interaction) -> Person:
    """The person who presses, under the name of their Discord: for a match of no server, wherever it is begun."""
    return Person(interaction.user.id, name_over_servers(interaction.user), interaction.id)


async def person_at(interaction: Interaction, match: Match) -> Person:
    """The person who presses, perhaps outside of the match's server, under a name that this server knows.

    From elsewhere that is the one of their seat, else one of an earlier match there.
    """
    user = interaction.user
    if match.guild == interaction.guild_id:
        return person(interaction)
    seat = next((row.name for row in match.seats if row.user == user.id), "")
    name = seat or await interaction.client.house.careers.name(user.id, match.guild)
    return Person(user.id, name or name_over_servers(user), interaction.id)
