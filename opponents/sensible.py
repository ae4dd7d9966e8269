"""Number of sensible answers of a question: those that come near the best, as a good player sees it."""

from __future__ import annotations

from typing import Any

from engines.table import Game, View
from opponents.games import players_of
from opponents.greedy import MOST, first_answers, hopes_of
from opponents.play import Rng

NEAR = 1.0  # so near to the best, in the game's own measure: a square, a GC point, a part of a snake
HAIR = 1e-6  # sums of fractions aren't exact


def sensible(game: Game[Any, Any], view: View, rng: Rng) -> int:
    """The number of answers of the viewer, who must be asked, that a good player might give.

    A question with more than MOST answers isn't easy, and all that were found are counted. A game with rules of its
    own is judged by these.
    """
    rules = players_of(game.spec.key).rules
    if rules is not None:
        return rules.thoughts(view, rng)
    answers = first_answers(game, view)
    if len(answers) == 1 or len(answers) > MOST:
        return len(answers)
    hopes = hopes_of(game, view, answers, rng)
    near = max(hopes) - NEAR - HAIR
    return sum(hope >= near for hope in hopes)
