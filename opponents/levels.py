"""The four levels of computer players, which every game has: easy, fair, strong and champion."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from engines.table import Game, Path, View
from opponents.flat import think_flat
from opponents.greedy import play_greedy
from opponents.play import Opponent, Rng
from opponents.random import play_random
from opponents.schlangennest.easy import play_schlangennest_easy
from opponents.schlangennest.search import think_schlangennest
from opponents.thinking import Budget, Thinker

# how each game thinks, and how a person plays it who sees one thing at a time; a game without is played as any game is
THINKERS: dict[str, Thinker] = {
    "schlangennest": think_schlangennest,
}
EASY: dict[str, Opponent] = {
    "schlangennest": play_schlangennest_easy,
}


@dataclass(frozen=True, slots=True)
class Thinking:
    """A level that thinks about an answer for so many seconds of one core."""

    seconds: float

    def __call__(self, game: Game[Any, Any], view: View, rng: Random, budget: Budget | None = None) -> Path:
        """The answer of `view.viewer`, who must be asked; with a budget of its own where one is given."""
        think = THINKERS.get(game.spec.key) or partial(think_flat, game)
        return think(view, rng, budget or Budget(seconds=self.seconds))


def play_easy(game: Game[Any, Any], view: View, rng: Rng) -> Path:
    """An answer as a person gives it who sees one thing at a time."""
    return EASY.get(game.spec.key, play_random)(game, view, rng)


THINKING: dict[str, Thinking] = {"champion": Thinking(2.0), "strong": Thinking(0.3)}
AT_ONCE: dict[str, Opponent] = {"fair": play_greedy, "easy": play_easy}
LEVELS = (*THINKING, *AT_ONCE)  # the strongest first
