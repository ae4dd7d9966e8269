"""Time of all legal lays of a position of Schlangennest, in the middle of matches played by the fallback."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import product

from bench.measure import quartiles
from engines.dice import SeededDice
from engines.schlangennest import BORDERS, EACH, SPEC, Schlangennest, SchlangennestView, lays, players
from engines.table import Move, Table

REPEATS = 20


def run() -> Iterator[str]:
    """Milliseconds of CPU time for a position, and how many lays it has."""
    tables = [
        Table(seats[-1], {"border": border, "snakes": each}, SPEC.rules)
        for border, each in product(BORDERS, EACH)
        if (seats := players(border, each))
    ]
    views = [view for table in tables for view in middle(table)]
    times: list[float] = []
    counts: list[float] = []
    for view in views:
        counts.append(len(list(lays(view))))
        begun = time.process_time()
        for _ in range(REPEATS):
            list(lays(view))
        times.append((time.process_time() - begun) / REPEATS * 1000)
    yield f"all legal lays of a position: {quartiles(times)} ms; {quartiles(counts)} lays, {len(views)} positions"


def middle(table: Table) -> list[SchlangennestView]:
    """The positions of the middle third of a match."""
    game = Schlangennest()
    state, _ = game.setup(table, SeededDice(b"lays", 0))
    views: list[SchlangennestView] = []
    while state.stage != "over":
        view = game.view(state, state.due)
        if state.stage == "lay":
            views.append(view)
        game.apply(state, Move(state.due, game.fallback(view)), SeededDice(b"lays", len(views)))
    third = len(views) // 3
    return views[third : 2 * third]
