"""`python -m bench.season` plays both seasons at once, a process each, and prints their figures."""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from bench.season.diary import Diary
from bench.season.play import BEGIN, DAYS, MATCHES, Season
from bench.season.report import Played, lines

MEMORY = Path("/dev/shm")  # a disk would be asked to keep what nobody wants to keep


def play(seed: int, matches: int, days: float, fast: bool) -> Played:
    """One season on a database of its own."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        season = asyncio.run(_played(f"sqlite+aiosqlite:///{folder}/season.db", seed, matches, days, fast=fast))
    faults = list(season.faults.values())
    return Played(BEGIN, season.end, list(season.store.courses.values()), faults, time.monotonic() - began)


async def _played(url: str, seed: int, matches: int, days: float, *, fast: bool) -> Season:
    store = await Diary.open(url)
    season = Season(store, seed, fast=fast, matches=matches, days=days)
    await season.play()
    await store.close()
    return season


def main(arguments: list[str]) -> int:
    """Both seasons; 1 if a match got stuck in one of them."""
    parser = argparse.ArgumentParser(prog="python -m bench.season")
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--days", type=float, default=DAYS)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as processes:
        seasons = [processes.submit(play, given.seed, given.matches, given.days, fast) for fast in (False, True)]
        plain, fast = (season.result() for season in seasons)
    for line in lines(plain, fast):
        print(line)
    return bool(plain.faults or fast.faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
