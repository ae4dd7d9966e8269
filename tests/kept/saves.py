"""Saves of every game: the start of a match, its middle, a sealed stage with one move in, and the end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from db.sql.codec import encode
from engines import GAMES, outside
from engines.dice import SeededDice
from engines.table import Game, Move, Table, settle
from opponents import OPPONENTS

KEY = b"a saved match"
LEVELS = ("easy", "fair")
TOUR = {"tour": "custom", "course": "FFGFFGDFF FGMF/2", "teams": "2", "riders": "2", "win": "team"}
TABLES: dict[str, dict[str, tuple[int, dict[str, str]]]] = {  # seats and options, by game and a name for the table
    "pistard": {"points": (4, {}), "laps": (2, {"track": "classic", "race": "half-lap", "dice": "as-riders"})},
    "superechelon": {"season": (4, {}), "open": (2, {"tours": "2", "room": "open"})},
    "schlangennest": {
        "nest": (4, {}),
        "hunt": (2, {"snakes": "hunt", "score": "sum"}),
        "fence": (3, {"border": "fence", "ends": "one"}),
    },
    "legstrong": {
        "season": (4, {"tour": "grand"}),
        "pills": (6, {"attacks": "clockwise", "hold": "on", "collusion": "on", "tests": "pick"}),
        "teams": (2, {**TOUR, "rest": "day", "tests": "blind"}),
        "race": (3, {"tour": "race"}),
    },
}


@dataclass(frozen=True, slots=True)
class Moment:
    """A state of a match, encoded, and whether a move into a sealed stage has just left others to be waited for."""

    save: bytes
    is_sealed: bool


def saves() -> Iterator[tuple[str, bytes]]:
    """Names and contents of all saves of the project's games."""
    for key, game in GAMES.items():
        if key in outside.PACKAGES:
            continue
        numbers = f"rules{game.spec.rules}.schema{game.spec.schema}"
        for name, (seats, options) in TABLES.get(key, {"largest": (game.spec.seats[-1], {})}).items():
            moments = match(game, settle(game.spec, Table(seats, options, game.spec.rules)))
            middle = len(moments) // 2
            yield f"{key}-{name}.start.{numbers}.save", moments[0].save
            yield f"{key}-{name}.middle.{numbers}.save", moments[middle].save
            for sealed in [moment for moment in moments[middle:] + moments[:middle] if moment.is_sealed][:1]:
                yield f"{key}-{name}.sealed.{numbers}.save", sealed.save
            yield f"{key}-{name}.end.{numbers}.save", moments[-1].save


def match(game: Game[Any, Any], table: Table) -> list[Moment]:
    """All moments of a match that computers play."""
    rng = random.Random(7)
    state, _ = game.setup(table, SeededDice(KEY, 0))
    moments = [Moment(encode(game.spec, state), is_sealed=False)]
    while waiting := game.view(state, None).waiting:
        view = game.view(state, rng.choice(waiting))
        path = game.fallback(view) if view.viewer is None else OPPONENTS[rng.choice(LEVELS)](game, view, rng)
        game.apply(state, Move(view.viewer, path), SeededDice(KEY, len(moments)))
        public = game.view(state, None)
        asked = sum(game.ask(game.view(state, seat)) is not None for seat in range(table.seats))
        moments.append(Moment(encode(game.spec, state), public.sealed and 0 < len(public.waiting) < asked))
    return moments
