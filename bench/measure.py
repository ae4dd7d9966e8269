"""Timing in turns, so that a busy machine slows everything that is compared alike."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from statistics import quantiles

BATCH = 10  # steps between two looks at the clock


def in_turns(work: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Seconds of CPU time of each piece of work, `rounds` times, one after the other in every round."""
    seconds: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(rounds):
        for name, piece in work.items():
            begun = time.process_time()
            piece()
            seconds[name].append(time.process_time() - begun)
    return seconds


def in_slices(work: dict[str, Iterator[object]], rounds: int, length: float) -> dict[str, list[float]]:
    """Steps a second of each endless piece of work, in `rounds` slices of `length` seconds of CPU time in turn."""
    speeds: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(rounds):
        for name, piece in work.items():
            steps, begun = 0, time.process_time()
            while (taken := time.process_time() - begun) < length:
                steps += sum(1 for _ in islice(piece, BATCH))
            speeds[name].append(steps / taken)
    return speeds


def ratios(over: list[float], under: list[float]) -> list[float]:
    """The quotients of two rows of figures that were taken in turns."""
    return [mine / other for mine, other in zip(over, under, strict=True)]


def quartiles(values: list[float]) -> str:
    """Median, then lower and upper quartile, to read."""
    low, middle, high = quantiles(values, n=4)
    return f"{middle:.3g} ({low:.3g} to {high:.3g})"
