"""Judging a match with every secret known: each seat's chance of the first place.

Judges look at real states, so no one may learn their findings while the match runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any, Protocol, TypeAlias

from engines.table import Game, Move, Standing
from opponents.luck import Luck
from opponents.random import play_random

Shares: TypeAlias = Sequence[float]  # of the first place, of each seat; 1 in all


PlayOn: TypeAlias = Callable[[str], Shares]  # plays on once until it can say how the seats stand; the text is its luck


class Judge(Protocol):
    """Prepares a state, which stays untouched, for being played on in the head."""

    def __call__(self, state: Any) -> PlayOn:
        """What plays on from there: the same text is the same luck, for states that are alike much the same."""
        ...


def first_places(standings: Sequence[Standing]) -> list[float]:
    """Each seat's part of the first place when all is over."""
    first = [s.seat for s in standings if s.rank == 1]
    return [(seat in first) / len(first) for seat in sorted(standing.seat for standing in standings)]


def judge_flat(game: Game[Any, Any], state: Any) -> PlayOn:
    """Matches played on at random to their end: for games that have no better judge."""

    def judged(luck: str) -> Shares:
        world, rng = deepcopy(state), Random(luck)
        for _ in range(game.spec.limit + 1):
            public = game.view(world, None)
            if public.over:
                break
            who = public.waiting[0]
            path = play_random(game, game.view(world, who), rng)
            game.apply(world, Move(who, path), Luck(rng))
        return first_places(game.view(world, None).standings)

    return judged
