"""Doping of Fair: the Energy Level with the best balance of energy and the risk to lose the rider."""

from __future__ import annotations

from collections.abc import Callable

from engines.legstrong import SAVES, LegstrongView, doses, level_of
from engines.legstrong.config import DIE
from engines.legstrong.doping import CALLED, KEEP, ONE_BY_LOT, PLACES, TWO_BY_LOT
from engines.table import Pick
from opponents.play import Rng

RIDER = 100.0  # what the loss of a rider is worth, in energy: of 30, 80, 200 and 1000 the middle ones win most
CALLS = sum(len(CALLED.get(die, ())) for die in range(1, ONE_BY_LOT)) + len((ONE_BY_LOT, TWO_BY_LOT, TWO_BY_LOT))


def best_level(view: LegstrongView, ask: Pick, rng: Rng) -> str:
    """A level before the tour, or what to keep or change after a negative test."""
    rider = ask.about.partition(".")[2]
    level = level_of(view.levels, rider)
    legs = len(view.courses) - (view.leg if level else 0)
    held = 1 - SAVES[min(level.circles, len(SAVES)) - 1] / DIE if level and level.circles else 1.0
    tests = held * CALLS / DIE / max(1, len(view.scores))
    worth = {dose.card: _worth(dose.bonus, dose.positives / 4, tests, legs) for dose in doses(view, rider)}
    if level:
        worth[KEEP] = worth[level.card]
    return max(ask.options, key=lambda card: worth[card])


def _worth(bonus: int, positive: float, tests: float, legs: int) -> float:
    """Energy until the end of the tour, less what the rider is worth if struck before."""
    struck = 1 - (1 - positive * tests) ** legs
    return bonus * legs * (1 - struck / 2) - RIDER * struck


def honest_place(view: LegstrongView, ask: Pick, rng: Rng) -> str:
    """Any of the places with equal chance, whatever the tester knows."""
    return PLACES[rng.randrange(len(PLACES))]


SLEEVES: dict[str, Callable[[LegstrongView, Pick, Rng], str]] = {
    "el": best_level,
    "keep": best_level,
    "test": honest_place,
}
