"""Waiting times for Champions: many tables for one person each, at which three Champions answer in turn."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from random import Random
from typing import Any

from engines import GAMES
from engines.dice import SeededDice
from engines.table import Game, Move, Table, View
from host.thinking.pool import ThoughtPool
from opponents.random import play_random
from opponents.worker import Question

TABLES, CHAMPIONS, ROUNDS = 20, 3, 4
PAUSE = 10.0  # seconds on average in which a person looks and answers
DEPTH = 12  # moves at random before the first question


def run() -> Iterator[str]:
    """Seconds until a Champion's answer: the median, one in a hundred, and the longest."""
    waits = sorted(asyncio.run(_measured()))
    middle, late = waits[len(waits) // 2], waits[int(0.99 * (len(waits) - 1))]
    yield (
        f"{TABLES} tables with {CHAMPIONS} Champions each, {len(waits)} thoughts: "
        f"median {middle:.2f} s, p99 {late:.2f} s, longest {waits[-1]:.2f} s"
    )


async def _measured() -> list[float]:
    pool = ThoughtPool()
    waits = await asyncio.gather(*(_table(pool, number) for number in range(TABLES)))
    await pool.close()
    return [wait for table in waits for wait in table]


async def _table(pool: ThoughtPool, number: int) -> list[float]:
    """How long each thought at one table took; all tables begin at the same moment."""
    key, rng, waits = [*GAMES][number % len(GAMES)], Random(number), list[float]()
    for _ in range(ROUNDS):
        for _ in range(CHAMPIONS):
            view, began = _asked(GAMES[key], rng), time.monotonic()
            assert await pool.think(Question(key, "champion", view, rng.getrandbits(64))), "the pool is open"
            waits.append(time.monotonic() - began)
        await asyncio.sleep(rng.expovariate(1 / PAUSE))
    return waits


def _asked(game: Game[Any, Any], rng: Random) -> View:
    """The view of a seat that is to move, some way into a match of four."""
    key, views = rng.randbytes(32), list[View]()
    state, _ = game.setup(Table(CHAMPIONS + 1, {}, game.spec.rules), SeededDice(key, 0))
    for move in range(1, DEPTH + 1):
        if not (waiting := game.view(state, None).waiting):
            break
        views.append(view := game.view(state, waiting[0]))
        path = game.fallback(view) if view.viewer is None else play_random(game, view, rng)
        game.apply(state, Move(view.viewer, path), SeededDice(key, move))
    return next(view for view in reversed(views) if view.viewer is not None)
