"""Length of matches: decisions, and hand-overs from one player to another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from bench.measure import quartiles
from bench.play import TABLES
from engines import GAMES
from engines.dice import SeededDice
from engines.table import Game, Move, Table, Viewer
from opponents.random import play_random

MATCHES = 60


def run() -> Iterator[str]:
    """Both figures for every game and number of seats, played at random and by the fallback."""
    for key, usual in TABLES.items():
        for seats in GAMES[key].spec.seats:
            for how in ("random", "fallback"):
                table = replace(usual, seats=seats)
                movers = [played(GAMES[key], table, how, seed) for seed in range(MATCHES)]
                decisions = quartiles([len(match) for match in movers])
                handovers = quartiles([sum(m != there for m, there in pairwise(match)) for match in movers])
                yield f"{key}, {seats} seats, {how}: {decisions} decisions, {handovers} hand-overs a match"


def played(game: Game[Any, Any], table: Table, how: str, seed: int) -> list[Viewer]:
    """The seats that decided in one match, in order; None is the host."""
    key, rng = seed.to_bytes(32, "big"), Random(seed)
    state, _ = game.setup(table, SeededDice(key, 0))
    movers: list[Viewer] = []
    while (public := game.view(state, None)).waiting:
        seat = public.waiting[0]
        movers.append(seat)
        view = game.view(state, seat)
        path = game.fallback(view) if how == "fallback" else play_random(game, view, rng)
        game.apply(state, Move(seat, path), SeededDice(key, len(movers)))
    return movers
