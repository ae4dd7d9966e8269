"""Comparison of answers: played on from in the same imagined worlds with the same luck."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import hypot, sqrt
from random import Random
from typing import Any

from engines.table import Game, Move, Path, View
from opponents.games import players_of
from opponents.judging import PlayOn, first_places, judge_flat
from opponents.luck import KeyedLuck
from opponents.thinking import Budget

LEAST = 12  # ways on before anything is said
HAZE = 0.3  # of the first place, divided by the tries: the least standard error where all of them agree
FINE = 0.003  # of the first place: the standard error at which more ways on tell nothing new


def standing(game: Game[Any, Any], state: Any) -> PlayOn:
    """How it goes on from a state; where nothing goes on, how it has ended."""
    public = game.view(state, None)
    if not public.over:
        judge = players_of(game.spec.key).judge or partial(judge_flat, game)
        return judge(state)
    ended = first_places(public.standings)
    return lambda _: ended


def in_one_world(
    game: Game[Any, Any], view: View, paths: Sequence[Path], luck: str, answered: Callable[[Any], object] | None = None
) -> list[float]:
    """The viewer's share of the first place after each answer, in one world that it can't tell from the real one.

    The world is the same for all, and so is the luck. `answered` plays the state on before it is judged.
    """
    assert view.viewer is not None, "a seat chooses, not the public"
    world, shares = pickle.dumps(game.imagine(view, Random(luck))), list[float]()
    for path in paths:
        state = pickle.loads(world)
        game.apply(state, Move(view.viewer, path), KeyedLuck(luck))
        if answered:
            answered(state)
        shares.append(standing(game, state)(luck)[view.viewer])
    return shares


def swings(game: Game[Any, Any], before: View, after: View, seed: int, budget: Budget) -> list[float]:
    """By how much each seat's share of the first place has changed between two views of the public.

    A round of the budget is a world that everyone could imagine, and one way on from it with the same luck.
    """
    tally = Tally(len(after.standings))
    for number in budget.spend():
        luck = f"{seed}.{number}"
        was, now = (standing(game, game.imagine(view, Random(luck)))(luck) for view in (before, after))
        tally.add([share - other for share, other in zip(now, was, strict=True)])
    return [*tally.mean().shares]


@dataclass(frozen=True, slots=True)
class Stand:
    """Each seat's chance of the first place, or what is added to it: the mean of `tries`, with its standard errors."""

    shares: tuple[float, ...]
    errors: tuple[float, ...]
    tries: int

    def joined(self, other: Stand) -> Stand:
        """With what `other` tries came to."""
        tries = self.tries + other.tries
        mine, theirs = self.tries / tries, other.tries / tries
        shares = (mine * share + theirs * more for share, more in zip(self.shares, other.shares, strict=True))
        errors = (hypot(mine * error, theirs * more) for error, more in zip(self.errors, other.errors, strict=True))
        return Stand(tuple(shares), tuple(errors), tries)


class Tally:
    """Sums of what ways on have come to."""

    def __init__(self, size: int) -> None:
        self._sums, self._squares, self.tries = [0.0] * size, [0.0] * size, 0

    def add(self, numbers: Sequence[float]) -> None:
        """What one way on has come to."""
        self.tries += 1
        for index, number in enumerate(numbers):
            self._sums[index] += number
            self._squares[index] += number * number

    def mean(self) -> Stand:
        """The means, and their standard errors."""
        tries = self.tries
        means = tuple(total / tries for total in self._sums)
        spread = (max(0.0, total / tries - mean * mean) for total, mean in zip(self._squares, means, strict=True))
        return Stand(means, tuple(sqrt(v / max(1, tries - 1)) for v in spread), tries)

    def error(self) -> float:
        """The standard error of the first number; that a few tries agree says little, so it is never 0."""
        return max(self.mean().errors[0], HAZE / self.tries)

    def is_fine(self) -> bool:
        """Whether more ways on would tell nothing new."""
        return self.tries >= LEAST and self.tries % LEAST == 0 and max(self.mean().errors) <= FINE
