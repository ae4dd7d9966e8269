"""Views of stateless buttons and selects, which work after any restart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord

MOST_OPTIONS = 25  # of a select, of a command's option, and of autocomplete
MOST_LABEL = 100  # characters to describe a command or an option, or to name a choice
CONTENT = 2000  # characters of a message


class Rows(discord.ui.View):
    """Buttons and selects that discord.py doesn't store: `cogs/routes.py` answers them."""

    def __init__(self, items: Iterable[Widget]) -> None:
        super().__init__(timeout=None)
        for item in items:
            self.add_item(item)
        self.stop()  # discord.py keeps no view that has stopped


class Layout(discord.ui.LayoutView):
    """A message in Components V2 that discord.py doesn't store either."""

    def __init__(self, parts: Iterable[discord.ui.Item[Any]]) -> None:
        super().__init__(timeout=None)
        for part in parts:
            self.add_item(part)
        self.stop()


class Form(discord.ui.Modal):
    """A form that discord.py doesn't store either: what is sent in it is all that a reply needs."""

    def __init__(self, title: str, custom_id: str, *fields: discord.ui.TextInput[Any] | discord.ui.Label[Any]) -> None:
        super().__init__(title=title, custom_id=custom_id, timeout=None)
        for field in fields:
            self.add_item(field)
        self.stop()


def rows(items: Iterable[Widget]) -> discord.ui.View:
    """A view that keeps nothing in memory."""
    return Rows(items)


Widget = (
    discord.ui.Button[Any]
    | discord.ui.Select[Any]
    | discord.ui.UserSelect[Any]
    | discord.ui.RoleSelect[Any]
    | discord.ui.ChannelSelect[Any]
)
