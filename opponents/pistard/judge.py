"""Judge of Pistard: a turn or two in which all ride by the plain rule, and where that leads."""

from __future__ import annotations

from random import Random

from engines.pistard import State
from engines.pistard.track import rows
from opponents.judging import PlayOn, Shares
from opponents.luck import KeyedLuck
from opponents.pistard.search import QUICK, ridden_on


def judge_pistard(state: State) -> PlayOn:
    """See `opponents.judging.Judge`."""
    position = QUICK.load(state)

    def judged(luck: str) -> Shares:
        return ridden_on(QUICK.copy(position), KeyedLuck(luck), Random(luck))

    return judged


def lap_of(state: State) -> int:
    """The lap that the first rider is in, from 1."""
    first = max((rider.d for rider in state.riders), default=0)
    return 1 + max(0, first - 1) // rows(state.table)
