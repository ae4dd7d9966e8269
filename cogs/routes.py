"""Where presses, choices and forms arrive: the one place that reads custom ids and knows who answers them."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord

from cogs import actions, settings
from cogs.panel import note, presses
from cogs.posts import lobby
from cogs.ui import custom_id
from cogs.ui.client import Interaction
from engines.table import IllegalMove

BUTTON, SELECT, USER_SELECT = 2, 3, 5  # Discord's types of components

# answers an interaction whose custom id was `found`; `sent` is what Discord says of the press, choice or form
Answer = Callable[[Interaction, re.Match[str], Any], Awaitable[None]]
Routes = Mapping[re.Pattern[str], Answer]


async def answer(interaction: Interaction) -> None:
    """Answer a press, a choice or a form; IllegalMove for what no message of the bot has ever had.

    discord.py would answer only what still stands in the message, and only forms that this very process has shown.
    """
    sent: Any = interaction.data
    for pattern, answers in _routes(interaction).items():
        found = pattern.fullmatch(sent["custom_id"])
        if found is not None:
            await answers(interaction, found, sent)
            return
    raise IllegalMove("house.button")


def _routes(interaction: Interaction) -> Routes:
    sent: Any = interaction.data
    if interaction.type is discord.InteractionType.modal_submit:
        return FORMS
    return {BUTTON: BUTTONS, SELECT: SELECTS, USER_SELECT: GUESTS}.get(sent["component_type"], {})


def values_in(sent: Any) -> list[str]:
    """What was chosen in a select."""
    return [str(value) for value in sent.get("values") or ()]


def text_in(sent: Any, name: str) -> str:
    """What was typed into the field of this custom id in a form; IllegalMove if the form has no such field."""
    for row in sent.get("components") or ():
        for field in row.get("components") or ():
            if field.get("custom_id") == name:
                return str(field.get("value") or "")
    raise IllegalMove("house.button")


async def _step(interaction: Interaction, found: re.Match[str], _: Any) -> None:
    await presses.pressed(interaction, custom_id.take_apart(found), found["tail"])


async def _choice(interaction: Interaction, found: re.Match[str], sent: Any) -> None:
    await presses.chosen(interaction, custom_id.take_apart(found), values_in(sent))


async def _number(interaction: Interaction, found: re.Match[str], sent: Any) -> None:
    await presses.typed(interaction, custom_id.take_apart(found), text_in(sent, presses.NUMBER))


async def _action(interaction: Interaction, found: re.Match[str], _: Any) -> None:
    await actions.act(interaction, found["action"], found["what"])


async def _habit(interaction: Interaction, found: re.Match[str], _: Any) -> None:
    await settings.pressed(interaction, found["name"])


async def _habit_choice(interaction: Interaction, found: re.Match[str], sent: Any) -> None:
    await settings.chosen(interaction, found["name"], values_in(sent))


async def _zone(interaction: Interaction, _: re.Match[str], sent: Any) -> None:
    await settings.zone_typed(interaction, text_in(sent, settings.ZONE_FIELD))


async def _note(interaction: Interaction, found: re.Match[str], sent: Any) -> None:
    await note.typed(interaction, found, text_in(sent, note.FIELD))


async def _guest(interaction: Interaction, found: re.Match[str], sent: Any) -> None:
    await lobby.invite(interaction, found["match"], sent)


BUTTONS: Routes = {custom_id.STEP: _step, custom_id.ACTION: _action, settings.BUTTONS: _habit}
SELECTS: Routes = {custom_id.CHOICE: _choice, settings.SELECTS: _habit_choice}
GUESTS: Routes = {custom_id.GUEST: _guest}
FORMS: Routes = {custom_id.FORM: _number, settings.ZONE_FORM: _zone, note.FORM: _note}
