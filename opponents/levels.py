"""The four levels of computer players, which every game has: easy, fair, strong and champion."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from engines.table import Game, Path, View
from opponents.flat import weigh_flat
from opponents.games import players_of
from opponents.greedy import play_greedy
from opponents.play import Opponent, Rng
from opponents.thinking import Budget, Ranking, Weighed


@dataclass(frozen=True, slots=True)
class ThinkingLevel:
    """A level that thinks about an answer for so many seconds of one core."""

    seconds: float

    def __call__(self, game: Game[Any, Any], view: View, rng: Random, budget: Budget | None = None) -> Path:
        """The answer of `view.viewer`, who must be asked; with a budget of its own where one is given."""
        return self.weigh(game, view, rng, budget)[0].path

    def weigh(self, game: Game[Any, Any], view: View, rng: Random, budget: Budget | None = None) -> Ranking:
        """The same answer, and after it the others that were thought about, best first."""
        if view.viewer is None:
            return [Weighed(play_greedy(game, view, rng))]  # the host wants nothing
        think = players_of(game.spec.key).thinker or partial(weigh_flat, game)
        return think(view, rng, budget or self.budget)

    @property
    def budget(self) -> Budget:
        """As much as it thinks where no one else waits."""
        return Budget(seconds=self.seconds)


def play_easy(game: Game[Any, Any], view: View, rng: Rng) -> Path:
    """An answer as a person gives it who sees one thing at a time."""
    return players_of(game.spec.key).easy(game, view, rng)


THINKING: dict[str, ThinkingLevel] = {"champion": ThinkingLevel(2.0), "strong": ThinkingLevel(0.3)}
AT_ONCE: dict[str, Opponent] = {"fair": play_greedy, "easy": play_easy}
LEVELS = (*THINKING, *AT_ONCE)  # the strongest first
CHAMPION, STRONG = THINKING
FAIR, EASY = AT_ONCE  # the one that sits in for people, and the one for a first match
