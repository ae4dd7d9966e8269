"""How long all legal lays of a position of Schlangennest take, in the middle of matches played by the fallback."""

from __future__ import annotations

import time
from collections.abc import Iterator

from bench.measure import quartiles
from engines.dice import SeededDice
from engines.schlangennest import VARIANTS, Schlangennest, SchlangennestView, lays
from engines.table import Move, Table

REPEATS = 20


def run() -> Iterator[str]:
    """Milliseconds of CPU time for a position, and how many lays it has."""
    views = [view for variant in VARIANTS for view in middle(variant)]
    times: list[float] = []
    counts: list[float] = []
    for view in views:
        counts.append(len(list(lays(view))))
        begun = time.process_time()
        for _ in range(REPEATS):
            list(lays(view))
        times.append((time.process_time() - begun) / REPEATS * 1000)
    yield f"all legal lays of a position: {quartiles(times)} ms; {quartiles(counts)} lays, {len(views)} positions"


def middle(variant: str) -> list[SchlangennestView]:
    """The positions of the middle third of a match with as many seats as the variant takes."""
    game = Schlangennest()
    state, _ = game.setup(Table(VARIANTS[variant][-1], {"variant": variant}, 1), SeededDice(b"lays", 0))
    views: list[SchlangennestView] = []
    while state.stage != "over":
        view = game.view(state, state.due)
        if state.stage == "lay":
            views.append(view)
        game.apply(state, Move(state.due, game.fallback(view)), SeededDice(b"lays", len(views)))
    third = len(views) // 3
    return views[third : 2 * third]
