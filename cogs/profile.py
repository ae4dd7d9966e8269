"""`/profile`: the card of somebody's career, in this server or over all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from cogs.career.codes import EVERYWHERE, SERVER, ProfileCard
from cogs.career.screen import (
    Screen,
    begin,
    button,
    draw,
    is_public,
    language,
    server,
    show,
)
from cogs.ui import dates
from cogs.ui.client import Client, Interaction
from cogs.ui.custom_id import Action
from cogs.ui.dynamic_items import Widget
from cogs.ui.errors import answered
from cogs.ui.replies import reader
from engines.table import IllegalMove
from host.careers.ladders import GameCareer, Profile, Rival
from locales import Catalogue, catalogue
from render import badges, career

WORDS = catalogue(None)


async def setup(bot: Client) -> None:
    """Register the command on the bot's tree."""
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name="profile",
        description=WORDS("command.profile.about"),
        callback=profile,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    bot.tree.add_command(command)


@app_commands.describe(player=WORDS("option.profile.player"))
async def profile(interaction: Interaction, player: discord.User | None = None) -> None:
    """Post a card for all to read (in a direct message for oneself)."""
    async with answered(interaction):
        scope = EVERYWHERE if interaction.guild_id is None else SERVER
        card = ProfileCard((player or interaction.user).id, scope, interaction.user.id)
        await _check_shown(interaction, card)
        public = is_public(interaction)
        await begin(interaction, in_place=False, public=public)
        name = (player or interaction.user).display_name
        await show(interaction, await _screen(interaction, card, name, language(interaction, public=public)))


async def turn(interaction: Interaction, card: ProfileCard) -> None:
    """The same career in the other scope: in the message if its owner presses, else in a new one."""
    await _check_shown(interaction, card)
    own = card.asker == interaction.user.id
    public = own and is_public(interaction)
    await begin(interaction, in_place=own, public=public)
    card = replace(card, asker=interaction.user.id)
    await show(interaction, await _screen(interaction, card, None, language(interaction, public=public)))


async def in_characters(interaction: Interaction, card: ProfileCard) -> None:
    """The card in characters, for the reader alone."""
    say = reader(interaction)
    await _check_shown(interaction, card)
    await begin(interaction, in_place=False)
    found = await _career(interaction, card)
    drawn = await _card(interaction, card, found, None, say)
    await show(interaction, Screen(text=career.profile_text(drawn, say, dates.dated(say))))


async def show_badges(interaction: Interaction, card: ProfileCard) -> None:
    """Which badges somebody has earned, how often and for what, for the reader alone."""
    say = reader(interaction)
    await _check_shown(interaction, card)
    await begin(interaction, in_place=False)
    found = await _career(interaction, card)
    earned: Mapping[str, int] = {} if found is None else found.badges
    lines = [
        say("profile.badge", name=badges.name(one, say), n=count, about=badges.definition(one, say))
        for one, count in earned.items()
    ]
    text = "\n".join(lines) or say("profile.badges.none")
    embed = discord.Embed(title=say("career.badges", n=len(earned)), description=text)
    await show(interaction, Screen(embed=embed))


async def _check_shown(interaction: Interaction, card: ProfileCard) -> None:
    """Refuse others the career over all servers of a person who is left out of those ladders."""
    if card.scope == SERVER:
        server(interaction)
    elif card.user != interaction.user.id and await interaction.client.house.privacy.hidden(card.user):
        raise IllegalMove("career.hidden")


async def _career(interaction: Interaction, card: ProfileCard) -> Profile | None:
    guild = server(interaction) if card.scope == SERVER else None
    return await interaction.client.house.careers.profile(card.user, guild)


async def _screen(interaction: Interaction, card: ProfileCard, name: str | None, say: Catalogue) -> Screen:
    bot, found = interaction.client, await _career(interaction, card)
    drawn = await _card(interaction, card, found, name, say)
    dated = dates.dated(say)
    alt = career.profile_alt(drawn, say, dated)
    picture = await draw(bot, "profile", alt, career.profile, drawn, say, dated)
    return Screen(picture=picture, items=_buttons(card, say, at_home=interaction.guild_id is not None, found=found))


def _buttons(card: ProfileCard, say: Catalogue, *, at_home: bool, found: Profile | None) -> list[Widget]:
    items = [button(say("career.text"), Action.CARD_TEXT, card.code(), "📄")]
    if found is not None and found.badges:
        items.append(button(say("profile.badges"), Action.BADGES, card.code(), "🎖️"))
    if at_home:
        other = EVERYWHERE if card.scope == SERVER else SERVER
        items.append(button(say(f"career.scope.{other}"), Action.CARD, card.code(scope=other), "🌍"))
    return items


async def _card(
    interaction: Interaction, card: ProfileCard, found: Profile | None, name: str | None, say: Catalogue
) -> career.Profile:
    """What the picture of a career is made from; `name` is what the person is called now, if that is known."""
    bot = interaction.client
    if name is None and card.user == interaction.user.id:
        name = interaction.user.display_name
    if found is None:
        return career.Profile(name=name or await _name(bot, card.user))
    zone = await dates.zone_in(bot, interaction.guild_id)
    return career.Profile(
        name=name or found.name,
        games=tuple(_record(game, zone) for game in found.games),
        favourites=tuple(_rival(met) for met in found.favourites),
        nemesis=None if found.nemesis is None else _rival(found.nemesis),
        finishes=tuple(
            career.Finish(one.game, one.rank, one.field, dates.day_of(one.finished, zone)) for one in found.finishes
        ),
        in_time=found.in_time,
        moves=found.moves,
        badges=tuple(found.badges),
        solo=tuple(career.Solo(one.game, one.matches, one.wins) for one in found.solo),
    )


async def _name(bot: Client, user: int) -> career.Name:
    """What Discord calls somebody of whom nothing is stored; None if it doesn't know them either."""
    try:
        return (bot.get_user(user) or await bot.fetch_user(user)).display_name
    except discord.NotFound:
        return None


def _record(game: GameCareer, zone: dates.Zone) -> career.GameRecord:
    """A game's line and curve, with the last match of each day."""
    days = {dates.day_of(when, zone): (points, spread) for when, points, spread in game.curve}
    points, spread = game.shown
    return career.GameRecord(
        game=game.game,
        rating=career.Rating(points, spread, game.provisional),
        record=career.Record(game.matches, game.wins, game.podiums),
        best=(game.best.rank, game.best.field),
        curve=tuple(career.CurvePoint(day, *figures) for day, figures in days.items()),
    )


def _rival(met: Rival) -> career.Rival:
    return career.Rival(met.name, met.matches, met.ahead)
