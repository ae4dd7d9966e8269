"""The roll of honour: who has won the tours and seasons of a game in a server."""

from __future__ import annotations

from cogs.career.codes import RollPage
from cogs.career.rows import name_of
from cogs.career.screen import Screen, begin, button, draw, server, show, turns
from cogs.ui import dates
from cogs.ui.client import Interaction
from cogs.ui.custom_id import Action
from cogs.ui.replies import reader
from host.careers.ladders import TourWin
from locales import Catalogue
from render import career


async def open_roll(interaction: Interaction, game: str) -> None:
    """The newest page of a game's roll of honour, for the reader alone."""
    await _show_roll(interaction, RollPage(game), in_place=False)


async def turn_roll(interaction: Interaction, page: RollPage) -> None:
    """Another page in the same message."""
    await _show_roll(interaction, page, in_place=True)


async def roll_in_characters(interaction: Interaction, page: RollPage) -> None:
    """A page of the roll in characters."""
    say = reader(interaction)
    await begin(interaction, in_place=False)
    roll = await _roll(interaction, page, say)
    await show(interaction, Screen(text=career.roll_text(roll, say, dates.dated(say))))


async def _show_roll(interaction: Interaction, page: RollPage, *, in_place: bool) -> None:
    say, dated = reader(interaction), dates.dated(reader(interaction))
    await begin(interaction, in_place=in_place)
    roll = await _roll(interaction, page, say)
    alt = career.roll_alt(roll, say, dated)
    picture = await draw(interaction.client, f"honours-{page.game}", alt, career.roll, roll, say, dated)
    items = turns(Action.ROLL, page.code, roll.page, roll.pages, say)
    items.append(button(say("career.text"), Action.ROLL_TEXT, page.code(roll.page), "📄"))
    await show(interaction, Screen(picture=picture, items=items))


async def _roll(interaction: Interaction, wanted: RollPage, say: Catalogue) -> career.Roll:
    bot, guild, game = interaction.client, server(interaction), wanted.game
    won, page, pages = await bot.house.careers.roll(game, guild, wanted.number)
    zone = await dates.zone_in(bot, guild)
    options = bot.house.games[game].spec.options
    entries = tuple(_honour(one, game, options[0].name, zone, say) for one in won)
    return career.Roll(game, entries, page, pages)


def _honour(won: TourWin, game: str, option: str, zone: dates.Zone, say: Catalogue) -> career.Honour:
    """A tour or season; the game's first option says of what kind."""
    kind = say(f"{game}.option.{option}.{won.options[option]}")
    return career.Honour(
        day=dates.day_of(won.finished, zone),
        title=say("honours.title", kind=kind, match=won.match),
        winners=tuple(name_of(user, name) for user, name in won.winners),
        points=None if f"{game}.standing" in say else won.points,  # gaps, of which the winner has none
        field=won.field,
    )
