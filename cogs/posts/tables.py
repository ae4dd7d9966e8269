"""Lists of open tables: a person's, a server's message, and pings of its role."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import discord

from cogs.posts.lobby import Reopening
from cogs.posts.threads import Place, place_of, public
from cogs.posts.writer import Writer
from cogs.ui.access import asker
from cogs.ui.client import Client, Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import match_code
from cogs.ui.replies import reader
from cogs.ui.views import CONTENT, Widget, rows
from engines.table import Refused
from host.lobby.open_tables import OpenTablesMessage, RoleCall
from locales import Catalogue
from model.match import Match, MessageRef
from model.standing_table import StandingTable
from render.words import cut
from screen.links import link
from screen.names import escaped, match_name, names_of

LISTED, ELSEWHERE = 15, 10  # tables in one list
JOINED = 10  # tables with a button
STOPPED = 10  # standing tables with a button


async def show_open(interaction: Interaction) -> None:
    """Show the tables a person could join here, in channels they see; in the deferred private reply."""
    guild, say = interaction.guild_id, reader(interaction)
    if guild is None:
        raise Refused("open.server")
    listing, asking = await interaction.client.house.open_tables.listing(guild), asker(interaction)
    others = [table for table in listing.here if all(row.user != interaction.user.id for row in table.seats)]
    near = [table for table in others if asking.sees(table.channel)]
    text, items = _listed(interaction.client, near, listing.elsewhere, say)
    standing = await interaction.client.house.standing_tables.here(guild)
    seen = [(table, match) for table, match in standing if asking.sees(match.channel)]
    if seen:
        lines = [f"### {say('standing.tables')}", *(_standing_line(table, match, say) for table, match in seen)]
        text = cut("\n".join((text, *lines)), CONTENT)
    mine = [m for t, m in seen if t.user == interaction.user.id or interaction.permissions.manage_guild]
    items = [*items, *(_stop_button(match, say) for match in mine[:STOPPED])]
    await interaction.edit_original_response(content=text, view=rows(items))


def _standing_line(table: StandingTable, match: Match, say: Catalogue) -> str:
    """A line about a table that reopens by itself."""
    opener = [escaped(row.name) for row in match.seats if row.user == table.user and row.name]
    clock, where = say(f"clock.{match.terms.clock}"), f"<#{match.channel}>"
    return " · ".join([f"🔁 **{match_name(match, say)}**", clock, *opener, where])


def _stop_button(match: Match, say: Catalogue) -> Widget:
    code = match_code(Action.STANDING, match.id, Reopening.STOP)
    return discord.ui.Button[Any](label=say("standing.stop.one", match=match.id), emoji="🔁", custom_id=code)


def _listed(
    bot: Client, tables: Iterable[Match], elsewhere: Iterable[Match], say: Catalogue
) -> tuple[str, list[Widget]]:
    """A line about each table, and a button for those of this server."""
    near = list(tables)[:LISTED]
    far = [line for table in elsewhere if (line := _far_line(bot, table, say)) is not None][:ELSEWHERE]
    lines = [f"### {say('open.tables')}", *(_line(table, f"<#{table.channel}>", say) for table in near)]
    lines += [] if near else [say("open.tables.none")]
    lines += [f"### {say('open.tables.elsewhere')}", *far] if far else []
    return cut("\n".join(lines), CONTENT), [_join_button(table, say) for table in near[:JOINED]]


def _line(match: Match, where: str, say: Catalogue) -> str:
    """A line about a table; people who hide from this server appear without a name."""
    free = say("open.tables.free", n=match.places - len(match.seats))
    shown = replace(match, seats=tuple(row for row in match.seats if row.name))
    parts = [free, say(f"clock.{match.terms.clock}"), say.together(names_of(shown, say)), where]
    return " · ".join([f"▫️ **{match_name(match, say)}**", *filter(None, parts)])


def _far_line(bot: Client, match: Match, say: Catalogue) -> str | None:
    """A line about another server's table; None unless everyone there sees its channel, as far as is known."""
    guild = None if match.guild is None else bot.get_guild(match.guild)
    if guild is None or not is_public(guild, match.channel):
        return None
    where = f"{escaped(guild.name)} {link(guild.id, match.channel)}"
    return _line(match, where, say)


def is_public(guild: discord.Guild, channel_id: int) -> bool:
    """Whether everyone in a server sees this channel, as far as is known."""
    channel = guild.get_channel(channel_id)
    return channel is not None and channel.permissions_for(guild.default_role).view_channel


def _join_button(match: Match, say: Catalogue) -> Widget:
    code = match_code(Action.JOIN, match.id)
    label = say("open.tables.join", match=match.id)
    return discord.ui.Button[Any](label=label, emoji="🚴", style=discord.ButtonStyle.success, custom_id=code)


# --- a server's message and its role


async def post_board(writer: Writer, message: OpenTablesMessage) -> MessageRef | None:
    """Update a server's message, or post it if there is none.

    A message in a channel the server no longer wants is deleted.
    """
    bot, row, place = writer.bot, message.row, message.place
    if place is not None and place.channel != row.channel:
        with suppress(discord.NotFound, discord.Forbidden):
            await bot.get_partial_messageable(place.channel).get_partial_message(place.message).delete()
    if row.channel is None:
        return None
    channel = await place_of(bot, row.channel, row.guild)
    # every reader must see the channels of all tables in it
    tables = _seen_from(channel, message.listing.here)
    text, items = _listed(bot, tables, message.listing.elsewhere, public(bot, channel))
    if await writer.renewed(channel, message, content=text, view=rows(items)):
        return place
    return await writer.say(channel, message, text, view=rows(items))


async def call_role(writer: Writer, call: RoleCall) -> MessageRef | None:
    """Ping the role that wants to hear of these tables, and no one else; if that is impossible, no one."""
    bot, row = writer.bot, call.row
    channel = await place_of(bot, row.channel or call.tables[0].channel, row.guild)
    named = _seen_from(channel, call.tables)[:5]
    role = None if row.role is None else channel.guild.get_role(row.role)
    if role is None or not named or not role.mentionable:
        return None
    say = public(bot, channel)
    text = say("open.tables.call", role=role.mention, tables=say.together(match_name(table, say) for table in named))
    view = rows([_join_button(table, say) for table in named])
    mention = discord.AllowedMentions(everyone=False, users=False, roles=[role])
    return await writer.say(channel, call, text, view=view, allowed_mentions=mention, silent=False)


def _seen_from(channel: Place, tables: Iterable[Match]) -> list[Match]:
    """The tables in channels that every reader of this channel sees."""
    return [table for table in tables if table.channel == channel.id or is_public(channel.guild, table.channel)]
