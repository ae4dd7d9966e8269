"""*Find me a table*: what a person would play, how long it may take, and how to stop looking."""

from __future__ import annotations

from typing import Any

import discord

from cogs.opening.form import Filled, choice_of, labelled, select_of
from cogs.opening.lobby import check_place
from cogs.opening.request import is_alone
from cogs.posts.permissions import lacking
from cogs.posts.tables import is_public
from cogs.ui.access import asker
from cogs.ui.client import Interaction
from cogs.ui.controls import GAMES_FIELD, LENGTHS_FIELD, STRENGTH_FIELD, Action
from cogs.ui.custom_id import FILLED, action_code, seek_code
from cogs.ui.person import person
from cogs.ui.replies import defer_in_private, reader
from cogs.ui.views import Form, Widget, rows
from engines.table import Refused
from host.lobby.presets import PRESETS
from host.lobby.seekers import Outlook, Place
from host.time.clocks import DAY, HOUR
from locales import Catalogue
from model.seeker import Seeker, Wishes
from screen.links import link

ANY, NEAR = "any", "near"  # how strong the others may be
ANY_GAME = "any"  # in place of a game in the custom id
MINUTE = 60.0


async def seek(interaction: Interaction, game: str) -> None:
    """Ask for what table a person looks, with this game chosen; those who look for one see how that stands."""
    house = interaction.client.house
    games = tuple(house.games) if game == ANY_GAME else (game,)
    if {*games} - {*house.games}:
        raise Refused("house.button")
    seeker = await house.seekers.of(interaction.user.id)
    if seeker is None:
        await _ask(interaction, Wishes(games, PRESETS))
    else:
        text, view = await _standing(interaction, seeker)
        await interaction.response.send_message(text, view=view, ephemeral=True)


async def change(interaction: Interaction, _: None) -> None:
    """Ask once more for what table a person looks."""
    seeker = await interaction.client.house.seekers.of(interaction.user.id)
    await _ask(interaction, Wishes(tuple(interaction.client.house.games), PRESETS) if seeker is None else seeker.wishes)


async def filled_in(interaction: Interaction, filled: Filled) -> None:
    """Let a person look for the table that they have described in the form."""
    house, (strength, *_) = interaction.client.house, (*filled.fields.get(STRENGTH_FIELD, ()), "")
    wishes = Wishes(
        games=tuple(game for game in house.games if game in filled.fields.get(GAMES_FIELD, ())),
        lengths=tuple(length for length in PRESETS if length in filled.fields.get(LENGTHS_FIELD, ())),
        near=strength == NEAR,
    )
    await _look(interaction, wishes, moves=False)


async def move(interaction: Interaction, _: None) -> None:
    """Let a person who looks for a table in another server look for the same here."""
    seeker = await interaction.client.house.seekers.of(interaction.user.id)
    if seeker is None:
        await defer_in_private(interaction)
        await _show(interaction, None)
    else:
        await _look(interaction, seeker.wishes, moves=True)


async def stop(interaction: Interaction, _: None) -> None:
    """Stop looking for a table."""
    await defer_in_private(interaction)
    await interaction.client.house.seekers.leave(interaction.user.id)
    await _show(interaction, None)


def seek_button(say: Catalogue, game: str = ANY_GAME) -> Widget:
    """The button *Find me a table*."""
    return discord.ui.Button[Any](label=say("start.seek"), emoji="🔎", custom_id=action_code(Action.SEEK, game))


async def _ask(interaction: Interaction, wishes: Wishes) -> None:
    """Open the form, if this person could sit down at a table of this server."""
    house, say = interaction.client.house, reader(interaction)
    await _place(interaction)
    await house.seekers.check(interaction.user.id)
    games = [choice_of(say(f"{game}.name"), game, chosen=game in wishes.games) for game in house.games]
    lengths = [choice_of(say(f"open.{length}"), length, chosen=length in wishes.lengths) for length in PRESETS]
    strengths = [
        choice_of(say(f"seek.strength.{kind}"), kind, chosen=wishes.near == (kind == NEAR)) for kind in (ANY, NEAR)
    ]
    fields = [
        labelled(say("seek.games"), say("seek.games.about"), select_of(GAMES_FIELD, games, max_values=len(games))),
        labelled(
            say("seek.lengths"), say("seek.lengths.about"), select_of(LENGTHS_FIELD, lengths, max_values=len(lengths))
        ),
        labelled(say("seek.strength"), "", select_of(STRENGTH_FIELD, strengths)),
    ]
    await interaction.response.send_modal(Form(say("start.seek"), seek_code(), *fields))


