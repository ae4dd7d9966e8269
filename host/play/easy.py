"""Questions that the house answers for people who want that: obvious ones, or all until something matters.

Whether it does so is judged by what everyone can see, never by the hand of the person asked: whatever they hold, they
are asked or not asked alike, and no one learns anything from it (rule 10).
"""

from __future__ import annotations

from random import Random
from typing import Any

from engines.table import Game, Seat, View
from opponents.mattering import can_be_left
from opponents.sensible import sensible

OBVIOUS = 1  # the house answers where there is one sensible answer
IDLE = 3  # it answers as Fair until something matters; when this was first stored it stood for three sensible answers
LIMITS = (0, OBVIOUS, IDLE)  # how much someone may let the house always answer for them; 0: nothing
EASY_WORLDS = 12  # imagined ones, all of which must be easy: a question that is hard in one of four is missed by 3 %
STEP_WORLDS = 24  # that are judged in a step for all seats together, for its person waits
LEAST_WORLDS = 4  # for a seat; where there are so many seats that this is too much, the last ones are asked


def may_answer(public: View, most: int) -> bool:
    """Whether a question may be easy at all for someone who leaves so much to the house; a sealed one isn't obvious."""
    return most == IDLE or (most > 0 and not public.sealed)


def is_easy(game: Game[Any, Any], public: View, seat: Seat, most: int, worlds: int = EASY_WORLDS) -> bool:
    """Whether the house may answer for the seat, which leaves it so much, as far as everyone can tell."""
    views: list[View] = []
    for number in range(worlds):
        rng = Random(number)
        view: View = game.view(game.imagine(public, rng), seat)
        if view in views:
            continue  # where nothing is hidden all of them are one
        views.append(view)
        if not (can_be_left(game, view, rng) if most == IDLE else sensible(game, view, rng) <= most):
            return False
    return True
