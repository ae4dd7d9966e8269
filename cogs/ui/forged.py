"""Checks for forged commands, presses and forms: values that Discord's own clients don't send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import discord
from discord import AppCommandOptionType as Kind
from discord import app_commands

from cogs.ui.client import Interaction
from engines.table import Refused

LONGEST, LARGEST = 6000, 2**53  # of a command's text in characters, of its number in either direction
ID_DIGITS = 19
LONGEST_FIELD = 4000  # of a form
MOST_VALUES, LONGEST_VALUE = 25, 100  # of a select
JUDGED = "judged"  # under which a command lists the options whose values the game refuses in its own words
KINDS: Mapping[Kind, type | tuple[type, ...]] = {
    Kind.string: str,
    Kind.integer: int,
    Kind.number: (int, float),
}
MENTIONED = (Kind.user, Kind.channel, Kind.role, Kind.mentionable)


def check_command(interaction: Interaction) -> None:
    """Raise Refused for an unknown command, and for one with a value that Discord doesn't offer."""
    command = interaction.command
    if isinstance(command, app_commands.ContextMenu):
        return
    if command is None:
        raise Refused("command")
    values = {str(op.get("name")): op for op in _options(interaction.data)}
    judged = command.extras.get(JUDGED, ())
    for option in command.parameters:
        sent = values.get(option.display_name)
        if sent is None:
            if option.required and interaction.type is not discord.InteractionType.autocomplete:
                raise Refused("command.option", {"option": option.display_name})
        elif sent.get("focused"):
            if option.type is Kind.string and not is_text(sent.get("value")):
                raise Refused("command.option", {"option": option.display_name})
        elif not _fits(interaction, option, sent, is_judged=option.name in judged):
            raise Refused("command.option", {"option": option.display_name})


def is_text(value: object, longest: int = LONGEST) -> bool:
    """Whether this is a text, not too long, that can be stored anywhere."""
    if not isinstance(value, str) or len(value) > longest or "\0" in value:
        return False
    return not any("\ud800" <= letter <= "\udfff" for letter in value)


def check_values(values: Any) -> list[str]:
    """The values of a select; Refused for any that no select of Discord has."""
    chosen = _listed(values)
    if len(chosen) > MOST_VALUES or not all(is_text(value, LONGEST_VALUE) for value in chosen):
        raise Refused("house.button")
    return chosen


def mappings(parts: Any) -> list[dict[str, Any]]:
    """The parts of a form, or of one of its rows; Refused for any that no form of Discord has."""
    items = _listed(parts)
    if not all(isinstance(part, dict) for part in items):
        raise Refused("house.button")
    return items


def read_id(values: Sequence[str]) -> int:
    """The id chosen in a select of one; 0 if it isn't an id."""
    text = values[0] if len(values) == 1 else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= ID_DIGITS else 0


def typed(text: Any) -> str:
    """The text typed into a form's field; Refused for text that no field of Discord accepts."""
    if not is_text(text, LONGEST_FIELD):
        raise Refused("house.button")
    return text


def _listed(sent: Any) -> list[Any]:
    """The items of what was sent as a list or left out; Refused for anything else."""
    if sent is None:
        return []
    if not isinstance(sent, list):
        raise Refused("house.button")
    return cast("list[Any]", sent)


def _options(sent: Any) -> Iterator[Mapping[str, Any]]:
    """The options of the innermost command."""
    options = sent.get("options") or ()
    if options and options[0].get("type") in (Kind.subcommand.value, Kind.subcommand_group.value):
        yield from _options(options[0])
    else:
        yield from options


def _fits(
    interaction: Interaction, option: app_commands.Parameter, sent: Mapping[str, Any], *, is_judged: bool
) -> bool:
    value: Any = sent.get("value")
    if is_judged:
        return is_text(value) or (option.type is Kind.integer and isinstance(value, int) and abs(value) <= LARGEST)
    if sent.get("type") != option.type.value:
        return False
    if option.type in MENTIONED:
        return bool(read_id([str(value)])) and _is_known(interaction, option.display_name)
    if option.type is Kind.boolean:
        return isinstance(value, bool)
    if isinstance(value, bool) or not isinstance(value, KINDS.get(option.type, ())):
        return False
    if isinstance(value, str):
        return is_text(value) and _is_within(option, len(value)) and _is_offered(option, value)
    return abs(value) <= LARGEST and _is_within(option, value) and _is_offered(option, value)


def _is_known(interaction: Interaction, option: str) -> bool:
    """Whether Discord has identified the person or thing named; it doesn't while someone is typing."""
    if interaction.type is discord.InteractionType.autocomplete:
        return True
    return not isinstance(interaction.namespace[option], discord.Object)


def _is_within(option: app_commands.Parameter, size: float) -> bool:
    least, most = option.min_value, option.max_value
    return (least is None or size >= least) and (most is None or size <= most)


def _is_offered(option: app_commands.Parameter, value: str | float) -> bool:
    return not option.choices or any(choice.value == value for choice in option.choices)
