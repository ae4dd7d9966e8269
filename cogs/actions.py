"""What the buttons do that aren't moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs import lobby, panel, press
from cogs.answer import reader
from cogs.board import history_text
from cogs.custom_id import MATCH_DIGITS, base36
from cogs.items import rows
from cogs.rules import show_rules
from cogs.widgets import Widget
from engines.table import IllegalMove

if TYPE_CHECKING:
    from cogs.bot import Gruppetto

LOBBY = ("join", "leave", "opponent", "start", "cancel")


async def act(interaction: discord.Interaction[Gruppetto], action: str, what: str) -> None:
    """Do what a button of the kind `h:<action>:<what>` says; `what` is a match (base 36) or a page of rules."""
    if action == "rules":
        game, _, page = what.rpartition(".")
        await show_rules(interaction, game, int(page) if page.isdigit() else 0)
        return
    if action in ("undo", "auto"):
        what, _, fingerprint = what.partition(".")
        await press.act(interaction, action, _match_id(what), fingerprint)
        return
    match_id = _match_id(what)
    if action in LOBBY:
        await lobby.press(interaction, action, match_id)
    elif action == "look":
        await press.look(interaction, match_id)
    elif action == "move":
        await your_move(interaction, match_id)
    elif action == "history":
        await show_history(interaction, match_id)
    else:
        raise IllegalMove("house.unknown")


async def your_move(interaction: discord.Interaction[Gruppetto], match_id: int) -> None:
    """The private panel of a match, in a message of its own."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    user, matches = interaction.user.id, interaction.client.house.matches
    with matches.attention.pressing(match_id, user):
        seen = await matches.see(match_id, user)
        note = "" if seen.seat is not None else reader(interaction)("panel.spectator")
        await panel.show(interaction, seen, note=note)


async def show_history(interaction: discord.Interaction[Gruppetto], match_id: int) -> None:
    """What happened lately, as far as this person may know."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    text = await history_text(interaction.client, match_id, interaction.user.id, reader(interaction))
    await interaction.edit_original_response(content=text)


def move_button(match_id: int, label: str) -> discord.ui.View:
    """A view with nothing but Your move."""
    return rows([your_move_button(match_id, label)])


def your_move_button(match_id: int, label: str) -> Widget:
    """The button that opens the private panel."""
    style = discord.ButtonStyle.success
    button: discord.ui.Button[Any] = discord.ui.Button(
        label=label, emoji="🚴", style=style, custom_id=f"h:move:{base36(match_id)}"
    )
    return button


def _match_id(what: str) -> int:
    if not what.isalnum() or len(what) > MATCH_DIGITS:
        raise IllegalMove("house.unknown")
    return int(what, 36)
