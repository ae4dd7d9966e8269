"""What the buttons do that aren't moves."""

from __future__ import annotations

from cogs import careers
from cogs.panel import compose, presses, table
from cogs.panel.rules import show_rules
from cogs.posts import lobby
from cogs.posts.board import history_text
from cogs.ui.access import check_match
from cogs.ui.client import Interaction
from cogs.ui.custom_id import MATCH_DIGITS, number_in
from cogs.ui.replies import reader
from engines.table import IllegalMove

LOBBY = ("join", "leave", "opponent", "start", "cancel", "wait")
ALONE = (*LOBBY, "invite", "look", "move", "history")  # what needs to know no more than the match
MATCH = (*ALONE, *presses.ACTIONS, *table.ACTIONS)  # all that is done to a match, or in it


async def act(interaction: Interaction, action: str, what: str) -> None:
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
    if action in presses.ACTIONS:
        await presses.act(interaction, action, match_id, more)
    elif action in table.ACTIONS:
        await table.press(interaction, action, what)
    elif action in LOBBY:
        await lobby.press(interaction, action, match_id)
    elif action == "invite":
        await lobby.ask_whom(interaction, match_id)
    elif action == "look":
        await presses.look(interaction, match_id)
    elif action == "move":
        await your_move(interaction, match_id)
    else:
        await show_history(interaction, match_id)


async def your_move(interaction: Interaction, match_id: int) -> None:
    """The private panel of a match, in a message of its own."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    user, matches = interaction.user.id, interaction.client.house.matches
    with matches.attention.pressing(match_id, user):
        seen = await matches.see(match_id, user)
        note = "" if seen.seat is not None else reader(interaction)("panel.spectator")
        await compose.show(interaction, seen, note=note)


async def show_history(interaction: Interaction, match_id: int) -> None:
    """What happened lately, as far as this person may know."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    text = await history_text(interaction.client, match_id, interaction.user.id, reader(interaction))
    await interaction.edit_original_response(content=text)
