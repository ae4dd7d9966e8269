"""Screens of careers: a picture or text with buttons, in the pressed message or a new one."""

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
    """Text, a picture and buttons below them; `embed` for text that is too long for a message."""

    text: str = ""
    picture: discord.File | None = None
    items: Sequence[Widget] = ()
    embed: discord.Embed | None = None


async def draw(bot: Client, name: str, alt: str, make: Callable[..., bytes], *args: Any) -> discord.File:
    """A picture with its alt text, drawn off the event loop."""
    png = await bot.pictures.easel.draw(make, *args)
    return discord.File(io.BytesIO(png), f"{name}.png", description=alt)


def is_public(interaction: Interaction) -> bool:
    """Whether everyone can read the reply to this command, or the message whose button was pressed."""
    return interaction.guild_id is not None and not is_private(interaction)


def language(interaction: Interaction, *, public: bool) -> Catalogue:
    """The server's language for public messages, the reader's own for private ones."""
    if not public:
        return reader(interaction)
    return catalogue(interaction.client.house.languages.server(interaction.guild_id, str(interaction.guild_locale)))


async def begin(interaction: Interaction, *, in_place: bool, public: bool = False) -> None:
    """Defer the reply: to the pressed message, else to a new one.

    Only `public` content replaces a message that others see.
    """
    if not in_place:
        await interaction.response.defer(ephemeral=not public, thinking=True)
    elif public:
        await interaction.response.defer()
    else:
        await defer_in_private(interaction)


async def show(interaction: Interaction, screen: Screen) -> None:
    """Show the screen where `begin` deferred the reply to."""
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
    """The server where the person asks; Refused outside of servers."""
    if interaction.guild_id is None:
        raise Refused("career.server")
    return interaction.guild_id


def turns(action: Action, code: Callable[[int], str], page: int, pages: int, say: Catalogue) -> list[Widget]:
    """The buttons that turn pages, with a `code` for each page; none for a single page."""
    if pages <= 1:
        return []
    # a page that doesn't exist still needs a code of its own; its button is disabled
    before, after = page - 1 or pages + 1, page + 1
    return [
        button(say("ladder.before"), action, code(before), "◀️", off=page == 1),
        button(say("ladder.after"), action, code(after), "▶️", off=page == pages),
    ]
