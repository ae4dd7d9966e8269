"""Judge of Schlangennest: the match is played on to its end, and the seat that is first then has won."""

from __future__ import annotations

from random import Random

from engines.schlangennest.state import State
from opponents.judging import PlayOn, Shares
from opponents.schlangennest.search import SIMULATION, play_on, totals_of


def judge_schlangennest(state: State) -> PlayOn:
    """See `opponents.judging.Judge`."""
    start = SIMULATION.load(state)

    def judged(luck: str) -> Shares:
        position = SIMULATION.copy(start)
        play_on(position, Random(luck))
        totals = totals_of(position)
        most = max(totals)
        return [(total == most) / totals.count(most) for total in totals]

    return judged


def turn_of(state: State) -> int:
    """The turn, from 1, counted over all seats."""
    return state.turn
