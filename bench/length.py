"""How long matches of Pistard are: decisions, and hand-overs from one player to another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from bench.measure import quartiles
from engines import GAMES
from engines.dice import SeededDice
from engines.table import Move, Path, Table, View
from opponents import OPPONENTS

GAME = GAMES["pistard"]
MATCHES = 60


def run() -> Iterator[str]:
    """Both figures for every number of seats, played at random and by the fallback."""
    for seats in GAME.spec.seats:
        for how in ("random", "fallback"):
            movers = [played(seats, how, seed) for seed in range(MATCHES)]
            decisions = quartiles([len(match) for match in movers])
            handovers = quartiles([sum(here != there for here, there in pairwise(match)) for match in movers])
            yield f"{seats} seats, {how}: {decisions} decisions, {handovers} hand-overs a match"


def played(seats: int, how: str, seed: int) -> list[int]:
    """The seats that decided in one match with default options, in order."""
    key, rng = seed.to_bytes(32, "big"), Random(seed)
    state, _ = GAME.setup(Table(seats, {}, GAME.spec.rules), SeededDice(key, 0))
    movers: list[int] = []
    while (public := GAME.view(state, None)).waiting:
        seat = public.waiting[0]
        assert seat is not None
        movers.append(seat)
        path = decided(GAME.view(state, seat), how, rng)
        GAME.apply(state, Move(seat, path), SeededDice(key, len(movers)))
    return movers


def decided(view: View, how: str, rng: Random) -> Path:
    """An answer at random, or the one of a seat that ran out of time."""
    return GAME.fallback(view) if how == "fallback" else OPPONENTS[how](GAME, view, rng)
