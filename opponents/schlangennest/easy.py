"""The player of Schlangennest that sees one thing at a time: its own snakes, as they lie after its card."""

from __future__ import annotations

from typing import Any

from engines.schlangennest import SchlangennestView, snakes_of
from engines.table import Game, Path, View
from opponents.play import Rng
from opponents.schlangennest.fast.patterns import CURVE, KIND, plans
from opponents.schlangennest.fast.quick import Answer
from opponents.schlangennest.fast.simulation import Position, SchlangennestSimulation
from opponents.schlangennest.search import NO_DICE

SIMULATION = SchlangennestSimulation()

FIRST = 8  # first cards that are thought of
GLANCES = 2  # in one of so many answers it doesn't look where an end leads
OPEN = 6  # parts that it gives for an end that can go on


def play_schlangennest_easy(game: Game[Any, Any], view: View, rng: Rng) -> Path:
    """The card that makes its own snakes longest, with an eye on their ends now and then; of equal ones any."""
    assert isinstance(view, SchlangennestView)
    if view.over or view.viewer != view.due:
        raise ValueError(f"viewer {view.viewer} is not asked")
    position = SIMULATION.load(game.imagine(view, rng))
    answers = list(SIMULATION.answers(position, view.due))
    rng.shuffle(answers)
    if position.stage == "first":
        answers = [answer for answer in answers if KIND[answer[2]] <= CURVE][:FIRST] or answers[:FIRST]
    looks = rng.randrange(GLANCES) > 0
    return SIMULATION.path(position, view.due, max(answers, key=lambda answer: _worth(position, answer, looks)))


def _worth(position: Position, answer: Answer, looks: bool) -> int:
    """The parts of its own snakes after the answer, and their ends if it looks there."""
    seat, after = position.due, SIMULATION.copy(position)
    SIMULATION.play(after, seat, answer, NO_DICE)
    worth = 0
    for snake in snakes_of(seat, after.setting.seats, after.setting.snakes):
        worth += after.parts(snake)
        if looks:
            worth += OPEN * sum(_goes_on(after, snake, port) for port in after.ends(snake))
    return worth


def _goes_on(position: Position, snake: int, port: int) -> bool:
    """Whether a straight or a curve can be laid at that end."""
    cell = port >> 2
    return any(
        plan.kind <= CURVE and position.may_be_laid(cell, snake, plan)
        for plan in plans(position.reach[cell], snake).joining[port & 3]
    )