async def _look(interaction: Interaction, wishes: Wishes, *, moves: bool) -> None:
    place = await _place(interaction)
    await defer_in_private(interaction)
    seeker = await interaction.client.house.seekers.ask(wishes, place, person(interaction), move=moves)
    await _show(interaction, seeker)


async def _place(interaction: Interaction) -> Place:
    """Where a table for this person can be opened: in the server's channel for open tables, else here.

    Refused where that is impossible.
    """
    if is_alone(interaction):
        raise Refused("seek.server")
    if not interaction.permissions.use_application_commands:
        raise Refused("seek.closed")
    guild, here = interaction.guild, interaction.channel_id
    assert guild is not None and here is not None
    hall = (await interaction.client.house.open_tables.of(guild.id)).channel
    channel = None if hall is None else guild.get_channel(hall)
    if (
        isinstance(channel, discord.TextChannel)
        and asker(interaction).sees(channel.id)
        and not lacking(channel, guild.me)
    ):
        here = channel.id
    else:
        check_place(interaction)
    return Place(guild.id, here, is_public(guild, here))


async def _show(interaction: Interaction, seeker: Seeker | None) -> None:
    """Show in the deferred reply how a person's place stands."""
    text, view = reader(interaction)("seek.stopped"), None
    if seeker is not None:
        text, view = await _standing(interaction, seeker)
    await interaction.edit_original_response(content=text, view=view)


async def _standing(interaction: Interaction, seeker: Seeker) -> tuple[str, discord.ui.View]:
    """How a person's place stands, with buttons to change it."""
    say, grey = reader(interaction), discord.ButtonStyle.secondary

    def button(action: Action, emoji: str, label: str, style: discord.ButtonStyle = grey) -> Widget:
        return discord.ui.Button[Any](label=label, emoji=emoji, style=style, custom_id=action_code(action, FILLED))

    leave = button(Action.UNSEEK, "✖️", say("seek.stop"))
    reach = await interaction.client.house.seekers.reach(seeker.user)
    if seeker.guild != interaction.guild_id:
        where = link(seeker.guild, seeker.channel)
        moving = [] if is_alone(interaction) else [button(Action.SEEK_HERE, "🔎", say("seek.move"))]
        counts = [say("seek.counts")] if reach is not None and interaction.guild_id in reach.servers else []
        return "\n".join((say("seek.elsewhere", where=where), *counts)), rows([*moving, leave])
    outlook = await interaction.client.house.seekers.outlook(seeker.guild)
    wishes = seeker.wishes
    lines = [
        say(
            "seek.looking",
            games=say.together(say(f"{game}.name") for game in wishes.games),
            lengths=say.together(say(f"open.{length}") for length in wishes.lengths),
        ),
        *([say("seek.near")] if wishes.near else []),
        say("seek.people", n=outlook.wait),
        *([] if reach is None else [say("seek.over")]),
        *([say("seek.closed")] if reach is not None and reach.is_closed else []),
        _forecast(outlook, say),
        say("seek.held", until=f"<t:{int(seeker.until)}:f>"),
    ]
    return "\n".join(lines), rows([button(Action.SEEK_CHANGE, "⚙️", say("seek.change")), leave])


def _forecast(outlook: Outlook, say: Catalogue) -> str:
    """How long it may take, as long as the last ones have waited here."""
    seconds = outlook.seconds
    if seconds is None:
        return say("seek.unknown")
    if seconds >= DAY:
        return say("seek.day")
    return (
        say("seek.hours", n=round(seconds / HOUR))
        if seconds >= HOUR
        else say("seek.minutes", n=max(1, round(seconds / MINUTE)))
    )
