"""One season from its first moment to its last, on a database of its own."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from bench.season.diary import Diary
from bench.season.play import BEGIN, DAYS, MATCHES, Season
from bench.season.report import Played

MEMORY = Path("/dev/shm")  # a disk would keep what no one wants to keep


def run(
    seed: int,
    *,
    fast: bool,
    matches: int = MATCHES,
    days: float = DAYS,
    evenings: float = 0.0,
    holidays: float = 0.0,
    live: float = 0.0,
) -> Played:
    """Play it, with plans and forced answers (`fast`) or without; see `Season` for the shares."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        url, shares = f"sqlite+aiosqlite:///{folder}/season.db", (evenings, holidays, live)
        season = asyncio.run(_played(url, seed, matches, days, shares, fast=fast))
    faults = list(season.faults.values())
    return Played(BEGIN, season.end, season.store.courses, faults, time.monotonic() - began)


async def _played(
    url: str, seed: int, matches: int, days: float, shares: tuple[float, float, float], *, fast: bool
) -> Season:
    store = await Diary.open(url)
    evenings, holidays, live = shares
    season = Season(store, seed, fast=fast, matches=matches, days=days, evenings=evenings, holidays=holidays, live=live)
    await season.play()
    await store.close()
    return season
