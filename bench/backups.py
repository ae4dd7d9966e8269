"""Time of a backup and of its restoring by the size of the database; on SQLite, by the clock and in CPU."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

from bench.room import played, used
from db.store import Store
from db.upkeep.backup import back_up, check_file, rehearse, restore
from engines import GAMES

SIZES = (200, 600)  # MB, roughly: of a hundred servers, and of three hundred
MEGABYTE = 1e6


def run() -> Iterator[str]:
    """Seconds of each step, for databases of matches that are fresh."""
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            yield from _measured(Path(folder), size)


def _measured(folder: Path, size: int) -> Iterator[str]:
    file, backup = folder / "house.db", folder / "house.backup"
    asyncio.run(_filled(file, size * MEGABYTE))
    url = URL.create("sqlite", database=str(file))
    made = back_up(url, backup, 0.0)
    backup.unlink()
    yield f"{used(file) / MEGABYTE:.0f} MB of database, {made.rows} rows, {made.size / MEGABYTE:.0f} MB of backup"
    steps: dict[str, Callable[[], object]] = {
        "made": lambda: back_up(url, backup, 0.0),
        "its checksum read": lambda: check_file(backup),
        "restored": lambda: restore(url.set(database=str(folder / "new.db")), backup),
        "restored on trial": lambda: rehearse(backup),
    }
    for name, step in steps.items():
        wall, cpu = time.perf_counter(), time.process_time()
        step()
        yield f"  {name}: {time.perf_counter() - wall:.1f} s, of CPU {time.process_time() - cpu:.1f} s"


async def _filled(file: Path, size: float) -> None:
    """A database with a match of each game, and as many copies of them as make it so large."""
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    for game in GAMES:
        await played(store, game)
    await store.close()
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("DELETE FROM outbox")
        base.execute("DELETE FROM deadlines")
        first = used(file)
        for copy in range(1, int(size / first)):
            for table in ("matches", "seats", "log", "snapshots"):
                _copied(base, table, copy * len(GAMES))


def _copied(base: sqlite3.Connection, table: str, further: int) -> None:
    """The rows of the first matches once more, for matches whose numbers are so much higher."""
    names = [str(row[1]) for row in base.execute(f"PRAGMA table_info({table})")]
    number = "id" if table == "matches" else "match"
    # a press counts once, so copies have none
    other = {number: f"{number} + {further}", "press": "NULL", "rematch_of": "NULL"}
    values = ", ".join(other.get(name, f'"{name}"') for name in names)
    base.execute(f"INSERT INTO {table} SELECT {values} FROM {table} WHERE {number} <= ?", (len(GAMES),))
