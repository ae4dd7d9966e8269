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


@dataclass(frozen=True, slots=True)
class Budget:
    """How much an opponent may think about one answer: seconds of its thread's CPU time, and rounds."""

    seconds: float = inf
    rounds: float = inf

    def spend(self) -> Iterator[int]:
        """The numbers of the rounds, from 0, until all is spent; there is always a first one."""
        begun = time.thread_time()
        for number in count():
            if number and (number >= self.rounds or time.thread_time() - begun >= self.seconds):
                return
            yield number


class Thinker(Protocol):
    """A function from what a seat may know to a legal whole path, the better the more it may think."""

    def __call__(self, view: Any, rng: Random, budget: Budget) -> Path:
        """The answer of `view.viewer`, who must be asked; the same luck and as many rounds give the same answer."""
        ...
