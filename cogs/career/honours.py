"""Rolls of honour: the winners of a game's tours, seasons and cups in a server."""

from __future__ import annotations

from cogs.career.codes import RollPage
from cogs.career.screen import Screen, begin, button, draw, server, show, turns
from cogs.local import dates
from cogs.ui.client import Interaction
from cogs.ui.controls import Action
from cogs.ui.replies import reader
from model.career import Roll
from render import career


async def open_roll(interaction: Interaction, game: str) -> None:
    """Show the newest page of a game's roll of honour, privately."""
    await _show_roll(interaction, RollPage(game), in_place=False)


async def turn_roll(interaction: Interaction, page: RollPage) -> None:
    """Show another page in the same message."""
    await _show_roll(interaction, page, in_place=True)


async def roll_in_characters(interaction: Interaction, page: RollPage) -> None:
    """Show a page of the roll as text."""
    say = reader(interaction)
    await begin(interaction, in_place=False)
    roll = await _roll(interaction, page)
    await show(interaction, Screen(text=career.roll_text(roll, say, dates.dated(say))))


async def _show_roll(interaction: Interaction, page: RollPage, *, in_place: bool) -> None:
    say, dated = reader(interaction), dates.dated(reader(interaction))
    await begin(interaction, in_place=in_place)
    roll = await _roll(interaction, page)
    alt = career.roll_alt(roll, say, dated)
    picture = await draw(interaction.client, f"honours-{page.game}", alt, career.roll, roll, say, dated)
    items = turns(Action.ROLL, page.code, roll.page, roll.pages, say)
    items.append(button(say("career.text"), Action.ROLL_TEXT, page.code(roll.page), "📄"))
    await show(interaction, Screen(picture=picture, items=items))


async def _roll(interaction: Interaction, wanted: RollPage) -> Roll:
    bot, guild = interaction.client, server(interaction)
    return await bot.house.careers.roll(wanted.game, guild, wanted.number, await dates.zone_in(bot, guild))
