"""Time of a durable move: the store's transaction beside bare sqlite3, which repeats its statements on a copy."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from bench.measure import quartiles, ratios
from db.sql.codec import encode
from db.sql.engine import PRAGMAS
from db.store import Store
from engines import GAMES
from engines.dice import SeededDice
from engines.table import Move, Table
from model.kinds import How, PostKind, RowKind
from model.match import LogRow, Match, Outgoing, SeatRow, Snapshot, Step

GAME = GAMES["pistard"]
MOVES = 300
KEY = bytes(32)
SEATS = tuple(SeatRow(seat, seat + 1, None, "Ann") for seat in range(4))
HEADER = Match(
    id=0,
    game="pistard",
    options={},
    rules=GAME.spec.rules,
    phase="running",
    seq=0,
    places=len(SEATS),
    guild=1,
    channel=2,
    thread=3,
    host=1,
    forced=True,
    key=KEY,
    opened=0.0,
    changed=0.0,
    seats=SEATS,
)
NOTES = (Outgoing(PostKind.BOARD, None, None), Outgoing(PostKind.TURN, 2, 1))

Statement = tuple[str, Any]  # with its parameters


def run() -> Iterator[str]:
    """The ratio of the two speeds, and moves a second."""
    with tempfile.TemporaryDirectory() as folder:
        ours, bare, statements = asyncio.run(saved(Path(folder)))
    speed = quartiles(ratios(bare, ours))
    yield f"durable moves / the same {statements} statements in bare sqlite3 (WAL, FULL): {speed}"
    speeds = {name: quartiles([1 / s for s in seconds]) for name, seconds in (("ours", ours), ("bare", bare))}
    yield f"durable moves a second: {speeds['ours']}; bare: {speeds['bare']}"


async def saved(folder: Path) -> tuple[list[float], list[float], int]:
    """Seconds of each move in turns: through the store and by hand; and how many statements a move has."""
    store = await Store.open(f"sqlite+aiosqlite:///{folder / 'store.db'}")
    match = await store.create(HEADER, played(0, 0, (), SeededDice(KEY, 0), []))
    with closing(sqlite3.connect(folder / "store.db")) as base:
        base.execute("VACUUM INTO ?", (str(folder / "bare.db"),))
    statements: list[Statement] = []

    def note(_connection: Any, _cursor: Any, text: str, values: Any, _context: Any, _many: bool) -> None:
        statements.append((text, values))

    event.listen(Engine, "before_cursor_execute", note)
    ours: list[float] = []
    bare: list[float] = []
    with closing(sqlite3.connect(folder / "bare.db", isolation_level=None)) as base:
        for pragma in PRAGMAS:
            base.execute(f"PRAGMA {pragma}")
        base.execute("PRAGMA foreign_keys=1")
        for row, snapshot in moves():
            statements.clear()
            begun = time.perf_counter()
            match = await store.commit(Step(match, row, snapshot, (), NOTES))
            ours.append(time.perf_counter() - begun)
            bare.append(repeated(base, statements))
    event.remove(Engine, "before_cursor_execute", note)
    await store.close()
    return ours, bare, len(statements)


def repeated(base: sqlite3.Connection, statements: list[Statement]) -> float:
    """Seconds that the statements of one transaction take by hand."""
    begun = time.perf_counter()
    for text, values in statements:
        run_one = base.executemany if isinstance(values, list) else base.execute
        run_one(text, values).fetchall()
    base.execute("COMMIT")
    return time.perf_counter() - begun


def moves() -> Iterator[tuple[LogRow, Snapshot]]:
    """A match played by the fallback, then the next, as rows of one log."""
    number = 0
    while True:
        state, _ = GAME.setup(Table(len(SEATS), {}, GAME.spec.rules), SeededDice(KEY, number))
        while waiting := GAME.view(state, None).waiting:
            number += 1
            if number > MOVES:
                return
            seat, dice = waiting[0], SeededDice(KEY, number)
            assert seat is not None
            path = GAME.fallback(GAME.view(state, seat))
            events = GAME.apply(state, Move(seat, path), dice)
            yield played(number, seat, path, dice, events), Snapshot(0, 0, GAME.spec.schema, encode(GAME.spec, state))


def played(number: int, seat: int, path: tuple[str, ...], dice: SeededDice, events: list[Any]) -> LogRow:
    """A log row with a press of its own."""
    return LogRow(
        match=0,
        seq=0,
        kind=RowKind.MOVE,
        by=seat,
        path=path,
        how=How.PLAYER,
        draws=dice.draws,
        events=events,
        interaction_id=number + 1,
        user=1,
        at=float(number),
    )
