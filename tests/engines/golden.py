"""Golden matches: whole matches on file, which must be played out in the same way for ever.

`python -m tests.engines.golden` records those that are missing; `--again` records all of them anew, which is right only
after the rules of a game were changed on purpose.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from engines import GAMES
from engines.dice import Draw
from engines.table import Move, Standing, Table
from tests.engines.matches import play, save

FOLDER = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class Recipe:
    """What is recorded: a game, its table and the seed of luck and answers."""

    game: str
    seats: int
    options: Mapping[str, str]
    seed: int


RECIPES = {
    "pistard-2-quick": Recipe("pistard", 2, GAMES["pistard"].spec.presets["quick"], 1),
    "pistard-4-half-lap": Recipe("pistard", 4, {"race": "half-lap"}, 2),
    "superechelon-2-tie": Recipe("superechelon", 2, {"tours": "1"}, 1),  # a tie, and Good Days
    "superechelon-3-tight": Recipe("superechelon", 3, {"tours": "1", "room": "tight"}, 1),  # Bad Days, hidden loot
    "superechelon-4-one-breakaway": Recipe("superechelon", 4, {"tours": "1"}, 179),  # a stage with one breakaway only
    "superechelon-6-two-decks": Recipe("superechelon", 6, {"tours": "1"}, 1580),  # a tie, and nobody entitled to loot
    "superechelon-2-season": Recipe("superechelon", 2, {"tours": "3"}, 8),  # three tours, one of them drawn
}


class GoldenRow(msgspec.Struct, frozen=True):
    """One answer and its draws; `by` is None for the host."""

    by: int | None
    path: tuple[str, ...]
    draws: list[Draw]


class Golden(msgspec.Struct, frozen=True):
    """A match on file; `setup` holds the draws of row 0, `key` is the hexadecimal key of the dice."""

    game: str
    table: Table
    key: str
    setup: list[Draw]
    rows: list[GoldenRow]
    standings: tuple[Standing, ...]
    state: dict[str, Any]

    @property
    def moves(self) -> list[Move]:
        """The answers in their order."""
        return [Move(row.by, row.path) for row in self.rows]


def record(recipe: Recipe) -> Golden:
    """Play the match of the recipe at random."""
    game = GAMES[recipe.game]
    match = play(game, Table(recipe.seats, dict(recipe.options), game.spec.rules), recipe.seed)
    end = match.load(match.states[-1])
    return Golden(
        game=recipe.game,
        table=match.table,
        key=match.key.hex(),
        setup=match.draws,
        rows=[GoldenRow(row.move.by, row.move.path, row.draws) for row in match.rows],
        standings=game.view(end, None).standings,
        state=json.loads(save(end)),
    )


def load(name: str) -> Golden:
    """The match of that name."""
    return msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Golden)


def write(name: str, golden: Golden) -> None:
    """Save it with one row a line, so that a difference can be read."""
    parts = {field: json.dumps(value) for field, value in msgspec.to_builtins(golden).items()}
    rows = ",\n".join("  " + json.dumps(row) for row in msgspec.to_builtins(golden.rows))
    parts["rows"] = f"[\n{rows}\n]"
    text = ",\n".join(f'"{field}": {value}' for field, value in parts.items())
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.json").write_text(f"{{\n{text}\n}}\n")


def main(args: list[str]) -> None:
    """Record what is missing, or everything."""
    for name, recipe in RECIPES.items():
        if "--again" in args or not (FOLDER / f"{name}.json").exists():
            write(name, record(recipe))


if __name__ == "__main__":
    main(sys.argv[1:])
