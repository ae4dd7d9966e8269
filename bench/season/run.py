"""One season from its first moment to its last, on a database of its own."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from bench.season.diary import Diary
from bench.season.play import BEGIN, DAYS, MATCHES, Season
from bench.season.report import Played

MEMORY = Path("/dev/shm")  # a disk would be asked to keep what nobody wants to keep


def run(seed: int, *, fast: bool, matches: int = MATCHES, days: float = DAYS) -> Played:
    """Play it, with plans and forced answers (`fast`) or without."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        season = asyncio.run(_played(f"sqlite+aiosqlite:///{folder}/season.db", seed, matches, days, fast=fast))
    faults = list(season.faults.values())
    return Played(BEGIN, season.end, season.store.courses, faults, time.monotonic() - began)


async def _played(url: str, seed: int, matches: int, days: float, *, fast: bool) -> Season:
    store = await Diary.open(url)
    season = Season(store, seed, fast=fast, matches=matches, days=days)
    await season.play()
    await store.close()
    return season
