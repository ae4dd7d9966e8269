"""The person who presses, with their name at that place."""

from __future__ import annotations

import discord

from cogs.ui.client import Interaction
from host.lobby.lobby import Person
from model.match import Match


def name_over_servers(user: discord.User | discord.Member) -> str:
    """A person's global name."""
    return user.global_name or user.name


def person(interaction: Interaction) -> Person:
    """The person who presses, by their name in this server; outside of servers, by their global name."""
    user, manages = interaction.user, interaction.permissions.manage_guild
    return Person(user.id, user.display_name, interaction.id, manages=manages)


def person_alone(interaction: Interaction) -> Person:
    """The person who presses, by their global name: for a private match, wherever it is begun."""
    return Person(interaction.user.id, name_over_servers(interaction.user), interaction.id)


async def person_at(interaction: Interaction, match: Match) -> Person:
    """The person who presses, perhaps outside of the match's server, by a name used in this server.

    Outside, that is the name on their seat, else the one in an earlier match there.
    """
    user = interaction.user
    if match.guild == interaction.guild_id:
        return person(interaction)
    seat = next((row.name for row in match.seats if row.user == user.id), "")
    name = seat or await interaction.client.house.careers.name(user.id, match.guild)
    return Person(user.id, name or name_over_servers(user), interaction.id)
