"""The roll of honour: who has won the tours and seasons of a game in a server."""

from __future__ import annotations

from cogs.career.rows import name_of
from cogs.career.screen import Screen, begin, button, draw, parts, read_page, server, show, turns
from cogs.ui import dates
from cogs.ui.client import Client, Interaction
from cogs.ui.replies import reader
from host.careers.ladders import Won
from locales import Catalogue
from render import career


async def open_roll(interaction: Interaction, what: str) -> None:
    """The newest page of a game's roll of honour, for the reader alone."""
    [game] = parts(what, 1)
    await _show_roll(interaction, game, 1, in_place=False)


async def turn_roll(interaction: Interaction, what: str) -> None:
    """Another page in the same message."""
    game, page = parts(what, 2)
    await _show_roll(interaction, game, read_page(page), in_place=True)


async def roll_in_characters(interaction: Interaction, what: str) -> None:
    """A page of the roll in characters."""
    game, page = parts(what, 2)
    say = reader(interaction)
    await begin(interaction, in_place=False)
    roll = await _roll(interaction, game, read_page(page), say)
    await show(interaction, Screen(text=career.roll_text(roll, say, dates.dated(say))))


async def _show_roll(interaction: Interaction, game: str, number: int, *, in_place: bool) -> None:
    say, dated = reader(interaction), dates.dated(reader(interaction))
    await begin(interaction, in_place=in_place)
    roll = await _roll(interaction, game, number, say)
    alt = career.roll_alt(roll, say, dated)
    picture = await draw(interaction.client, f"honours-{game}", alt, career.roll, roll, say, dated)
    items = turns("roll", game, roll.page, roll.pages, say)
    items.append(button(say("career.text"), "rolltext", f"{game}.{roll.page}", "📄"))
    await show(interaction, Screen(picture=picture, items=items))


async def _roll(interaction: Interaction, game: str, number: int, say: Catalogue) -> career.Roll:
    bot: Client = interaction.client
    guild = server(interaction)
    won, page, pages = await bot.house.careers.roll(game, guild, number)
    zone = await dates.zone_in(bot, guild)
    options = bot.house.games[game].spec.options
    entries = tuple(_honour(one, game, options[0].name, zone, say) for one in won)
    return career.Roll(game, entries, page, pages)


def _honour(won: Won, game: str, option: str, zone: dates.Zone, say: Catalogue) -> career.Honour:
    """A tour or season; the game's first option says of what kind."""
    kind = say(f"{game}.option.{option}.{won.options[option]}")
    return career.Honour(
        day=dates.day_of(won.finished, zone),
        title=say("honours.title", kind=kind, match=won.match),
        winners=tuple(name_of(user, name) for user, name in won.winners),
        points=None if f"{game}.standing" in say else won.points,  # gaps, of which the winner has none
        field=won.field,
    )
