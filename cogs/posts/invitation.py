"""Invitations: choosing guests, the messages to them, their replies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord

from cogs.posts.lobby import call_in, clock_line, option_lines
from cogs.posts.writer import Writer
from cogs.ui.access import check_match, is_blind
from cogs.ui.client import Client, Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import guest_code, match_code
from cogs.ui.forged import read_id
from cogs.ui.person import person
from cogs.ui.replies import defer_in_private, reader, reply_in_private
from cogs.ui.views import Widget, rows
from engines.table import Refused
from host.lobby.lobby import Person
from host.outbox.messages import Message
from locales import Catalogue
from model.kinds import InvitationState
from model.match import Invitation, Match, MessageRef
from screen.links import link
from screen.names import escaped, match_name

UNKNOWN = (10007, 10013)  # Discord's codes: the person isn't in that server, or doesn't exist


# --- guests


async def guest_of(bot: Client, place: Match | tuple[int, int], user: int) -> Person:
    """A guest for a match in this server and channel, under their name there.

    Refused for bots, for people who aren't there or don't see the channel, and if the bot itself doesn't see it.
    """
    guild_id, channel_id = (place.guild, place.channel) if isinstance(place, Match) else place
    assert guild_id is not None, "an invitation belongs to a server"
    guild = await bot.guild_of(guild_id)
    member = await member_of(guild, user)
    if member is None:
        raise Refused("invite.left")
    if member.bot:
        raise Refused("invite.bot")
    channel = guild.get_channel(channel_id)
    if channel is not None and is_blind(channel, guild.me):
        raise Refused("invite.blind", {"channel": channel_id})
    if channel is not None and not channel.permissions_for(member).view_channel:
        raise Refused("invite.hidden", {"channel": channel_id})
    return Person(user, member.display_name, None)


async def member_of(guild: discord.Guild, user: int) -> discord.Member | None:
    """A member of a server, looked up at Discord; None if they aren't one."""
    try:
        return await guild.fetch_member(user)
    except discord.NotFound as fault:
        if fault.code not in UNKNOWN:
            raise
        return None


async def ask_whom(interaction: Interaction, match_id: int) -> None:
    """Let a person choose a guest, and show the replies to their earlier invitations."""
    await reply_in_private(interaction)
    say = reader(interaction)
    sent = await interaction.client.house.invitations.sent(match_id, interaction.user.id)
    select = discord.ui.UserSelect[Any](custom_id=guest_code(match_id), placeholder=say("lobby.invite"))
    lines = [say("lobby.invite.head"), *(_sent_line(interaction.client, invitation, say) for invitation in sent)]
    await interaction.edit_original_response(content="\n".join(lines), view=rows([select]))


def _sent_line(bot: Client, invitation: Invitation, say: Catalogue) -> str:
    """A line on an invitation sent, with its reply."""
    state = (
        "expired" if invitation.state == InvitationState.OPEN and invitation.until <= bot.now() else invitation.state
    )
    return say(f"invite.state.{state}", name=escaped(invitation.name), until=int(invitation.until))


async def chosen(interaction: Interaction, match_id: int, values: list[str]) -> None:
    """Invite the person chosen, from the message that asked."""
    await defer_in_private(interaction)
    await check_match(interaction, match_id)
    house = interaction.client.house
    match = await house.matches.match(match_id)
    if match is None or match.guild is None:
        raise Refused("house.unknown")
    user = read_id(values)
    if not user:
        raise Refused("house.button")
    guest = await guest_of(interaction.client, match, user)
    await house.lobby.invite(match_id, guest, person(interaction))
    text = reader(interaction)("lobby.invited", name=escaped(guest.name))
    await interaction.edit_original_response(content=text, view=None)


# --- messages to guests


