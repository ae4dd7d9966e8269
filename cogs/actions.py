"""What the buttons do that aren't moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs import around, careers, lobby, panel, press
from cogs.answer import reader
from cogs.board import history_text
from cogs.border import check_match
from cogs.custom_id import MATCH_DIGITS, number_in
from cogs.rules import show_rules
from engines.table import IllegalMove

if TYPE_CHECKING:
    from cogs.bot import Gruppetto

LOBBY = ("join", "leave", "opponent", "start", "cancel", "wait")
ALONE = (*LOBBY, "invite", "look", "move", "history")  # what needs to know no more than the match
MATCH = (*ALONE, *press.ACTIONS, *around.ACTIONS)  # all that is done to a match, or in it


async def act(interaction: discord.Interaction[Gruppetto], action: str, what: str) -> None:
    """Do what a button of the kind `h:<action>:<what>` says; `what` is a match (base 36) or a page of rules."""
    if action == "rules":
        game, _, page = what.rpartition(".")
        await show_rules(interaction, game, int(page) if page.isdigit() else 0)
        return
    if action in careers.ACTIONS:
        await careers.ACTIONS[action](interaction, what)
        return
    match_text, _, more = what.partition(".")
    if action not in MATCH or (more and action in ALONE):
        raise IllegalMove("house.button")
    match_id = number_in(match_text, 36, MATCH_DIGITS)
    await check_match(interaction, match_id)
    if action in press.ACTIONS:
        await press.act(interaction, action, match_id, more)
    elif action in around.ACTIONS:
        await around.press(interaction, action, what)
    elif action in LOBBY:
        await lobby.press(interaction, action, match_id)
    elif action == "invite":
        await lobby.ask_whom(interaction, match_id)
    elif action == "look":
        await press.look(interaction, match_id)
    elif action == "move":
        await your_move(interaction, match_id)
    else:
        await show_history(interaction, match_id)


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
