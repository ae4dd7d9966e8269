"""Comparison of this version's slash commands with those that Discord knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Told: TypeAlias = Mapping[str, Any]  # a command, or a part of one, as bots and Discord write it

# Discord adds to all other fields as it likes, such as ids and versions.
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
CHAT = 1  # the default type of a command


@dataclass(frozen=True, slots=True)
class Difference:
    """Names of commands that Discord lacks, knows in another form, or still has although this version dropped them."""

    missing: tuple[str, ...]
    changed: tuple[str, ...]
    foreign: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.missing or self.changed or self.foreign)


def difference(ours: Iterable[Told], theirs: Iterable[Told]) -> Difference:
    """How Discord's commands (`theirs`) differ from this version's."""
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
    """The parts of a command or option that people notice, without defaults, which Discord leaves out."""
    rights = part.get("default_member_permissions")
    shape: dict[str, Any] = {
        "type": part.get("type", CHAT),
        "rights": None if rights is None else int(rights),  # bots send a number, Discord replies with text
        "options": [_shape(option) for option in part.get("options") or ()],  # in the order shown
        "choices": [(option["name"], option["value"]) for option in part.get("choices") or ()],
        **{name: part.get(name) for name in PLAIN},
        **{name: sorted(part.get(name) or ()) for name in SETS},
    }
    return {name: value for name, value in shape.items() if value not in (None, [], "") and value is not False}
