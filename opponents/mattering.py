"""Whether a question matters: what a strong computer player sees in a short thought."""

from __future__ import annotations

from random import Random
from typing import Any

from engines.table import Game, View
from opponents.games import players_of
from opponents.greedy import play_greedy
from opponents.levels import THINKING
from opponents.sensible import sensible
from opponents.thinking import Budget, Ranking

ALIKE = 0.015  # of the first place: so short a thought can't tell a smaller difference from chance
FEW = 3  # sensible answers: where no one can think it over, more of them are a choice
HABIT = 1  # the same where a strong player answers without a thought


def are_alike(ranking: Ranking) -> bool:
    """Whether all answers that were thought about, two at least, come to the same."""
    hopes = [weighed.hope for weighed in ranking if weighed.hope is not None]
    return len(hopes) > 1 and max(hopes) - min(hopes) <= ALIKE


def can_be_left(game: Game[Any, Any], view: View, rng: Random) -> bool:
    """Whether Fair's answer of the viewer, who must be asked, is as good as any, as far as Strong can see.

    The same luck gives the same verdict: the thought is measured in rounds.
    """
    players = players_of(game.spec.key)
    if players.thinker is None:
        return sensible(game, view, rng) <= FEW
    best, *others = THINKING["strong"].weigh(game, view, rng, Budget(rounds=players.glance))
    if best.hope is None:
        return sensible(game, view, rng) <= HABIT
    fair = players.idea(play_greedy(game, view, rng))
    good = [best, *(o for o in others if o.hope is not None and best.hope - o.hope <= ALIKE)]
    return fair in [players.idea(weighed.path) for weighed in good]
