"""A small match between Ada and Bo, to fill databases with."""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

from sqlalchemy import Executable, make_url, select, text

from db.sql.engine import make_engine, without_keys
from db.sql.tables import metadata
from engines.dice import Draw
from engines.table import Event
from model.cup import Cup
from model.kinds import DEADLINE_KINDS, How, RowKind
from model.match import Deadline, LogRow, Match, Outgoing, SeatRow, Snapshot, Step
from model.terms import Terms

ADA, BO = 2**62 + 1, 2**62 + 2  # users; snowflakes need all of a column's 64 bits
GUILD, CHANNEL, THREAD = 2**61, 2**61 + 1, 2**61 + 2
NOON = 1_700_000_000.25

LOBBY = Match(
    id=0,
    game="pistard",
    options={"laps": "3", "course": "Trèfle"},
    rules=1,
    phase="lobby",
    seq=0,
    places=2,
    guild=GUILD,
    channel=CHANNEL,
    thread=None,
    host=ADA,
    terms=Terms(),
    key=bytes(range(32)),
    opened=NOON,
    changed=NOON,
    seats=(SeatRow(0, ADA, None, "Ada"),),
)
CUP = Cup(
    id=0,
    guild=GUILD,
    channel=CHANNEL,
    director=ADA,
    title="Trèfle cup",
    game="pistard",
    options={"track": "sprint"},
    rules=1,
    format="swiss",
    least=2,
    most=2,
    places=16,
    seasons=1,
    days=14,
    clock="daily",
    weekends=False,
    rated=True,
    duplicate=False,
    legs=False,
    phase="signup",
    round=0,
    seq=0,
    due=NOON + 900,
    key=bytes(range(32)),
    entropy="",
    opened=NOON,
    changed=NOON,
)
SEATED = (SeatRow(0, ADA, None, "Ada"), SeatRow(1, BO, None, "Bo"))


def row(kind: str = "move", interaction_id: int | None = None, **more: Any) -> LogRow:
    """A log row by seat 0 with two draws and an event for seats 0 and 1."""
    plain = LogRow(
        match=0,
        seq=0,
        kind=RowKind(kind),
        by=0,
        path=("bid", "3"),
        how=How.PLAYER,
        draws=[Draw("sprint", 6, [4, 2]), Draw("deck", 0, [1, 0])],
        events=[Event("rode", frozenset({1, 0}), {"lane": 2, "riders": ("a", "b"), "why": "sprint"})],
        interaction_id=interaction_id,
        user=ADA,
        at=NOON + 60,
    )
    return replace(plain, **more)


def start(match: Match, *deadlines: Deadline, interaction_id: int | None = None) -> Step:
    """The step with which the lobby becomes a running match."""
    return step(replace(match, phase="running", seats=SEATED), *deadlines, kind="start", interaction_id=interaction_id)


def step(
    match: Match, *deadlines: Deadline, posts: tuple[Outgoing, ...] = (), body: bytes = b"state", **more: Any
) -> Step:
    """The next step of a match, with a snapshot."""
    return Step(match, row(**more), Snapshot(0, 0, 1, body), deadlines, posts)


def owed(kind: str, due: float, seat: int | None = None) -> Deadline:
    return Deadline(0, 0, DEADLINE_KINDS[kind], seat, due)


async def everything(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    engine = make_engine(make_url(url))
    async with engine.begin() as read:
        found = {
            table.name: [tuple(r) for r in (await read.execute(select(table).order_by(*table.primary_key))).all()]
            for table in metadata.sorted_tables
        }
    await engine.dispose()
    return found


async def behind(url: str, *orders: Executable | str, foreign_keys: bool = True) -> Sequence[Any]:
    """What is done behind the store's back, in one transaction: the first column of what the last order finds."""
    engine = make_engine(make_url(url))
    try:
        async with nullcontext() if foreign_keys else without_keys(engine), engine.begin() as connection:
            results = [await connection.execute(text(o) if isinstance(o, str) else o) for o in orders]
            return results[-1].scalars().all() if results[-1].returns_rows else []
    finally:
        await engine.dispose()
