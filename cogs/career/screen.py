"""Screens of careers: a picture or text with buttons, in the pressed message or in a new message."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from cogs.ui.client import Client, Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code
from cogs.ui.replies import defer_in_private, is_private, reader
from cogs.ui.views import Widget, rows
from engines.table import Refused
from locales import Catalogue, catalogue


@dataclass(frozen=True, slots=True)
class Screen:
    """Words, a picture and the buttons below them; `embed` where there are more words than a message can have."""

    text: str = ""
    picture: discord.File | None = None
    items: Sequence[Widget] = ()
    embed: discord.Embed | None = None


async def draw(bot: Client, name: str, alt: str, make: Callable[..., bytes], *args: Any) -> discord.File:
    """A picture with its description, drawn off the event loop."""
    png = await bot.pictures.easel.draw(make, *args)
    return discord.File(io.BytesIO(png), f"{name}.png", description=alt)


def is_public(interaction: Interaction) -> bool:
    """Whether the answer to this command, or the message whose button was pressed, is for all to read."""
    return interaction.guild_id is not None and not is_private(interaction)


def language(interaction: Interaction, *, public: bool) -> Catalogue:
    """The server's language for what all read, the reader's own for the rest."""
    if not public:
        return reader(interaction)
    return catalogue(interaction.client.house.languages.server(interaction.guild_id, str(interaction.guild_locale)))


async def begin(interaction: Interaction, *, in_place: bool, public: bool = False) -> None:
    """Tell Discord that the answer is coming: in the message that was pressed, else in a new one.

    Only what is `public` replaces a message that others see.
    """
    if not in_place:
        await interaction.response.defer(ephemeral=not public, thinking=True)
    elif public:
        await interaction.response.defer()
    else:
        await defer_in_private(interaction)


async def show(interaction: Interaction, screen: Screen) -> None:
    """Put the screen where `begin` has said."""
    await interaction.edit_original_response(
        content=screen.text or None,
        attachments=[screen.picture] if screen.picture is not None else [],
        embeds=[screen.embed] if screen.embed is not None else [],
        view=rows(screen.items) if screen.items else None,
    )


def button(label: str, action: Action, what: str, emoji: str = "", row: int = 0, *, off: bool = False) -> Widget:
    """A grey button."""
    code = action_code(action, what)
    return discord.ui.Button(label=label, emoji=emoji or None, custom_id=code, row=row, disabled=off)


def server(interaction: Interaction) -> int:
    """The server where someone asks; Refused outside of servers."""
    if interaction.guild_id is None:
        raise Refused("career.server")
    return interaction.guild_id


def turns(action: Action, code: Callable[[int], str], page: int, pages: int, say: Catalogue) -> list[Widget]:
    """The buttons that turn pages, each of which has a `code`; none if there is one page."""
    if pages <= 1:
        return []
    # a page that isn't there has a code of its own all the same, and its button is off
    before, after = page - 1 or pages + 1, page + 1
    return [
        button(say("ladder.before"), action, code(before), "◀️", off=page == 1),
        button(say("ladder.after"), action, code(after), "▶️", off=page == pages),
    ]
