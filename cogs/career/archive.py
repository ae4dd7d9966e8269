"""Final tables of past seasons."""

from __future__ import annotations

from cogs.career.codes import SeasonPage
from cogs.career.screen import Screen, begin, button, draw, server, show, turns
from cogs.local import dates
from cogs.ui.client import Client, Interaction
from cogs.ui.controls import Action
from cogs.ui.replies import reader
from cogs.ui.views import Widget
from engines.table import Refused
from host.careers.ladders import final_table
from locales import Catalogue
from model.career import Ceremony
from render import career


async def open_newest(interaction: Interaction, game: str) -> None:
    """Show the final table of the newest past season of a game, privately."""
    archives = await interaction.client.house.careers.archives(server(interaction), game)
    if not archives:
        raise Refused("career.seasons")
    await _show(interaction, SeasonPage(game, archives[0].key), in_place=False)


async def open_table(interaction: Interaction, page: SeasonPage) -> None:
    """Show the final table of the season behind a ceremony, privately."""
    await _show(interaction, page, in_place=False)


async def turn(interaction: Interaction, page: SeasonPage) -> None:
    """Show another page, or another season, in the same message."""
    await _show(interaction, page, in_place=True)


async def in_characters(interaction: Interaction, page: SeasonPage) -> None:
    """Show a page of a final table as text."""
    say = reader(interaction)
    end, _ = await _archived(interaction, page.game, page.key)
    await begin(interaction, in_place=False)
    board, when = final_table(end, page.number, interaction.user.id), await season_words(interaction.client, end, say)
    await show(interaction, Screen(text=career.ladder_text(board, say, when)))


async def _show(interaction: Interaction, page: SeasonPage, *, in_place: bool) -> None:
    say = reader(interaction)
    end, others = await _archived(interaction, page.game, page.key)
    await begin(interaction, in_place=in_place)
    board, when = final_table(end, page.number, interaction.user.id), await season_words(interaction.client, end, say)
    alt = career.ladder_alt(board, say, when)
    picture = await draw(interaction.client, f"season-{page.game}-{page.key}", alt, career.ladder, board, say, when)
    items = turns(Action.SEASON, page.code, board.page, board.pages, say)
    items.append(button(say("career.text"), Action.SEASON_TEXT, page.code(board.page), "📄"))
    index = others.index(page.key)
    items += _others(page, others[index + 1 : index + 2], "ladder.older", say)
    items += _others(page, others[index - 1 : index] if index else [], "ladder.newer", say)
    await show(interaction, Screen(picture=picture, items=items))


def _others(page: SeasonPage, keys: list[str], label: str, say: Catalogue) -> list[Widget]:
    return [button(say(label), Action.SEASON, page.code(1, key), row=1) for key in keys]


async def _archived(interaction: Interaction, game: str, key: str) -> tuple[Ceremony, list[str]]:
    """A past season, and the keys of all, the newest first; Refused for an unknown key."""
    careers, guild = interaction.client.house.careers, server(interaction)
    archives = await careers.archives(guild, game)
    season = next((archive for archive in archives if archive.key == key), None)
    if season is None:
        raise Refused("career.seasons")
    return await careers.archived(guild, game, season), [archive.key for archive in archives]


async def season_words(bot: Client, end: Ceremony, say: Catalogue) -> str:
    """The first and last month of a season, in its server's time zone."""
    zone = await dates.zone_in(bot, end.guild)
    return dates.months(end.season.begins, end.season.ends, zone, say)
