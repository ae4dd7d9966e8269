"""Opens a lobby in the channel where it was asked for."""

from __future__ import annotations

from dataclasses import replace

import discord

from cogs.posts.invitation import guest_of
from cogs.posts.permissions import check_permissions
from cogs.ui.client import Interaction
from cogs.ui.person import person
from cogs.ui.replies import reader
from engines.table import Refused
from host.lobby.lobby import ChannelRef, MatchRequest, Person
from screen.names import escaped


def is_match_place(interaction: Interaction) -> bool:
    """Whether the interaction comes from a channel in which a match can have its thread."""
    return interaction.guild_id is not None and isinstance(interaction.channel, discord.TextChannel)


def check_place(interaction: Interaction) -> None:
    """Raise Refused where no lobby can be opened, or the bot lacks a permission a match needs."""
    if not is_match_place(interaction):
        raise Refused("house.channel")
    check_permissions(interaction)


async def open_lobby(interaction: Interaction, request: MatchRequest, *, guest: int | None = None) -> None:
    """Open the lobby and say so in the deferred reply.

    A `guest` gets an invitation. The reply is private.
    """
    check_place(interaction)
    guild, channel = interaction.guild_id, interaction.channel_id
    assert guild is not None and channel is not None
    house = interaction.client.house
    place, by, say = ChannelRef(guild, channel), person(interaction), reader(interaction)
    guests = [] if guest is None else [await invitable(interaction, guest)]
    match = await house.lobby.open(request, place, by)
    lines = [say("lobby.open.done", match=match.id)]
    for user in guests:
        await house.lobby.invite(match.id, user, replace(by, interaction_id=None))
        lines.append(say("lobby.invited", name=escaped(user.name)))
    text = "\n".join(lines)
    await interaction.edit_original_response(content=text, embeds=[], attachments=[], view=None)


async def invitable(interaction: Interaction, user: int) -> Person:
    """A person who can be invited to a match in this channel; Refused, with the reason, if they can't."""
    guild, channel = interaction.guild_id, interaction.channel_id
    assert guild is not None and channel is not None
    await interaction.client.house.invitations.check_guest(user, person(interaction))
    return await guest_of(interaction.client, (guild, channel), user)
