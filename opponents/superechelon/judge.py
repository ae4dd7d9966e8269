"""Judge of SuperEchelon: the leg is played on quickly, and then each seat has its chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engines.superechelon.state import State
from engines.superechelon.tour import legs
from opponents.judging import PlayOn, Shares, first_places
from opponents.superechelon.chances import Chances, totals_of
from opponents.superechelon.fast.position import OVER, Position
from opponents.superechelon.riding import share_out
from opponents.superechelon.search import GAME, PLAYED, cards_left, dealt, ride_on

SAMPLES = 300  # further tours that are imagined for each possible winner of this one: always the same ones
KEPT = 32  # points of a season whose chances are remembered: those of a leg differ in cards alone

_known: dict[object, list[Chances]] = {}


def judge_superechelon(state: State) -> PlayOn:
    """See `opponents.judging.Judge`."""
    start = PLAYED.load(state)
    if start.stage == OVER:
        final = first_places(GAME.view(state, None).standings)
        return lambda _: final
    totals = totals_of(start)
    chances = _chances(start, totals)

    def judged(luck: str) -> Shares:
        world, rng = start.copy(), Random(luck)
        if world.booty:
            receivers = share_out(world.booty)
            hopes = [dealt(world, receivers, chance, totals, rng) for chance in chances]
        else:
            ride_on(world, cards_left(world), chances[0].price, rng)
            hopes = [c.after(world, totals) for c in chances]
        hopes = [max(0.0, hope) for hope in hopes]
        total = sum(hopes)
        return [hope / total for hope in hopes]

    return judged


def leg_of(state: State) -> int:
    """The leg, from 1, counted over all tours."""
    return (state.tour - 1) * legs(state.table.seats) + state.leg


def _chances(position: Position, totals: Sequence[float]) -> list[Chances]:
    """What GC points are worth to each seat at this point of the season; made once for all states that share it."""
    place = position.seats, position.room, position.tours, position.tour, position.leg
    point = *place, tuple(position.results), tuple(totals)
    if point not in _known:
        if len(_known) >= KEPT:
            _known.clear()
        _known[point] = [Chances(position, seat, Random(0), SAMPLES) for seat in range(position.seats)]
    return _known[point]
