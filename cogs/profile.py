"""`/profile`: a person's career, in this server or everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import discord
from discord import app_commands

from cogs.career.codes import EVERYWHERE, SERVER, ProfileCard
from cogs.career.screen import Screen, begin, button, draw, is_public, language, server, show
from cogs.local import dates
from cogs.ui.client import Client, Interaction
from cogs.ui.commands import add_command, words
from cogs.ui.controls import Action
from cogs.ui.custom_id import base36
from cogs.ui.errors import answered
from cogs.ui.replies import is_bot_dm, reader
from cogs.ui.views import Widget
from engines.table import Refused
from locales import Catalogue
from model.career import CUP_BADGES, NOBODY, Profile
from render import badges, career


async def setup(bot: Client) -> None:
    """Register the command on the bot's tree."""
    add_command(bot, "profile", profile)


@app_commands.describe(player=words("option.profile.player"))
async def profile(interaction: Interaction, player: discord.User | None = None) -> None:
    """Post a profile publicly (in a direct message for oneself)."""
    async with answered(interaction):
        scope = EVERYWHERE if interaction.guild_id is None else SERVER
        card = ProfileCard((player or interaction.user).id, scope, interaction.user.id)
        await _check_shown(interaction, card)
        public = is_public(interaction)
        await begin(interaction, in_place=False, public=public)
        name = (player or interaction.user).display_name
        await show(interaction, await _screen(interaction, card, name, language(interaction, public=public)))


async def turn(interaction: Interaction, card: ProfileCard) -> None:
    """Show the same profile in the other scope: in the message if its owner presses, else in a new one."""
    await _turn(interaction, card)


async def _turn(interaction: Interaction, card: ProfileCard) -> None:
    await _check_shown(interaction, card)
    is_own = card.asker == interaction.user.id
    public = is_own and is_public(interaction)
    await begin(interaction, in_place=is_own, public=public)
    card = replace(card, asker=interaction.user.id)
    await show(interaction, await _screen(interaction, card, None, language(interaction, public=public)))


async def hide_accuracy(interaction: Interaction, card: ProfileCard) -> None:
    """Hide the person's own curve of accuracy."""
    await _switch_accuracy(interaction, card, hidden=True)


async def show_accuracy(interaction: Interaction, card: ProfileCard) -> None:
    """Show the curve of accuracy again."""
    await _switch_accuracy(interaction, card, hidden=False)


async def _switch_accuracy(interaction: Interaction, card: ProfileCard, *, hidden: bool) -> None:
    if card.user != interaction.user.id:
        raise Refused("career.own")
    await _check_shown(interaction, card)
    await interaction.client.house.careers.hide_accuracy(card.user, hidden=hidden)
    await _turn(interaction, card)


async def in_characters(interaction: Interaction, card: ProfileCard) -> None:
    """Show the profile as text, privately."""
    say = reader(interaction)
    await _check_shown(interaction, card)
    await begin(interaction, in_place=False)
    profile = await _career(interaction, card)
    await show(interaction, Screen(text=career.profile_text(profile, say, dates.dated(say))))


async def show_badges(interaction: Interaction, card: ProfileCard) -> None:
    """Show which badges a person has earned, how often and for what, privately."""
    say = reader(interaction)
    await _check_shown(interaction, card)
    await begin(interaction, in_place=False)
    career = await _stored(interaction, card)
    earned: Mapping[str, int] = {} if career is None else career.badges
    lines = [
        say("profile.badge", name=badges.name(badge, say), n=count, about=badges.definition(badge, say))
        for badge, count in earned.items()
    ]
    text = "\n".join(lines) or say("profile.badges.none")
    embed = discord.Embed(title=say("career.badges", n=len(earned)), description=text)
    await show(interaction, Screen(embed=embed))


async def _check_shown(interaction: Interaction, card: ProfileCard) -> None:
    """Raise Refused for someone else's global career if they hide from the global leaderboards."""
    if card.scope == SERVER:
        server(interaction)
    elif card.user != interaction.user.id and await interaction.client.house.privacy.hidden(card.user):
        raise Refused("career.hidden")


async def _career(interaction: Interaction, card: ProfileCard, name: str | None = None) -> Profile:
    """A person's career, empty if nothing is stored; `name` is their present name here, if known."""
    if name is None and card.user == interaction.user.id:
        name = interaction.user.display_name
    career = await _stored(interaction, card) or Profile(card.user, "")
    if name := name or await interaction.client.house.careers.name(card.user, interaction.guild_id):
        return replace(career, name=name)
    newcomer = await _newcomer(interaction.client, card.user)
    return replace(career, user=newcomer.user, name=newcomer.name)


async def _stored(interaction: Interaction, card: ProfileCard) -> Profile | None:
    """A person's stored career, without a name."""
    house, guild = interaction.client.house, server(interaction) if card.scope == SERVER else None
    zone, private = await dates.zone_in(interaction.client, interaction.guild_id), is_bot_dm(interaction)
    private = private and card.user == interaction.user.id
    profile = await house.careers.profile(card.user, guild, zone, private=private)
    if won := await house.cups.wins(card.user, guild):
        career = profile or Profile(card.user, "")
        profile = replace(career, badges={**career.badges, **dict.fromkeys(CUP_BADGES, won)})
    if guild is not None and await house.privacy.hidden(card.user):
        return profile  # puzzles are the same in all servers
    record = await house.puzzles.record(card.user)
    if not record.answered:
        return profile
    career = profile or Profile(card.user, "")
    return replace(career, puzzles=record, badges={**career.badges, **dict.fromkeys(record.badges, 1)})


async def _screen(interaction: Interaction, card: ProfileCard, name: str | None, say: Catalogue) -> Screen:
    bot, profile, dated = interaction.client, await _career(interaction, card, name), dates.dated(say)
    alt = career.profile_alt(profile, say, dated)
    picture = await draw(bot, "profile", alt, career.profile, profile, say, dated)
    items = _buttons(card, say, at_home=interaction.guild_id is not None, career=profile)
    if card.user == card.asker:
        if profile.accuracy:
            items.append(button(say("profile.accuracy.hide"), Action.HIDE_ACCURACY, card.code(), "🙈"))
        elif await bot.house.careers.accuracy_hidden(card.user):
            items.append(button(say("profile.accuracy.show"), Action.SHOW_ACCURACY, card.code(), "🎯"))
    elif interaction.guild_id is not None and await bot.house.follows.is_open(card.user, card.asker):
        items.append(button(say("follow.on"), Action.FOLLOW_PERSON, base36(card.user), "🔔"))
    guild = interaction.guild_id if card.scope == SERVER else None
    won = await bot.house.cups.wins(card.user, guild)
    text = say("cup.won", n=won) if won else ""
    return Screen(text=text, picture=picture, items=items)


def _buttons(card: ProfileCard, say: Catalogue, *, at_home: bool, career: Profile) -> list[Widget]:
    items = [button(say("career.text"), Action.CARD_TEXT, card.code(), "📄")]
    if career.badges:
        items.append(button(say("profile.badges"), Action.BADGES, card.code(), "🎖️"))
    if at_home:
        other = EVERYWHERE if card.scope == SERVER else SERVER
        items.append(button(say(f"career.scope.{other}"), Action.CARD, card.code(scope=other), "🌍"))
    return items


async def _newcomer(bot: Client, user: int) -> Profile:
    """The empty career of an unknown person, without a name if Discord has none either."""
    try:
        return Profile(user, (bot.get_user(user) or await bot.fetch_user(user)).display_name)
    except discord.NotFound:
        return Profile(NOBODY, "")
