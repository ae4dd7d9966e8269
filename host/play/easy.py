"""Questions the bot answers for people who want that: obvious ones, or all until something matters.

The decision rests on public knowledge, never on the hand of the person to move: whatever they hold, they
are asked or not asked alike, and no one learns anything from it (rule 10).
"""

from __future__ import annotations

from random import Random
from typing import Any

from engines.table import Game, Seat, View
from opponents.mattering import can_be_left
from opponents.sensible import sensible

OBVIOUS = 1  # the bot moves where there is only one sensible move
IDLE = 3  # it plays as Fair until something matters; the stored number comes from an older meaning
LIMITS = (0, OBVIOUS, IDLE)  # how much a person may always leave to the bot; 0: nothing
EASY_WORLDS = 12  # imagined ones, all of which must be easy: what is hard in a quarter of them is missed 3% of the time
STEP_WORLDS = 24  # judged per step for all seats together, because a person is waiting
LEAST_WORLDS = 4  # for each seat; with too many seats for that, the last ones are asked


def may_answer(public: View, most: int) -> bool:
    """Whether a question can be easy at all for a person with this setting; a sealed one is never obvious."""
    return most == IDLE or (most > 0 and not public.sealed)


def is_easy(game: Game[Any, Any], public: View, seat: Seat, most: int, worlds: int = EASY_WORLDS) -> bool:
    """Whether the bot may move for the seat, at its setting, as far as everyone can tell."""
    views: list[View] = []
    for number in range(worlds):
        rng = Random(number)
        view: View = game.view(game.imagine(public, rng), seat)
        if view in views:
            continue  # with nothing hidden, all worlds are one
        views.append(view)
        if not (can_be_left(game, view, rng) if most == IDLE else sensible(game, view, rng) <= most):
            return False
    return True