async def invite(writer: Writer, message: Message) -> MessageRef | None:
    """Send an invitation to its guest by DM, else by a mention in the lobby's channel, which has Join."""

    def words(say: Catalogue) -> tuple[str, list[Widget]]:
        return invitation_text(writer.bot, message, say), invitation_buttons(message.match.id, say)

    return await call_in(writer, message, words)


async def tell_declined(writer: Writer, message: Message) -> MessageRef | None:
    """Tell the inviter privately which guests won't come."""
    say = await writer.language(message)
    names = say.together(map(escaped, message.declined))
    words = say("call.declined", names=names, match=match_name(message.match, say))
    return await writer.whisper(message, words, [], silent=True)


def invitation_text(bot: Client, message: Message, say: Catalogue) -> str:
    """An invitation's text: its author, the match and its options, and how long it is valid."""
    match, invitation = message.match, message.invitation
    assert invitation is not None, "a guest is sent an invitation"
    engine = bot.house.games.get(match.game)
    options = [] if engine is None else option_lines(match, engine.spec, say)
    where = f"<#{match.channel}>"
    if message.lobby is not None:
        where = link(match.guild, message.lobby.channel, message.lobby.message)
    head = say("invite.head", author=f"<@{invitation.author}>", match=match_name(match, say), where=where)
    private = [say("lobby.private")] if match.terms.invited_only else []
    what = " · ".join((*options, clock_line(match, say)))
    return "\n".join((head, *private, what, say("invite.until", until=int(invitation.until))))


def invitation_buttons(match: int, say: Catalogue) -> list[Widget]:
    """An invitation's buttons: accept, decline, or block its author."""
    green, grey = discord.ButtonStyle.success, discord.ButtonStyle.secondary
    return [
        _button(Action.ACCEPT, match, "🚴", say, green),
        _button(Action.DECLINE, match, "👋", say, grey),
        _button(Action.BLOCK, match, "🔕", say, grey),
    ]


def _button(action: Action, match: int, emoji: str, say: Catalogue, style: discord.ButtonStyle) -> Widget:
    code = match_code(action, match)
    return discord.ui.Button[Any](label=say(f"invite.{action}"), emoji=emoji, style=style, custom_id=code)


# --- replies


async def accept(interaction: Interaction, match_id: int) -> None:
    """Sit down, under the name the match's server knows, and replace the invitation by a confirmation."""
    await defer_in_private(interaction)
    bot, by = interaction.client, person(interaction)
    match = await bot.house.matches.match(match_id)
    if match is None or match.guild is None:
        raise Refused("house.unknown")
    member = await member_of(await bot.guild_of(match.guild), by.user)
    if member is None:
        raise Refused("invite.gone")
    await bot.house.invitations.accept(match_id, replace(by, name=member.display_name))
    await _put(interaction, reader(interaction)("lobby.join.done", match=match_id))


async def decline(interaction: Interaction, match_id: int) -> None:
    """Decline the invitation."""
    await defer_in_private(interaction)
    await interaction.client.house.invitations.decline(match_id, interaction.user.id)
    await _put(interaction, reader(interaction)("invite.declined", match=match_id))


async def block(interaction: Interaction, match_id: int) -> None:
    """Decline, and block the author; a button undoes that."""
    await defer_in_private(interaction)
    author = await interaction.client.house.invitations.block(match_id, interaction.user.id)
    say = reader(interaction)
    undo = _button(Action.ALLOW, match_id, "🔔", say, discord.ButtonStyle.secondary)
    await _put(interaction, say("invite.blocked", author=f"<@{author}>"), undo)


async def allow(interaction: Interaction, match_id: int) -> None:
    """Unblock the author."""
    await defer_in_private(interaction)
    author = await interaction.client.house.invitations.allow(match_id, interaction.user.id)
    await _put(interaction, reader(interaction)("invite.allowed", author=f"<@{author}>"))


async def _put(interaction: Interaction, text: str, *items: Widget) -> None:
    """Replace the invitation by a text."""
    await interaction.edit_original_response(content=text, view=rows(items) if items else None)
