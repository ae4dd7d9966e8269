"""Games of other packages: entry points of the group `gruppetto.games`, each a game's key and its package's name.

Each layer adds its part of each package to its list where the list is made; `docs/adding-a-game.md` names the parts.
A game with a missing or broken part is in no list, and `REFUSED` says why.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any, TypeVar

T = TypeVar("T")

GROUP = "gruppetto.games"
PACKAGES: dict[str, str] = {}
"""The packages by the keys of their games."""

REFUSED: dict[str, str] = {}
"""Why a game isn't hosted, by its key or, for a key that is taken, by its package."""

_lists: list[dict[str, Any]] = []

for entry in sorted(entry_points(group=GROUP)):
    if entry.name in PACKAGES:
        REFUSED[entry.value] = f"{PACKAGES[entry.name]} has a game of the key {entry.name}, too"
    else:
        PACKAGES[entry.name] = entry.value


def part(key: str, name: str) -> ModuleType | None:
    """A game package's part with this name, None if it has none; raises whatever its import raises."""
    module = f"{PACKAGES[key]}.{name}"
    return import_module(module) if find_spec(module) else None


def typed(value: Any, kind: type[T]) -> T:
    """A package's part, if it has this type; else raises TypeError."""
    if not isinstance(value, kind):
        raise TypeError(f"it has a {type(value).__name__} where a {kind.__name__} belongs")
    return value


def join(games: dict[str, T], name: str, read: Callable[[str, ModuleType], T], *, optional: bool = False) -> None:
    """Add to a layer's list what `read` finds in the part with this name of every package."""
    for key in [*PACKAGES]:
        try:
            module = part(key, name)
            if module is not None:
                _add(games, key, read(key, module))
            elif not optional:
                refuse(key, f"{PACKAGES[key]} has no {name}")
        except (Exception, SystemExit) as fault:  # other people's code may raise anything
            refuse(key, f"{type(fault).__name__}: {fault}{_place(PACKAGES[key], fault)}")
    _lists.append(games)


def _place(package: str, fault: BaseException) -> str:
    """The package's line where it was raised, in brackets; "" if one of our checks raised it."""
    name = package.rpartition(".")[2]
    lines = [line for line in extract_tb(fault.__traceback__) if name in Path(line.filename).parts]
    return f" ({lines[-1].filename}:{lines[-1].lineno})" if lines else ""


def _add(games: dict[str, T], key: str, found: T) -> None:
    if key in games:
        refuse(key, "there is a game of this key already")
    else:
        games[key] = found


def refuse(key: str, why: str) -> None:
    """Remove a game from all lists."""
    REFUSED[PACKAGES.pop(key)] = f"{key}: {why}"
    for games in _lists:
        games.pop(key, None)
