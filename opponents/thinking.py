"""Opponents that think for as long as they may, and how long that is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from math import inf
from random import Random
from typing import Any, Protocol

from engines.table import Path

WAITS = 10


@dataclass(frozen=True, slots=True)
class Budget:
    """How much an opponent may think about one answer: seconds of its thread's CPU time, and rounds.

    On a busy machine it gives up after WAITS times as many seconds of anybody's time.
    """

    seconds: float = inf
    rounds: float = inf

    def spend(self) -> Iterator[int]:
        """The numbers of the rounds, from 0, until all is spent; there is always a first one."""
        end, latest = time.thread_time() + self.seconds, time.monotonic() + WAITS * self.seconds
        for number in count():
            if number and (number >= self.rounds or time.thread_time() >= end or time.monotonic() >= latest):
                return
            yield number


class Thinker(Protocol):
    """A function from what a seat may know to a legal whole path, the better the more it may think."""

    def __call__(self, view: Any, rng: Random, budget: Budget) -> Path:
        """The answer of `view.viewer`, who must be asked; the same luck and as many rounds give the same answer."""
        ...
