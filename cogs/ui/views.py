"""Views of stateless buttons and selects: they work after any restart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord

MOST_OPTIONS = 25  # of a select, of an option of a command, and suggestions while someone types
MOST_LABEL = 100  # characters that describe a command or an option, or name a choice
MOST_ALT = 1024  # characters that describe a picture


class Rows(discord.ui.View):
    """Buttons and selects of which discord.py remembers nothing: `cogs/routes.py` answers them."""

    def __init__(self, items: Iterable[Widget]) -> None:
        super().__init__(timeout=None)
        for item in items:
            self.add_item(item)

    def is_dispatchable(self) -> bool:
        """False, so that the view isn't kept for as long as the process runs."""
        return False


class Layout(discord.ui.LayoutView):
    """A message in Components V2, of which discord.py remembers nothing either."""

    def __init__(self, parts: Iterable[discord.ui.Item[Any]]) -> None:
        super().__init__(timeout=None)
        for part in parts:
            self.add_item(part)

    def is_dispatchable(self) -> bool:
        """False, so that the view isn't kept for as long as the process runs."""
        return False


class Form(discord.ui.Modal):
    """A form of which discord.py remembers nothing either: what is sent in it is all that is needed to answer."""

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


def cut(text: str, most: int) -> str:
    """The text, shortened with an ellipsis if it is longer than `most` characters."""
    return text if len(text) <= most else text[: most - 1] + "…"
