"""The final tables of seasons that are over."""

from __future__ import annotations

from cogs.career.rows import row_of
from cogs.career.screen import Screen, begin, button, draw, parts, read_page, server, show, turns
from cogs.ui import dates
from cogs.ui.client import Client, Interaction
from cogs.ui.dynamic_items import Widget
from cogs.ui.replies import reader
from engines.table import IllegalMove
from host.careers.ladders import PAGE, Ceremony
from locales import Catalogue
from render import career


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
    items = turns("season", f"{game}.{season_code(key)}", board.page, board.pages, say)
    items.append(button(say("career.text"), "seasontext", f"{game}.{season_code(key)}.{board.page}", "📄"))
    at = others.index(key)
    items += _others(game, others[at + 1 : at + 2], "ladder.older", say)
    items += _others(game, others[at - 1 : at] if at else [], "ladder.newer", say)
    await show(interaction, Screen(picture=picture, items=items))


def _others(game: str, keys: list[str], label: str, say: Catalogue) -> list[Widget]:
    return [button(say(label), "season", f"{game}.{season_code(key)}.1", row=1) for key in keys]


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
        when=await season_words(interaction.client, end, say),
        rows=tuple(row_of(rung) for rung in shown),
        page=page,
        pages=pages,
        mine=shown.index(mine) if mine is not None and here else None,
        own=row_of(mine) if mine is not None and not here else None,
    )


def season_code(key: str) -> str:
    """A season's key as it stands in a button."""
    return key.replace("-", "")


def _key(code: str) -> str:
    """The key that `season_code` has written; one of no season for anything else."""
    return f"{code[:4]}-{code[4:]}"


async def season_words(bot: Client, end: Ceremony, say: Catalogue) -> str:
    """From which month to which a season was, in the zone of its server."""
    zone = await dates.zone_in(bot, end.guild)
    return dates.months(end.season.begins, end.season.ends, zone, say)
