"""Upserts of rows, on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import Table
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.engine import TimedEngine

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql


async def upsert(engine: TimedEngine, table: Table, key: dict[str, Any], values: dict[str, Any]) -> None:
    """Insert the row or replace these values in the one with the same key, in a transaction of its own."""
    await engine.run(lambda write: put(write, table, key, values))


async def put(write: AsyncConnection, table: Table, key: dict[str, Any], values: dict[str, Any]) -> None:
    """Insert the row or replace these values in the one with the same key."""
    row = _insert(write, table).values({**key, **values})
    await write.execute(row.on_conflict_do_update(index_elements=list(key), set_=values))


async def put_new(write: AsyncConnection, table: Table, key: dict[str, Any], values: dict[str, Any]) -> None:
    """Insert the row unless one with the same key exists, which stays as it is."""
    row = _insert(write, table).values({**key, **values})
    await write.execute(row.on_conflict_do_nothing(index_elements=list(key)))


async def put_all(write: AsyncConnection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Insert the rows, replacing any with the same primary keys."""
    if not rows:
        return
    keys = [column.name for column in table.primary_key]
    order = _insert(write, table)
    values = {name: order.excluded[name] for name in rows[0] if name not in keys}
    await write.execute(order.on_conflict_do_update(index_elements=keys, set_=values), rows)


def _insert(write: AsyncConnection, table: Table) -> sqlite.Insert | postgresql.Insert:
    if write.dialect.name == "sqlite":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415 -- it takes 1.4 MB, for nothing on SQLite

    return postgresql.insert(table)
