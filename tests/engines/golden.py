"""Golden matches: whole matches on file, which must play out the same way forever.

`python -m tests.engines.golden` records those that are missing; `--again` records all of them again, which is right
only after the rules of a game were changed on purpose.
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
from engines.dice import Draw, RecordedDice
from engines.table import Event, Move, Standing, Table
from tests.engines.matches import play, save

FOLDER = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class Recipe:
    """What is recorded: a game, its table, the seed of luck and answers, and the first answers where they matter."""

    game: str
    seats: int
    options: Mapping[str, str]
    seed: int
    answers: tuple[str, ...] = ()


# Snake 0 and snake 1 grow round M19 until both ends of both come to it; then seat 1 has to join its own (S11).
ROUND_M19 = (
    *("snake.0 M20 curve ne", "snake.1 L19 straight ew", "N20.w straight ew", "K19.e curve ne", "O20.w curve nw"),
    *("K18.s curve es", "O19.s straight ns", "L18.w straight ew", "O18.s straight ns", "M18.w straight ew"),
    *("O17.s curve sw", "N18.w curve sw", "N17.e straight ew", "N19.n curve nw", "M17.e curve es"),
)
# Snake 0 goes round through the frame; its loop can only be turned where one end then meets a head (S13a).
ROUND_C7 = ("snake.0 C8 curve nw", "snake.1 D8 head n", "C7.w curve sw", "D7.s curve sw", "turn C8")
OWN = {"tour": "custom", "doping": "off"}

RECIPES = {
    "pistard-2-quick": Recipe("pistard", 2, GAMES["pistard"].spec.presets["quick"], 1),
    "pistard-4-half-lap": Recipe("pistard", 4, {"race": "half-lap"}, 2),
    # a tie, and Good Days
    "superechelon-2-tie": Recipe("superechelon", 2, {"tours": "1", "room": "open"}, 1),
    # Bad Days, hidden loot
    "superechelon-3-half": Recipe("superechelon", 3, {"tours": "1"}, 1),
    # a stage with one breakaway only
    "superechelon-4-one-breakaway": Recipe("superechelon", 4, {"tours": "1", "room": "open"}, 179),
    # a tie, and no one entitled to loot
    "superechelon-6-two-decks": Recipe("superechelon", 6, {"tours": "1", "room": "open"}, 1580),
    # three tours, one of them drawn
    "superechelon-2-season": Recipe("superechelon", 2, {"tours": "3", "room": "open"}, 8),
    # room for half of the players, Bad Days, hidden loot
    "superechelon-4-half": Recipe("superechelon", 4, {"tours": "1"}, 2),
    "schlangennest-2-both-ends": Recipe("schlangennest", 2, {}, 2, ROUND_M19),
    "schlangennest-2-loop": Recipe("schlangennest", 2, {}, 5),
    "schlangennest-4-gray-head": Recipe("schlangennest", 4, {"board": "hard"}, 25),
    "schlangennest-3-alone": Recipe("schlangennest", 3, {"border": "meadow"}, 146),
    "schlangennest-4-one-end": Recipe("schlangennest", 4, {"ends": "one"}, 11),
    "schlangennest-3-fence": Recipe("schlangennest", 3, {"border": "fence"}, 133),
    "schlangennest-2-frame": Recipe("schlangennest", 2, {"border": "frame"}, 111),
    "schlangennest-2-hunt": Recipe("schlangennest", 2, {"snakes": "hunt", "score": "sum"}, 63),
    "schlangennest-2-half-open": Recipe("schlangennest", 2, {"border": "frame", "board": "easy"}, 104, ROUND_C7),
    "schlangennest-3-fence-one-end": Recipe("schlangennest", 3, {"border": "fence", "ends": "one"}, 113),
    "schlangennest-2-fence-frame": Recipe("schlangennest", 2, {"border": "fence-frame"}, 4),
    # 7 and 6 parts against 7 and 5
    "schlangennest-2-meadow-twins": Recipe("schlangennest", 2, {"border": "meadow", "snakes": "twins"}, 340),
    # 9 and 3 parts against 5 and 8
    "schlangennest-2-longest": Recipe("schlangennest", 2, {"snakes": "hunt"}, 145),
    "legstrong-3-chase": Recipe("legstrong", 3, {**OWN, "course": "FFGFFFFF", "attacks": "clockwise"}, 1),
    "legstrong-2-falls": Recipe("legstrong", 2, {**OWN, "course": "FGMMDDDD/1"}, 1),
    "legstrong-4-sprint": Recipe("legstrong", 4, {**OWN, "course": "FFFFF"}, 1),
    "legstrong-6-single": Recipe("legstrong", 6, {**OWN, "course": "FGMDFF/3 FFFF"}, 60),
    "legstrong-2-teams": Recipe("legstrong", 2, {**OWN, "course": "FFGMMF", "teams": "2", "win": "team"}, 1),
    "legstrong-3-control": Recipe("legstrong", 3, {"tour": "custom", "course": "FFFF FGDF FFFF"}, 26),
    "legstrong-6-signals": Recipe("legstrong", 6, {"tour": "custom", "course": "FFFF FGDF FFFF", "collusion": "on"}, 2),
    # the token is kept and passed on by wishes
    "legstrong-4-wishes": Recipe(
        "legstrong", 4, {**OWN, "course": "FGFFGDFF FGMF/2", "attacks": "clockwise", "hold": "on"}, 1
    ),
    # a chase, bottles that a price opens, a sprint; legs that are won in different ways
    "legstrong-4-pursuits": Recipe("legstrong", 4, {**OWN, "course": "FFGFFFF FGFFF"}, 5),
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
    table = Table(recipe.seats, dict(recipe.options), game.spec.rules)
    match = play(game, table, recipe.seed, recipe.answers)
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


def happened(name: str) -> list[Event]:
    """All that happens in the match of that name."""
    kept = load(name)
    game = GAMES[kept.game]
    state, events = game.setup(kept.table, RecordedDice(kept.setup))
    for move, row in zip(kept.moves, kept.rows, strict=True):
        events += game.apply(state, move, RecordedDice(row.draws))
    return events


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
            try:
                golden = record(recipe)
            except Exception as fault:  # whatever the rules of a game that is being written raise
                sys.exit(f"The recipe {name} can't be played: {type(fault).__name__}, {fault}. Mend it in {__file__}.")
            write(name, golden)


if __name__ == "__main__":
    main(sys.argv[1:])
