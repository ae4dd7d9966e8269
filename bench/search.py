"""Speed of games in opponents' heads, at random through the simulations, beside python-chess's plies."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count
from typing import Any

from bench.measure import in_slices, quartiles, ratios
from bench.play import SLICE, SLICES, TABLES, plies
from engines import GAMES
from opponents.games import PLAYERS
from opponents.luck import Luck
from opponents.simulation import Simulation


def run() -> Iterator[str]:
    """For each game the ratio of decisions to plies, and both figures."""
    games = {key: decisions(key, players.fast) for key, players in PLAYERS.items() if players.fast}
    speeds = in_slices({**games, "chess": plies()}, SLICES, SLICE)
    for key in games:
        yield f"{key}: decisions / random plies of python-chess: {quartiles(ratios(speeds[key], speeds['chess']))}"
        yield f"{key}: decisions a second: {quartiles(speeds[key])}; plies a second: {quartiles(speeds['chess'])}"


def decisions(key: str, simulation: Simulation[Any, Any, Any]) -> Iterator[None]:
    """Random matches without end, a decision at a time."""
    game, rng = GAMES[key], random.Random(0)
    for seed in count():
        dice = Luck(random.Random(seed))  # the searches' own dice: a draw that is kept and checked would cost more
        state, _ = game.setup(TABLES[key], dice)
        position = simulation.load(state)
        while waiting := simulation.waiting(position):
            viewer = waiting[0]
            simulation.play(position, viewer, simulation.random_answer(position, viewer, rng), dice)
            yield
