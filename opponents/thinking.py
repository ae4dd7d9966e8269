"""Opponents that think for as long as they may, and how long that is."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Protocol, TypeAlias

from engines.table import Path

WAITS = 10


@dataclass(frozen=True, slots=True)
class Budget:
    """How much an opponent may think about one answer: seconds of its thread's CPU time, and rounds.

    On a busy machine it gives up after `waits` times as many seconds of anyone's time.
    """

    seconds: float = inf
    rounds: float = inf
    waits: float = WAITS

    def within(self, seconds: float) -> Budget:
        """The same, with so many seconds of anyone's time at most."""
        if seconds >= self.seconds * self.waits:
            return self
        least = min(self.seconds, seconds)
        return Budget(least, self.rounds, seconds / least)

    def spend(self) -> Iterator[int]:
        """The numbers of the rounds, from 0, until all is spent; there is always a first one."""
        end, latest = time.thread_time() + self.seconds, time.monotonic() + self.waits * self.seconds
        for number in count():
            if number and (number >= self.rounds or time.thread_time() >= end or time.monotonic() >= latest):
                return
            yield number


@dataclass(frozen=True, slots=True)
class Weighed:
    """A legal whole path, and the share of the first place (0 to 1) to be hoped for after it.

    None: no one has thought about it.
    """

    path: Path
    hope: float | None = None
    error: float = 0.0  # standard error of how far it is behind the first, as far as that is known


Ranking: TypeAlias = Sequence[Weighed]  # the one to be played first, then the others that were thought about


def ranked(paths: Sequence[Path], results: Sequence[Sequence[float]], best: int) -> list[Weighed]:
    """The path at the place `best` first, then those with the most hope; each was tried in the same worlds in turn.

    An answer that was given up early is judged by how far it was behind the best one until then.
    """
    hope = fmean(results[best]) if results[best] else None
    others = [
        Weighed(path, _hope(hope, results[best], some), _error(results[best], some))
        for path, some in zip(paths, results, strict=True)
    ]
    del others[best]
    others.sort(key=lambda other: -1.0 if other.hope is None else other.hope, reverse=True)
    return [Weighed(paths[best], hope), *others]


def _hope(hope: float | None, best: Sequence[float], some: Sequence[float]) -> float | None:
    """What remains of the best answer's hope: no more, for whatever luck seems to add, it was not preferred."""
    both = min(len(best), len(some))
    if hope is None or not both:
        return None
    return max(0.0, hope - max(0.0, fmean(best[:both]) - fmean(some[:both])))


def _error(best: Sequence[float], some: Sequence[float]) -> float:
    """Standard error of the difference, in the worlds in which both were tried."""
    gaps = [mine - other for mine, other in zip(best, some, strict=False)]
    return stdev(gaps) / sqrt(len(gaps)) if len(gaps) > 1 else 0.0


class Thinker(Protocol):
    """A function from what a seat may know to its answers, best first; the better the more it may think."""

    def __call__(self, view: Any, rng: Random, budget: Budget) -> Ranking:
        """The answers of `view.viewer`, who must be asked; the same luck and as many rounds give the same ones."""
        ...
