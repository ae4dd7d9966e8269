"""Judge of stage races: the match is ridden on to the end of the leg, and what each seat may hope for then."""

from __future__ import annotations

from random import Random

from engines.legstrong.config import CONFIG
from engines.legstrong.doping import is_doped
from engines.legstrong.state import State
from engines.table import Dice
from opponents.judging import PlayOn, Shares, first_places
from opponents.legstrong.fast.position import Position
from opponents.legstrong.preparation import prepare
from opponents.legstrong.search import GAME, KEPT, QUICK, a_rival, hopes, ride_on, shares_of
from opponents.luck import KeyedLuck


def judge_legstrong(state: State) -> PlayOn:
    """See `opponents.judging.Judge`.

    What is to be decided before a leg is decided by lot and habit; where sleeves may be tested, the tests after the leg
    belong to it.
    """
    start = QUICK.load(state)

    def judged(luck: str) -> Shares:
        p, rng, dice = start.copy(), Random(luck), KeyedLuck(luck)
        minds = [a_rival(rng) for _ in range(p.seats)]
        while not p.riding and p.stage != "over":
            _prepare(p, rng, dice)
        if p.riding:
            ride_on(p, minds, dice)
            if not is_doped(state.table):
                return hopes(p, dice)
            QUICK.close(p, dice)
            while p.stage not in ("open", "over"):
                _prepare(p, rng, dice)
        return _between_legs(p.state)

    return judged


def _prepare(p: Position, rng: Random, dice: Dice) -> None:
    """One answer where no one rides."""
    view = GAME.view(p.state, QUICK.waiting(p)[0])
    path = GAME.fallback(view) if view.viewer is None else prepare(view, rng)
    QUICK.play(p, view.viewer, path, dice)


def _between_legs(state: State) -> Shares:
    """Each seat's share of the match where a leg is about to begin, or none is left."""
    if state.stage == "over":
        return first_places(GAME.view(state, None).standings)
    energy = {rider.id: rider.energy for rider in state.road.riders}
    times = [list[float]() for _ in range(state.table.seats)]
    for score in state.scores:
        tie = 0.2 * score.wins - 0.01 * score.places
        times[score.seat].append(score.seconds - tie - KEPT * min(energy[score.rider], CONFIG.kept))
    return shares_of(state, times, len(state.courses) - state.leg + 1)


def leg_of(state: State) -> int:
    """The leg, from 1; 0 before the first."""
    return state.leg
