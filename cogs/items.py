"""The buttons and selects that last: their custom id says everything, so they work after any restart."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Self

import discord

from cogs.answer import answered
from cogs.custom_id import CODE, take_apart
from cogs.widgets import Widget


class StepButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=CODE + r"(?P<tail>|!|\?|@\d{1,4})"):
    """A step of an answer, Back, Confirm, another page or a number to type."""

    def __init__(self, button: discord.ui.Button[Any], found: re.Match[str] | None = None) -> None:
        super().__init__(button)
        self._found = found

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button of a message, whoever sent it and whenever."""
        assert isinstance(item, discord.ui.Button)
        return cls(item, match)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the press."""
        async with answered(interaction):
            assert self._found is not None
            await interaction.client.press(interaction, take_apart(self._found), self._found["tail"])


class StepSelect(discord.ui.DynamicItem[discord.ui.Select[Any]], template=CODE + r"\*"):
    """A step of an answer that is chosen from a list."""

    def __init__(self, select: discord.ui.Select[Any], found: re.Match[str] | None = None) -> None:
        super().__init__(select)
        self._found = found

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The select of a message, with the values that were chosen."""
        assert isinstance(item, discord.ui.Select)
        return cls(item, match)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the choice."""
        async with answered(interaction):
            assert self._found is not None
            await interaction.client.choose(interaction, take_apart(self._found), self.item.values)


class ActionButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"h:(?P<action>[a-z]+):(?P<what>[0-9a-z.]{1,60})"
):
    """What isn't a move: join, start, your move, history, rules, ..."""

    def __init__(self, button: discord.ui.Button[Any], found: re.Match[str] | None = None) -> None:
        super().__init__(button)
        self._found = found

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button of a message, whoever sent it and whenever."""
        assert isinstance(item, discord.ui.Button)
        return cls(item, match)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the press."""
        async with answered(interaction):
            assert self._found is not None
            await interaction.client.act(interaction, self._found["action"], self._found["what"])


class GuestSelect(discord.ui.DynamicItem[discord.ui.UserSelect[Any]], template=r"u:invite:(?P<what>[0-9a-z]{1,12})"):
    """The person whom a player invites to a rematch."""

    def __init__(self, select: discord.ui.UserSelect[Any], found: re.Match[str] | None = None) -> None:
        super().__init__(select)
        self._found = found

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The select of a message, with the person who was chosen."""
        assert isinstance(item, discord.ui.UserSelect)
        return cls(item, match)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the choice."""
        async with answered(interaction):
            assert self._found is not None
            await interaction.client.invite(interaction, self._found["what"], self.item.values)


LASTING = (StepButton, StepSelect, ActionButton, GuestSelect)


def rows(items: Iterable[Widget]) -> discord.ui.View:
    """A view that keeps nothing in memory: every item in it is dynamic or a link."""
    view = discord.ui.View(timeout=None)
    for item in items:
        if isinstance(item, discord.ui.Select):
            view.add_item(StepSelect(item))
        elif item.url is not None:
            view.add_item(item)
        elif (item.custom_id or "").startswith("h:"):
            view.add_item(ActionButton(item))
        else:
            view.add_item(StepButton(item))
    return view
