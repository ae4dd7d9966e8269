"""Slash commands of this version, compared with those that Discord knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Told: TypeAlias = Mapping[str, Any]  # a command, or a part of one, as bots and Discord write it

# Of all else Discord adds what it likes, such as ids and versions.
PLAIN = (
    "name",
    "description",
    "required",
    "autocomplete",
    "nsfw",
    "min_value",
    "max_value",
    "min_length",
    "max_length",
)
SETS = ("contexts", "integration_types", "channel_types")
CHAT = 1  # the type of a command that says none


@dataclass(frozen=True, slots=True)
class Difference:
    """Names of the commands that Discord doesn't know yet, that it knows otherwise, and that this version hasn't."""

    missing: tuple[str, ...]
    changed: tuple[str, ...]
    foreign: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.missing or self.changed or self.foreign)


def difference(ours: Iterable[Told], theirs: Iterable[Told]) -> Difference:
    """Commands that Discord (`theirs`) doesn't know as this version has them."""
    wanted, there = _by_name(ours), _by_name(theirs)
    return Difference(
        missing=_names(wanted.keys() - there.keys()),
        changed=_names(key for key in wanted.keys() & there.keys() if wanted[key] != there[key]),
        foreign=_names(there.keys() - wanted.keys()),
    )


def _by_name(commands: Iterable[Told]) -> dict[tuple[int, str], dict[str, Any]]:
    return {(command.get("type", CHAT), str(command["name"])): _shape(command) for command in commands}


def _names(keys: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(sorted(name for _, name in keys))


def _shape(part: Told) -> dict[str, Any]:
    """Parts of a command or an option that people notice; defaults are left out, as Discord does."""
    rights = part.get("default_member_permissions")
    shape: dict[str, Any] = {
        "type": part.get("type", CHAT),
        "rights": None if rights is None else int(rights),  # bots send a number, Discord answers it as text
        "options": [_shape(option) for option in part.get("options") or ()],  # in the order in which they are shown
        "choices": [(option["name"], option["value"]) for option in part.get("choices") or ()],
        **{name: part.get(name) for name in PLAIN},
        **{name: sorted(part.get(name) or ()) for name in SETS},
    }
    return {name: value for name, value in shape.items() if value not in (None, [], "") and value is not False}
