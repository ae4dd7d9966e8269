"""A position of a game to look at, for people who don't know it: from a match that computer players play at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from engines.dice import SeededDice
from engines.table import Game, Move, Table, View
from opponents import OPPONENTS


@dataclass(frozen=True, slots=True)
class Shot:
    """A moment of a match: after so many `moves` of the match of this seed, or at its end if that comes before.

    Without `seats` as few play as can; without `options` it is the game's first preset.
    """

    moves: int = 12
    seed: int = 1
    seats: int = 0
    options: Mapping[str, str] | None = None
    opponent: str = "random"


def usual_table(game: Game[Any, Any]) -> Table:
    """The table of a first match: as few seats as can play, and the game's first preset."""
    spec = game.spec
    first = next(iter(spec.presets), None)
    return Table(spec.seats[0], {} if first is None else dict(spec.presets[first]), spec.rules)


def played(game: Game[Any, Any], shot: Shot) -> Any:
    """The state at that moment; the same at every call."""
    usual, rng = usual_table(game), Random(shot.seed)
    options = usual.options if shot.options is None else dict(shot.options)
    key = rng.randbytes(32)
    state, _ = game.setup(Table(shot.seats or usual.seats, options, usual.rules), SeededDice(key, 0))
    for move in range(1, shot.moves + 1):
        public: View = game.view(state, None)
        if public.over:
            break
        who = public.waiting[0]
        path = OPPONENTS[shot.opponent](game, game.view(state, who), rng)
        game.apply(state, Move(who, path), SeededDice(key, move))
    return state


def position(game: Game[Any, Any], shot: Shot) -> View:
    """What the public sees of that moment."""
    return game.view(played(game, shot), None)
