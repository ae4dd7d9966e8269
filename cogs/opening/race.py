"""The race of the day: what it is, the person's own table, and the result of the last one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import count

import discord

from cogs.local.dates import dated
from cogs.looking_back.replay import film_of
from cogs.opening import solo
from cogs.ui.client import Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code, match_code, parts, read_number
from cogs.ui.long_tasks import Made
from cogs.ui.person import person_alone
from cogs.ui.replies import reader, reply_in_private
from cogs.ui.views import CONTENT, Widget, rows
from host.time.clocks import DAY
from locales import Catalogue
from model.match import Match
from model.sets import Placed, Race, RaceResult
from render.words import cut
from screen.names import escaped

ANY = "now"  # fills the custom id of a button that refers to nothing
MOST_DIGITS = 6  # of a day's number
NAME = 40  # characters on a button
FLAG = "🏁"


async def show(interaction: Interaction, _: None = None) -> None:
    """Show today's race and the result of the last one, in a new message."""
    await reply_in_private(interaction)
    house, user, say = interaction.client.house, interaction.user.id, reader(interaction)
    race, own = await house.races.today(), await house.races.own(user)
    result = await house.races.result(user, interaction.guild_id)
    lines = [*_today(race, own, say), *([] if result is None else ["", *result_lines(result, say)])]
    items = [*_own_button(own, say), *([] if result is None else _films(result, say))]
    await interaction.edit_original_response(content=cut("\n".join(lines), CONTENT), view=rows(items))


async def begin(interaction: Interaction, _: None = None) -> None:
    """Begin the person's table in the race of the day; if they have one, show it."""
    await solo.reply(interaction)
    races = interaction.client.house.races
    await solo.show(interaction, await races.enter(person_alone(interaction), interaction.guild_id))


async def made_film(interaction: Interaction, film: tuple[int, int]) -> Made:
    """The film of one of the best in the last race."""
    match = await interaction.client.house.races.film(*film)
    head, file = await film_of(interaction.client, match, reader(interaction))
    return Made(head, [file])


def read_film(what: str) -> tuple[int, int]:
    """Read a race's day and the index of one of its best."""
    day, place = parts(what, 2)
    return read_number(day, 10, MOST_DIGITS), read_number(place, 10, 1)


def result_lines(result: RaceResult, say: Catalogue) -> list[str]:
    """The result of a race: the best here and of all servers, the reader's place, and the seed."""
    race = result.race
    dates, begins = dated(say), datetime.fromtimestamp(race.day * DAY, UTC)
    lines = [say("race.result", day=dates(begins.date()), game=say(f"{race.game}.name"), n=result.home)]
    if result.here:
        lines.append(say("race.here", people=_named(result.here, say)))
    if result.best:
        lines.append(say("race.best", people=_named(result.best, say)))
    if result.own is not None:
        lines.append(say("race.own", place=result.own.place, n=result.home))
    lines.append(f"-# {say('result.seed', seed=result.seed)}")
    return lines


def _today(race: Race, own: Match | None, say: Catalogue) -> Iterator[str]:
    yield say("race.title", game=say(f"{race.game}.name"))
    yield say("race.about")
    if own is None:
        yield say("race.ends", ends=_moment(race.ends), closes=_moment(race.closes))
    elif own.phase in ("starting", "running"):
        yield say("race.running", closes=_moment(race.closes))
    else:
        yield say("race.home", when=_moment(race.closes))
    begun = f"{say('race.begun', n=race.begun)} " if race.begun else ""
    yield f"-# {begun}{say('lobby.dice', commitment=race.commitment)}"


def _own_button(own: Match | None, say: Catalogue) -> list[Widget]:
    if own is None:
        code = action_code(Action.RACE_ON, ANY)
        return [
            discord.ui.Button(label=say("race.start"), emoji=FLAG, style=discord.ButtonStyle.success, custom_id=code)
        ]
    if own.phase not in ("starting", "running"):
        return []
    return [discord.ui.Button(label=say("race.go_on"), emoji="▶️", custom_id=match_code(Action.MOVE, own.id))]


def _films(result: RaceResult, say: Catalogue) -> list[Widget]:
    codes = (action_code(Action.RACE_FILM, result.race.day, index) for index in count())
    return [
        discord.ui.Button(label=say("race.film", name=cut(placed.name, NAME)), emoji="🎬", custom_id=code)
        for placed, code in zip(result.best, codes, strict=False)
    ]


def _named(placed: Sequence[Placed], say: Catalogue) -> str:
    return " · ".join(say("race.placed", place=at.place, name=escaped(at.name)) for at in placed)


def _moment(time: float) -> str:
    return f"<t:{int(time)}:R>"
