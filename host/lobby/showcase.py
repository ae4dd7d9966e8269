"""Showcase positions of a game for newcomers, from matches between computers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from engines.dice import SeededDice
from engines.table import Game, Move, Table, View
from opponents.greedy import play_greedy
from opponents.random import play_random


@dataclass(frozen=True, slots=True)
class Shot:
    """A moment of a match: after so many `moves` with this seed, or at the end if that comes first.

    Without `seats` it has the fewest players; without `options` it is the game's first preset.
    """

    moves: int = 12
    seed: int = 1
    seats: int = 0
    options: Mapping[str, str] | None = None
    fair: bool = False  # play as Fair does; otherwise pick each option with the same chance


def usual_table(game: Game[Any, Any]) -> Table:
    """The table of a first match: the fewest seats, and the game's first preset."""
    spec = game.spec
    first = next(iter(spec.presets), None)
    return Table(spec.seats[0], {} if first is None else dict(spec.presets[first]), spec.rules)


def played(game: Game[Any, Any], shot: Shot) -> Any:
    """The state at that moment; every call gives the same."""
    usual, rng = usual_table(game), Random(shot.seed)
    options = usual.options if shot.options is None else dict(shot.options)
    key = rng.randbytes(32)
    state, _ = game.setup(Table(shot.seats or usual.seats, options, usual.rules), SeededDice(key, 0))
    play = play_greedy if shot.fair else play_random
    for move in range(1, shot.moves + 1):
        public: View = game.view(state, None)
        if public.over:
            break
        who = public.waiting[0]
        path = play(game, game.view(state, who), rng)
        game.apply(state, Move(who, path), SeededDice(key, move))
    return state


def position(game: Game[Any, Any], shot: Shot) -> View:
    """The public view at that moment."""
    return game.view(played(game, shot), None)
