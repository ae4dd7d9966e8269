"""All words that are stored, by vocabulary: the enums, and the keys of what is listed in the code."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import StrEnum
from types import ModuleType
from typing import get_args

from cogs.panel import lines
from cogs.posts import lobby
from cogs.server_setup import NAMED
from cogs.ui import controls
from db.stores import outages
from db.upkeep import owner
from engines import GAMES, extras_of, outside
from engines.table import Amount, Option, Pick, Text
from host.cups.formats import FORMATS
from host.lobby.presets import PRESETS
from host.outbox import directs, messages
from host.outbox.notifications import MOMENTS
from host.play.easy import LIMITS
from host.time import backups, worker_number
from lessons import LESSONS
from locales import languages
from model import kinds, standing_table
from model.kinds import CupPhase, Phase
from model.pace import PACES
from opponents import OPPONENTS

MODULES = (kinds, standing_table, controls, lines, lobby)  # all of whose enums are stored, or stand in custom ids


def values() -> dict[str, list[str]]:
    """Every stored word under the name of its vocabulary."""
    return {
        **{enum.__name__: [*enum] for module in MODULES for enum in _enums(module)},
        "Phase": [*get_args(Phase)],
        "CupPhase": [*get_args(CupPhase)],
        "game": [key for key in GAMES if key not in outside.PACKAGES],
        "clock": [*PACES],
        "opponent": [*OPPONENTS],
        "cup format": [*FORMATS],
        "length": [*PRESETS],
        "moment": [*MOMENTS],
        "easy": [str(limit) for limit in LIMITS],
        "language": languages(),
        "server setting": [*NAMED],
        "message": [kinds.PANEL, kinds.IDLE, messages.IN_THREAD],
        "meta": [
            *(outages.ALIVE, outages.ANNOUNCING, owner.OWNER, directs.OPENED, worker_number.IDENTIFY),
            *(backups.RECORD, backups.MAKING, backups.CARING),
        ],
        **dict(_of_games()),
    }


def vocabularies() -> str:
    """The same as JSON, a line for each vocabulary."""
    lines = (f"{json.dumps(name)}: {json.dumps(words)}" for name, words in values().items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _enums(module: ModuleType) -> Iterator[type[StrEnum]]:
    for enum in vars(module).values():
        if isinstance(enum, type) and issubclass(enum, StrEnum) and enum.__module__ == module.__name__:
            yield enum


def _of_games() -> Iterator[tuple[str, list[str]]]:
    for key, game in GAMES.items():
        if key in outside.PACKAGES:
            continue
        yield f"{key}, option", [option.name for option in game.spec.options]
        for option in game.spec.options:
            yield f"{key}, {option.name}", _choices(option)
        yield f"{key}, preset", [*game.spec.presets]
        yield f"{key}, seats", [str(seats) for seats in game.spec.seats]
        yield f"{key}, badge", [badge.id for badge in extras_of(key).badges]
        yield f"{key}, chapter", [lesson.chapter for lesson in LESSONS[key]]


def _choices(option: Option) -> list[str]:
    match option.ask:
        case Pick(options=options):
            return [*options]
        case Amount(least=least, most=most):
            return [str(number) for number in range(least, most + 1)]
        case Text():
            return []
