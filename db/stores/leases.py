"""Leases: turns at work that one process does for all."""

from __future__ import annotations

import time

from sqlalchemy import and_, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.engine import TimedEngine, one_statement, transaction
from db.sql.tables import meta
from db.sql.upsert import put_new


class Turns:
    """The holders of turns, each as a text under a key of `meta`."""

    def __init__(self, engine: TimedEngine) -> None:
        self._engine, self._once = engine, one_statement(engine)

    @transaction
    async def take(self, write: AsyncConnection, key: str, seen: str | None, value: str) -> bool:
        """Replace the text that was `seen`; False if there is another by now."""
        if seen is None:
            await put_new(write, meta, {"key": key}, {"value": ""})
        condition = and_(meta.c.key == key, meta.c.value == (seen or ""))
        return bool((await write.execute(update(meta).where(condition).values(value=value))).rowcount)

    async def seen(self, key: str) -> str | None:
        """The text under a key."""
        async with self._once.connect() as read:
            return (await read.execute(select(meta.c.value).where(meta.c.key == key))).scalar_one_or_none()

    async def clock(self) -> float:
        """The time (unix seconds) by the clock shared by all processes on the database."""
        if self._engine.dialect.name == "sqlite":
            return time.time()  # they are on one machine
        async with self._once.connect() as read:
            return float((await read.execute(select(func.extract("epoch", func.clock_timestamp())))).scalar_one())
