"""What a durable move costs: the store's one transaction, compared with bare sqlite3 writing as many rows."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median

from db.codec import encode
from db.rows import Change, LogRow, Match, Note, SeatRow, Snapshot
from db.store import Store
from engines import GAMES
from engines.dice import SeededDice
from engines.table import Table

MOVES = 200


def run() -> Iterator[str]:
    """Moves a second through the store, and the ratio to bare sqlite3 (WAL, synchronous=FULL)."""
    game = GAMES["pistard"]
    state, _ = game.setup(Table(4, {}, game.spec.rules), SeededDice(b"bench", 0))
    body = encode(game.spec, state)
    with tempfile.TemporaryDirectory() as folder:
        ours = asyncio.run(through_store(Path(folder) / "store.db", body))
        bare = through_sqlite(Path(folder) / "bare.db", body)
    yield f"durable moves a second: {1 / median(ours):.0f}; bare sqlite3: {1 / median(bare):.0f}"
    yield f"ratio of the two: {median(bare) / median(ours):.2f}"


async def through_store(file: Path, body: bytes) -> list[float]:
    """Seconds of each of many moves of one match."""
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    match = await store.create(header(), row("open", 0))
    seconds: list[float] = []
    for number in range(MOVES):
        snapshot = Snapshot(match.id, 0, 1, body)
        notes = (Note("board", None, None), Note("turn", 2, 1))
        begun = time.perf_counter()
        match = await store.commit(Change(match, row("move", number + 1), snapshot, (), notes))
        seconds.append(time.perf_counter() - begun)
    await store.close()
    return seconds


def through_sqlite(file: Path, body: bytes) -> list[float]:
    """Seconds of each of as many transactions that write the same rows by hand."""
    base = sqlite3.connect(file, isolation_level=None)
    base.execute("PRAGMA journal_mode=WAL")
    base.execute("PRAGMA synchronous=FULL")
    base.executescript(
        "CREATE TABLE matches (id INTEGER PRIMARY KEY, seq INTEGER, options TEXT);"
        "CREATE TABLE seats (seat INTEGER, name TEXT);"
        "CREATE TABLE log (seq INTEGER PRIMARY KEY, path TEXT, press INTEGER UNIQUE);"
        "CREATE TABLE snapshots (seq INTEGER PRIMARY KEY, body BLOB);"
        "CREATE TABLE outbox (id INTEGER PRIMARY KEY, kind TEXT);"
        "INSERT INTO matches VALUES (1, 0, '{}')"
    )
    seconds: list[float] = []
    for number in range(MOVES):
        begun = time.perf_counter()
        base.execute("BEGIN IMMEDIATE")
        base.execute("UPDATE matches SET seq = ?, options = '{}' WHERE id = 1 AND seq = ?", (number + 1, number))
        base.execute("DELETE FROM seats")
        base.executemany("INSERT INTO seats VALUES (?, ?)", [(seat, "Ann") for seat in range(4)])
        base.execute("INSERT INTO log VALUES (?, '[]', ?)", (number, number))
        base.execute("INSERT INTO snapshots VALUES (?, ?)", (number, body))
        base.executemany("INSERT INTO outbox (kind) VALUES (?)", [("board",), ("turn",)])
        base.execute("COMMIT")
        seconds.append(time.perf_counter() - begun)
    base.close()
    return seconds


def header() -> Match:
    """A running match of four."""
    return Match(
        id=0,
        game="pistard",
        options={},
        rules=1,
        phase="running",
        seq=0,
        places=4,
        guild=1,
        channel=2,
        thread=3,
        host=1,
        forced=True,
        key=bytes(32),
        opened=0.0,
        changed=0.0,
        seats=tuple(SeatRow(seat, seat + 1, None, "Ann") for seat in range(4)),
    )


def row(kind: str, number: int) -> LogRow:
    """A log row with a press of its own."""
    return replace(OPEN, kind=kind, press=number + 1)


OPEN = LogRow(
    match=0, seq=0, kind="open", by=None, path=(), how="player", draws=[], events=[], press=None, user=1, at=0.0
)
