"""The end of a server's season: the post with the podium, and the final tables that are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import structlog
from structlog.typing import FilteringBoundLogger

from cogs.career.honours import turns
from cogs.career.screen import Screen, begin, button, draw, parts, read_page, server, show
from cogs.leaderboard import name_of, row_of
from cogs.panel.components import Widget
from cogs.posts.board import MEDALS
from cogs.posts.threads import place_of, public
from cogs.ui import dates
from cogs.ui.dynamic_items import rows
from cogs.ui.errors import reader
from cogs.ui.names import called
from engines.table import IllegalMove
from host.careers.ladders import PAGE, Ceremony
from host.outbox.outbox import Letter, Place
from locales import Catalogue
from render import career
from render.kit import TEAMS

if TYPE_CHECKING:
    from cogs.gruppetto import Gruppetto

log: FilteringBoundLogger = structlog.get_logger()

MOST_NAMED = 9  # where many have tied
Interaction = discord.Interaction[Any]

# --- the post


async def post_ceremony(bot: Gruppetto, letter: Letter) -> Place | None:
    """Tell the server who has won the season that is over, once; None if it has no channel for that any more.

    It is told where the managers want it, else where the season's last match was opened.
    """
    if letter.place is not None and letter.post.tries:
        return letter.place  # an earlier try has arrived
    ended = await bot.house.careers.ceremonies(letter.match.id)
    guild = letter.match.guild
    wanted = await bot.house.store.people.ceremonies(guild) if guild is not None else None
    try:
        if wanted is not None:
            return await _post(bot, letter, ended, wanted)
    except (discord.NotFound, discord.Forbidden):
        log.info("can't post in the channel for ceremonies", guild=guild, channel=wanted)
    try:
        return await _post(bot, letter, ended, letter.match.channel)
    except discord.NotFound:
        log.warning("no channel for a ceremony", guild=guild, match=letter.match.id)
        return None


async def _post(bot: Gruppetto, letter: Letter, ended: list[Ceremony], channel_id: int) -> Place:
    channel = await place_of(bot, channel_id, letter.match.guild)
    say = public(channel)
    # seasons overlap where managers have changed their length: what was posted before isn't told again
    told = ended if letter.place is None else [max(ended, key=lambda one: one.season.ends)]
    files = [await _podium(bot, one, say) for one in told]
    text = "\n\n".join([await ceremony_text(bot, one, say) for one in told])
    items = [
        button(say("ceremony.table"), "archive", f"{one.game}.{_key_code(one.season.key)}", "📋", row=place)
        for place, one in enumerate(told)
    ]
    sent = await channel.send(text, files=files, view=rows(items), nonce=letter.post.nonce, silent=True)
    return Place(channel.id, sent.id)


async def ceremony_text(bot: Gruppetto, end: Ceremony, say: Catalogue) -> str:
    """Who stands on the podium."""
    head = say("ceremony.head", game=say(f"{end.game}.name"), when=await _when(bot, end, say))
    lines = [
        f"{MEDALS[rung.rank]} "
        + say("ceremony.line", name=called(rung.user, rung.name, say), points=rung.points, n=rung.wins)
        for rung in end.rows
        if rung.rank in MEDALS
    ]
    return "\n".join((f"## {head}", *lines[:MOST_NAMED], say("ceremony.field", n=len(end.rows))))


async def _podium(bot: Gruppetto, end: Ceremony, say: Catalogue) -> discord.File:
    first = [rung for rung in end.rows if rung.rank in MEDALS]
    finishers = tuple(
        career.Finisher(
            rung.rank,
            name_of(rung.user, rung.name),
            career.Rating(rung.points, rung.spread, rung.provisional),
            place % len(TEAMS),  # a jersey each
        )
        for place, rung in enumerate(first)
    )
    drawn = career.Ceremony(end.game, False, await _when(bot, end, say), finishers, len(end.rows))
    return await draw(bot, f"podium-{end.game}", career.podium_alt(drawn, say), career.podium, drawn, say)


async def _when(bot: Gruppetto, end: Ceremony, say: Catalogue) -> str:
    zone = await dates.zone_in(bot, end.guild)
    return dates.months(end.season.begins, end.season.ends, zone, say)


# --- the tables that are kept


async def open_newest(interaction: Interaction, what: str) -> None:
    """The final table of the newest season of a game that is over, for the reader alone."""
    [game] = parts(what, 1)
    archives = await interaction.client.house.careers.archives(server(interaction), game)
    if not archives:
        raise IllegalMove("career.seasons")
    await _show(interaction, game, archives[0].key, 1, in_place=False)


async def open_table(interaction: Interaction, what: str) -> None:
    """The final table of the season that a ceremony was about, for the reader alone."""
    game, key = parts(what, 2)
    await _show(interaction, game, _key(key), 1, in_place=False)


async def turn(interaction: Interaction, what: str) -> None:
    """Another page, or another season, in the same message."""
    game, key, page = parts(what, 3)
    await _show(interaction, game, _key(key), read_page(page), in_place=True)


async def in_characters(interaction: Interaction, what: str) -> None:
    """A page of a final table in characters."""
    game, key, page = parts(what, 3)
    say = reader(interaction)
    end, _ = await _archived(interaction, game, _key(key))
    await begin(interaction, in_place=False)
    board = await _board(interaction, end, read_page(page), say)
    await show(interaction, Screen(text=career.ladder_text(board, say)))


async def _show(interaction: Interaction, game: str, key: str, number: int, *, in_place: bool) -> None:
    say = reader(interaction)
    end, others = await _archived(interaction, game, key)
    await begin(interaction, in_place=in_place)
    board = await _board(interaction, end, number, say)
    alt = career.ladder_alt(board, say)
    picture = await draw(interaction.client, f"season-{game}-{key}", alt, career.ladder, board, say)
    items = turns("season", f"{game}.{_key_code(key)}", board.page, board.pages, say)
    items.append(button(say("career.text"), "seasontext", f"{game}.{_key_code(key)}.{board.page}", "📄"))
    at = others.index(key)
    items += _others(game, others[at + 1 : at + 2], "ladder.older", say)
    items += _others(game, others[at - 1 : at] if at else [], "ladder.newer", say)
    await show(interaction, Screen(picture=picture, items=items))


def _others(game: str, keys: list[str], label: str, say: Catalogue) -> list[Widget]:
    return [button(say(label), "season", f"{game}.{_key_code(key)}.1", row=1) for key in keys]


async def _archived(interaction: Interaction, game: str, key: str) -> tuple[Ceremony, list[str]]:
    """A season that is over, and the keys of all, the newest first; IllegalMove if there is none of that key."""
    careers, guild = interaction.client.house.careers, server(interaction)
    archives = await careers.archives(guild, game)
    season = next((one for one in archives if one.key == key), None)
    if season is None:
        raise IllegalMove("career.seasons")
    return await careers.archived(guild, game, season), [one.key for one in archives]


async def _board(interaction: Interaction, end: Ceremony, number: int, say: Catalogue) -> career.Ladder:
    """A page of the final table, and the reader's own row wherever it is."""
    pages = max(1, -(-len(end.rows) // PAGE))
    page = min(max(number, 1), pages)
    shown = end.rows[(page - 1) * PAGE : page * PAGE]
    mine = next((rung for rung in end.rows if rung.user == interaction.user.id), None)
    here = mine is not None and mine in shown
    return career.Ladder(
        game=end.game,
        everywhere=False,
        period="season",
        when=await _when(interaction.client, end, say),
        rows=tuple(row_of(rung) for rung in shown),
        page=page,
        pages=pages,
        mine=shown.index(mine) if mine is not None and here else None,
        own=row_of(mine) if mine is not None and not here else None,
    )


def _key_code(key: str) -> str:
    """A season's key as it stands in a button."""
    return key.replace("-", "")


def _key(code: str) -> str:
    """The key that `_key_code` has written; one of no season for anything else."""
    return f"{code[:4]}-{code[4:]}"
