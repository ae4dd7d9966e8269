"""Easy questions: few sensible answers, played for people who want that.

Whether a question is easy is judged by what everyone can see, never by the hand of the person asked: whatever they
hold, they are asked or not asked alike, and no one learns anything from it (rule 10).
"""

from __future__ import annotations

from random import Random
from typing import Any

from engines.table import Game, Seat, View
from opponents.sensible import sensible

FEW = 3  # sensible answers: more are a choice that a person wants to make themselves
LIMITS = (0, 1, FEW)  # up to how many someone may let the house always answer for them; 0: never
EASY_WORLDS = 12  # imagined ones, all of which must be easy: a question that is hard in one of four is missed by 3 %


def is_easy(game: Game[Any, Any], public: View, seat: Seat, most: int) -> bool:
    """Whether the seat, which is asked, has at most this many sensible answers as far as the public can tell."""
    views: list[View] = []
    for number in range(EASY_WORLDS):
        rng = Random(number)
        view: View = game.view(game.imagine(public, rng), seat)
        if view in views:
            continue  # where nothing is hidden all of them are one
        views.append(view)
        if sensible(game, view, rng) > most:
            return False
    return True
