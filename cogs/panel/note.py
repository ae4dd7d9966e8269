"""A person's private note on a match they play or watch: shown, edited in a form, deleted."""

from __future__ import annotations

from typing import Any

import discord

from cogs.ui.access import check_match
from cogs.ui.client import Interaction
from cogs.ui.controls import NOTE_FIELD, Action
from cogs.ui.custom_id import match_code, note_code
from cogs.ui.replies import defer_in_private, reader, reply_in_private, whisper
from cogs.ui.views import Form, rows
from engines.table import Refused
from locales import Catalogue
from screen.names import defused

NOTE = 300  # characters


async def keep(interaction: Interaction, match_id: int, text: str) -> None:
    """Store the person's note in place of the old one; an empty text changes nothing."""
    await _note(interaction, match_id)
    kept, say = text.strip()[:NOTE], reader(interaction)
    if not kept:
        raise Refused("note.empty")
    await interaction.client.house.matches.write_note(match_id, interaction.user.id, kept)
    await whisper(interaction, say("note.done", match=match_id))


async def show(interaction: Interaction, match_id: int) -> None:
    """Show the person's note with buttons to edit or delete it, in the deferred reply."""
    say, text = reader(interaction), await _note(interaction, match_id)
    if not text:
        raise Refused("note.none", {"match": match_id})
    buttons = [
        discord.ui.Button[Any](label=say("note.edit"), emoji="✏️", custom_id=match_code(Action.NOTE, match_id, "edit")),
        discord.ui.Button[Any](
            label=say("note.delete"), emoji="🗑️", custom_id=match_code(Action.NOTE, match_id, "delete")
        ),
    ]
    content = f"{say('note.head', match=match_id)}\n{say('panel.note', text=defused(text))}"
    await interaction.edit_original_response(content=content, view=rows(buttons))


async def pressed(interaction: Interaction, match_id: int, action: str) -> None:
    """Handle **Edit** or **Delete** below a note."""
    say, text = reader(interaction), await _note(interaction, match_id)
    if action == "edit":
        await interaction.response.send_modal(note_form(match_id, text, say))
    elif action == "delete":
        await interaction.client.house.matches.write_note(match_id, interaction.user.id, "")
        await defer_in_private(interaction)
        await interaction.edit_original_response(content=say("note.gone", match=match_id), view=None)
    else:
        raise Refused("house.button")


async def typed(interaction: Interaction, match_id: int, text: str) -> None:
    """Store a note typed into the form."""
    await reply_in_private(interaction)
    await check_match(interaction, match_id)
    await keep(interaction, match_id, text)


async def _note(interaction: Interaction, match_id: int) -> str:
    """The person's note, whether or not they play; "" if there is none."""
    return await interaction.client.house.matches.note(match_id, interaction.user.id)


def note_form(match_id: int, text: str, say: Catalogue) -> Form:
    """The form for a note."""
    field = discord.ui.TextInput[Any](
        label=say("note.label")[:45],
        custom_id=NOTE_FIELD,
        default=text or None,
        max_length=NOTE,
        style=discord.TextStyle.paragraph,
    )
    return Form(say("note.form", match=match_id)[:45], note_code(match_id), field)
