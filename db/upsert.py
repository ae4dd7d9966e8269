"""One row put where it belongs, whether it was there before or not, on SQLite and PostgreSQL."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine


async def upsert(engine: AsyncEngine, table: Table, key: dict[str, Any], values: dict[str, Any]) -> None:
    """Insert the row or replace these values of the one with the same key, in a transaction of its own."""
    async with engine.begin() as write:
        await put(write, table, key, values)


async def put(write: AsyncConnection, table: Table, key: dict[str, Any], values: dict[str, Any]) -> None:
    """Insert the row or replace these values of the one with the same key."""
    kind = sqlite.insert if write.dialect.name == "sqlite" else postgresql.insert
    row = kind(table).values({**key, **values})
    await write.execute(row.on_conflict_do_update(index_elements=list(key), set_=values))
