"""Sparring: the computer player that gives away, answer by answer, as much as keeps its person winning half."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from random import Random
from typing import Any

from engines.table import Game, View
from opponents.games import players_of
from opponents.levels import FAIR, STRONG, THINKING, ThinkingLevel
from opponents.thinking import Budget, Ranking, Weighed

SPARRING = "sparring"


def first_cost(game: str) -> float:
    """What an answer gives away to someone who has never played against it: then it is a match for Fair."""
    return players_of(game).costs[FAIR]


def level_at(game: str, cost: float) -> str:
    """The level that it is most like if its answers give away so many points."""
    costs = players_of(game).costs
    return min(costs, key=lambda level: abs(log(costs[level] / cost)))


@dataclass(frozen=True, slots=True)
class Sparring(ThinkingLevel):
    """Thinks like Strong, then gives the answer that costs about so many points of the chance to win."""

    seconds: float = THINKING[STRONG].seconds
    cost: float = 0.0

    def weigh(self, game: Game[Any, Any], view: View, rng: Random, budget: Budget | None = None) -> Ranking:
        """That answer, and after it the others that were thought about, best first."""
        ranking = ThinkingLevel.weigh(self, game, view, rng, budget)
        given = self._given(ranking, rng)
        return [given, *(other for other in ranking if other is not given)]

    def _given(self, ranking: Ranking, rng: Random) -> Weighed:
        """Of the two answers that cost a little less and a little more one by lot, so that it's right on average."""
        best = ranking[0].hope
        if best is None:
            return ranking[0]
        costs = [(100 * (best - weighed.hope), weighed) for weighed in ranking if weighed.hope is not None]
        cheap = max((pair for pair in costs if pair[0] <= self.cost), key=lambda pair: pair[0])
        dear = min((pair for pair in costs if pair[0] > self.cost), key=lambda pair: pair[0], default=cheap)
        is_dear = rng.random() * (dear[0] - cheap[0]) < self.cost - cheap[0]
        return (dear if is_dear else cheap)[1]
