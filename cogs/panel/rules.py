"""The rules of a game, page by page, with a table of contents."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

import discord

from cogs.panel.lesson_screen import learn_button
from cogs.ui.client import Client, Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code, contents_code, read_number
from cogs.ui.replies import defer_in_private, reader
from cogs.ui.views import Widget, rows
from engines.table import Refused
from locales import Catalogue
from render import RENDERERS, RulesPage

COLOUR = 0x4C9F70
PAGE_DIGITS = 2
PICTURE = "rules.png"


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page of rules with its picture, and the components that lead to others."""

    embed: discord.Embed
    files: list[discord.File]
    items: list[Widget]


async def page_of(bot: Client, game: str, page: int, say: Catalogue) -> ShownPage:
    """This page of the game's rules, or the last if there are fewer."""
    easel = bot.pictures.easel
    pages = await easel.draw(RENDERERS[game].rules, say)
    page = min(page, len(pages) - 1)
    shown = pages[page]
    files: list[discord.File] = []
    if shown.picture is not None:
        png = await easel.draw(shown.picture)
        files.append(discord.File(io.BytesIO(png), PICTURE, description=shown.alt))
    embed = _embed(shown, say("rules.page", page=page + 1, pages=len(pages)))
    turns: list[Widget] = [
        _turn(game, other, say(f"rules.{name}"), emoji)
        for other, name, emoji in ((page - 1, "back", "◀️"), (page + 1, "next", "▶️"))
        if 0 <= other < len(pages)
    ]
    turns += learn_button(game, say) if page == 0 else []
    return ShownPage(embed, files, [_contents(game, [p.title for p in pages], page, say), *turns])


async def page_button(bot: Client, game: str, page: int, say: Catalogue) -> Widget:
    """The button that leads to a page of the game's rules, by its title."""
    pages = await bot.pictures.easel.draw(RENDERERS[game].rules, say)
    code = action_code(Action.RULES, game, page)
    return discord.ui.Button(label=pages[page].title, emoji="📖", custom_id=code)


async def show_rules(interaction: Interaction, game: str, page: int) -> None:
    """Show a page in the pressed message if that is private, else in a new private one."""
    if game not in RENDERERS:
        raise Refused("house.button")
    await defer_in_private(interaction)
    shown = await page_of(interaction.client, game, page, reader(interaction))
    await interaction.edit_original_response(
        content=None, embed=shown.embed, attachments=shown.files, view=rows(shown.items)
    )


async def turn(interaction: Interaction, where: tuple[str, int]) -> None:
    """Show a page of a game's rules, from a button."""
    await show_rules(interaction, *where)


async def chosen(interaction: Interaction, game: str, values: list[str]) -> None:
    """Show the page chosen from the table of contents."""
    if len(values) != 1:
        raise Refused("house.button")
    await show_rules(interaction, game, read_number(values[0], 10, PAGE_DIGITS))


def _embed(page: RulesPage, footer: str) -> discord.Embed:
    """The page's embed; it includes the alt text, as a file's own is lost inside an embed."""
    embed = discord.Embed(title=page.title, description=page.text, colour=COLOUR).set_footer(text=footer)
    if page.picture is None:
        return embed
    image = {"url": f"attachment://{PICTURE}", "description": page.alt}  # `set_image` accepts no description
    return discord.Embed.from_dict({**embed.to_dict(), "image": image})


def _contents(game: str, titles: list[str], page: int, say: Catalogue) -> Widget:
    """A select of all pages by title; closed, it shows the present one."""
    select = discord.ui.Select[Any](custom_id=contents_code(game), placeholder=say("rules.contents"), row=0)
    for place, title in enumerate(titles):
        select.add_option(label=f"{place + 1}. {title}", value=str(place), default=place == page)
    return select


def _turn(game: str, page: int, label: str, emoji: str) -> discord.ui.Button[Any]:
    return discord.ui.Button(label=label, emoji=emoji, custom_id=action_code(Action.RULES, game, page), row=1)
