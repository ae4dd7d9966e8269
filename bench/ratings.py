"""Time of ladders: ratings made from all results beside openskill alone, and a page of a large ladder."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import insert, make_url

from bench.measure import quartiles
from bench.save import HEADER
from db.sql.engine import make_engine
from db.sql.tables import matches, results
from db.store import Store
from db.stores.endings import AT_ONCE
from engines import GAMES
from host.careers.careers import Careers
from host.time.seasons import Seasons
from model.career import PERIODS
from model.kinds import ResultKind
from model.match import Result
from model.rating import model

MATCHES, RIDERS, FIELD = 10_000, 5_000, 4
GUILD, GAME = 1, "pistard"
BEGUN, EVERY = 1_700_000_000.0, 600.0  # when the first match ended, and how many seconds later the next
ROUNDS = 7


def run() -> Iterator[str]:
    """Seconds, and ratios to the bare library in the same run."""
    yield from asyncio.run(measured())


async def measured() -> list[str]:
    """The lines of all figures."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'ladder.db'}"
        store = await Store.open(url)
        history = season()
        await fill(url, history)
        bare, complete = alone(history), await timed(lambda: store.careers.replace([], [], [GAME]))
        now = BEGUN + MATCHES * EVERY
        careers = Careers(store, GAMES, Seasons(store, lambda: now, lambda: None), lambda: now)
        pages: dict[str, list[float]] = {}
        for period in PERIODS:
            look = partial(careers.ladder, GAME, GUILD, period, 7, history[0].user)
            pages[period] = [await timed(look) for _ in range(ROUNDS)]
        compared = await timed(lambda: store.careers.wrong_ratings(GAME))
        await store.close()
    lines = [
        f"ratings of {MATCHES:,} matches from the table of results: {complete:.2f} s, compared in {compared:.2f} s; "
        f"openskill alone: {bare:.2f} s, so {complete / bare:.1f} times as long",
    ]
    for period, seconds in pages.items():
        spread = quartiles([1000 * s for s in seconds])
        lines.append(f"a page of a ladder of {RIDERS:,} riders ({period}): {spread} ms")
    return lines


async def timed(work: Callable[[], Awaitable[Any]]) -> float:
    """Seconds that the work takes."""
    begun = time.perf_counter()
    await work()
    return time.perf_counter() - begun


def season() -> list[Result]:
    """The results of all matches, each of a few riders in a random order."""
    rng = random.Random(1)
    riders = [1000 + n for n in range(RIDERS)]
    results: list[Result] = []
    for match in range(1, MATCHES + 1):
        # everyone comes up at least once
        first = riders[match * FIELD % RIDERS : match * FIELD % RIDERS + FIELD]
        users = first if len(first) == FIELD else rng.sample(riders, FIELD)
        ranks = rng.sample(range(1, FIELD + 1), FIELD)
        results += [one(match, seat, user, rank) for seat, (user, rank) in enumerate(zip(users, ranks, strict=True))]
    return results


def one(match: int, seat: int, user: int, rank: int) -> Result:
    """A result of a match that was played in time."""
    return Result(
        match=match,
        user=user,
        seat=seat,
        name=f"Rider {user}",
        game=GAME,
        guild=GUILD,
        finished=BEGUN + match * EVERY,
        kind=ResultKind.STAYED,
        rated=True,
        rank=rank,
        field=FIELD,
        points=FIELD - rank,
        in_time=9,
        late=0,
    )


async def fill(url: str, history: Sequence[Result]) -> None:
    """Headers of matches without logs, and their results."""
    header = {
        column.name: getattr(HEADER, column.name)
        for column in matches.c
        if column.name not in ("options", "phase", "id")
    }
    rows = [{**header, "options": "{}", "phase": "over", "id": match} for match in range(1, MATCHES + 1)]
    engine = make_engine(make_url(url))
    async with engine.begin() as write:
        await write.execute(insert(matches), rows)
        for start in range(0, len(history), AT_ONCE):
            await write.execute(insert(results), [asdict(r) for r in history[start : start + AT_ONCE]])
    await engine.dispose()


def alone(history: Sequence[Result]) -> float:
    """Seconds that the library takes for the same matches on the same two ladders, without a database."""
    begun = time.perf_counter()
    for _ in range(2):
        states: dict[int, Any] = {}
        for start in range(0, len(history), FIELD):
            played = history[start : start + FIELD]
            teams = [[states.get(result.user) or model().rating()] for result in played]
            after = model().rate(teams, ranks=[float(result.rank) for result in played])
            states |= {result.user: team[0] for result, team in zip(played, after, strict=True)}
    return time.perf_counter() - begun
