"""Timing in turns, so that a busy machine slows everything that is compared alike."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import quantiles


def in_turns(work: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Seconds of CPU time of each piece of work, `rounds` times, one after the other in every round."""
    seconds: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(rounds):
        for name, piece in work.items():
            begun = time.process_time()
            piece()
            seconds[name].append(time.process_time() - begun)
    return seconds


def quartiles(values: list[float]) -> str:
    """Lower quartile, median and upper quartile, to read."""
    low, middle, high = quantiles(values, n=4)
    return f"{middle:.3g} ({low:.3g} to {high:.3g})"
