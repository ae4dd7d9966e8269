"""`/admin rewind`: choose an earlier moment, preview it, continue from there."""

from __future__ import annotations

from typing import Any

import discord

from cogs.local import dates
from cogs.repair.confirm import ask, done, match_meant, steward, where
from cogs.ui.client import Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import match_code, point_code, read_number
from cogs.ui.person import person_at
from cogs.ui.replies import defer_in_private, reader, reply_in_private
from cogs.ui.views import Widget, rows
from engines.table import Refused
from host.repair.points import Point
from host.time.clocks import zone_of
from locales import Catalogue
from render.words import cut
from screen.match_text import headline
from screen.names import names_of, plain
from screen.sentences import newest, sentence, sentences

LABEL = 100  # characters
NEWS = 900
DIGITS = 8


async def rewind(interaction: Interaction, match: str | None = None) -> None:
    """Show the latest moments."""
    await reply_in_private(interaction)
    await _offer(interaction, await match_meant(interaction, match), 0)


async def turn(interaction: Interaction, match_id: int, page: int) -> None:
    """Show earlier or later moments, in the pressed message."""
    await defer_in_private(interaction)
    await _offer(interaction, match_id, page)


async def _offer(interaction: Interaction, match_id: int, page: int) -> None:
    house, say = interaction.client.house, reader(interaction)
    moments = await house.rewinds.page(match_id, page)
    match = await house.matches.match(match_id)
    if match is None or not moments.points:
        raise Refused("rewind.none")
    zone = zone_of((await house.servers.settings(match.settings_of)).zone)
    options = [_option(point, dates.moment(point.at, zone, say), say) for point in moments.points]
    select: discord.ui.Select[Any] = discord.ui.Select(
        placeholder=say("rewind.which"), options=options, custom_id=point_code(match_id, page), row=0
    )
    items: list[Widget] = [select]
    for key, aim, is_there in (("later", page - 1, page > 0), ("earlier", page + 1, moments.goes_on)):
        if is_there:
            code = match_code(Action.POINTS, match_id, aim)
            items.append(discord.ui.Button(label=say(f"rewind.{key}"), custom_id=code, row=1))
    await interaction.edit_original_response(
        content=say("rewind.head", match=where(match, interaction)), view=rows(items)
    )


def _option(point: Point, when: str, say: Catalogue) -> discord.SelectOption:
    """A moment in words for a select, which has no Markdown: what happened, and what was asked then."""
    names = names_of(point.seen.match, say, plain)
    texts = [sentence(point.seen, event, names, say, plain) for event in point.news]
    asked = _bare(headline(point.seen, say))
    happened = " ".join(_bare(line) for line in texts if line)
    return discord.SelectOption(
        label=cut(happened or asked, LABEL), description=cut(f"{when} · {asked}", LABEL), value=str(point.number)
    )


def _bare(text: str) -> str:
    return text.replace("**", "").replace("\\", "").replace("\u200b", "").replace("\n", " ")


async def chosen(interaction: Interaction, match_id: int, values: list[str]) -> None:
    """Say what a rewind to this moment would do."""
    await defer_in_private(interaction)
    house, say = interaction.client.house, reader(interaction)
    number = read_number(next(iter(values), ""), 10, DIGITS)
    prospect = await house.rewinds.prospect(match_id, number, interaction.user.id)
    lines = [f"-# {line}" for line in sentences(prospect.point.seen, prospect.point.news, say)]
    counts = prospect.uncounted or ("rated" if prospect.match.terms.rated else "unrated")
    text = (
        say("rewind.ask", match=where(prospect.match, interaction), when=f"<t:{int(prospect.point.at)}:f>"),
        newest(lines, NEWS),
        headline(prospect.point.seen, say),
        say("rewind.what", undone=prospect.undone),
        say(f"rewind.{counts}"),
        say("rewind.vote") if prospect.plays else "",
    )
    await ask(
        interaction,
        "\n".join(line for line in text if line),
        match_code(Action.REWIND, match_id, number, prospect.number),
    )


async def confirmed(interaction: Interaction, match_id: int, number: int, now: int) -> None:
    """Rewind, if the match hasn't moved on; if the person plays in it, let the others vote."""
    await defer_in_private(interaction)
    rewinds = interaction.client.house.rewinds
    prospect = await rewinds.prospect(match_id, number, interaction.user.id)
    if prospect.plays:
        match = await rewinds.ask(match_id, number, now, await person_at(interaction, prospect.match))
        await done(interaction, reader(interaction)("vote.opened.others", thread=match.thread or 0))
        return
    match = await rewinds.rewind(match_id, number, now, steward(interaction))
    await done(interaction, reader(interaction)("rewind.done", match=where(match, interaction)))
