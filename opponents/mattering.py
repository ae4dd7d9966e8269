"""Whether a question matters: what a strong computer player sees in a short thought."""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any

from engines.table import Game, View
from opponents.games import players_of
from opponents.greedy import play_greedy
from opponents.levels import THINKING
from opponents.sensible import sensible
from opponents.thinking import Budget, Ranking, Weighed

ALIKE = 0.03  # of an even share of the first place: so short a thought can't tell a smaller difference from chance
SURE = 2.0  # times as much: the most by which an answer may still be worse, with a standard error
LOST = 0.1  # of an even share: below it every answer comes to the same, though there are places left to be won
FEW = 3  # sensible answers: where no one can think it over, more of them are a choice
HABIT = 1  # the same where a strong player answers without a thought


def are_alike(ranking: Ranking, seats: int) -> bool:
    """Whether all answers that were thought about, two at least, come to the same in a match of so many seats."""
    best = ranking[0].hope if ranking else None
    others = [weighed for weighed in ranking[1:] if weighed.hope is not None]
    if best is None or best < LOST / seats or not others:
        return False
    return all(_behind(best, o) <= ALIKE / seats and _behind(best, o) + o.error <= SURE * ALIKE / seats for o in others)


def _behind(best: float, other: Weighed) -> float:
    """By how much an answer is worse; endlessly where no one has thought about it."""
    return inf if other.hope is None else best - other.hope


def can_be_left(game: Game[Any, Any], view: View, rng: Random) -> bool:
    """Whether Fair's answer of the viewer, who must be asked, is as good as any, as far as Strong can see.

    The same luck gives the same verdict: the thought is measured in rounds.
    """
    players = players_of(game.spec.key)
    if players.thinker is None:
        return sensible(game, view, rng) <= FEW
    best, *others = THINKING["strong"].weigh(game, view, rng, Budget(rounds=players.glance))
    seats = len(view.standings)
    if best.hope is None:
        return sensible(game, view, rng) <= HABIT
    fair = players.idea(play_greedy(game, view, rng))
    good = [best, *(other for other in others if _behind(best.hope, other) <= ALIKE / seats)]
    return fair in [players.idea(weighed.path) for weighed in good]
