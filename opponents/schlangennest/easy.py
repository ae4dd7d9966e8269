"""The player of Schlangennest that sees one thing at a time: its own snakes, as they lie after its card."""

from __future__ import annotations

from typing import Any

from engines.schlangennest import SchlangennestView, snakes_of
from engines.schlangennest.patterns import CURVE, KIND
from engines.schlangennest.quick import Answer
from engines.schlangennest.simulation import Position, SchlangennestSimulation
from engines.table import Game, Path, View
from opponents.play import Rng
from opponents.schlangennest.search import NO_DICE
from opponents.schlangennest.value import end_ways

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
    found = list(SIMULATION.answers(position, view.due))
    rng.shuffle(found)
    if position.stage == "first":
        found = [answer for answer in found if KIND[answer[2]] <= CURVE][:FIRST] or found[:FIRST]
    looks = rng.randrange(GLANCES) > 0
    return SIMULATION.path(position, view.due, max(found, key=lambda answer: _worth(position, answer, looks)))


def _worth(position: Position, answer: Answer, looks: bool) -> int:
    """The parts of its own snakes after the answer, and their ends if it looks there."""
    seat, after = position.due, SIMULATION.copy(position)
    SIMULATION.play(after, seat, answer, NO_DICE)
    worth = 0
    for snake in snakes_of(seat, after.setting.seats, after.setting.snakes):
        worth += after.parts(snake)
        if looks:
            worth += OPEN * sum(end_ways(after, snake, port)[0] > 0 for port in after.ends(snake))
    return worth
