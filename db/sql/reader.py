"""Reads from one moment, which never wait for writers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from sqlalchemy import CursorResult, Row, RowMapping, Select, TextClause
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.engine import ONE_STATEMENT, READS, TimedEngine, make_engine, one_statement

Query: TypeAlias = Select[*tuple[Any, ...]] | TextClause


class Reader:
    """Runs queries. A query built once and given its `values` each time is answered in half the time.

    On SQLite the reader keeps a connection of its own, as getting one costs more than a query.
    """

    def __init__(self, engine: TimedEngine) -> None:
        self._engine = engine.for_reading().execution_options(**ONE_STATEMENT)
        self._once = one_statement(engine)
        is_file = engine.dialect.name == "sqlite"
        self._keeps = is_file
        self._own = make_engine(engine.url).execution_options(**ONE_STATEMENT) if is_file else None
        self._kept: AsyncConnection | None = None
        self._asking = asyncio.Lock()  # a connection answers one query at a time

    async def rows(self, query: Query, **values: Any) -> Sequence[RowMapping]:
        """The rows of a query, with columns by name."""
        return (await self._answer(query, values)).mappings().all()

    async def tuples(self, query: Query, **values: Any) -> Sequence[Row[*tuple[Any, ...]]]:
        """The rows of a query, with columns by position; twice as fast for long results."""
        return (await self._answer(query, values)).all()

    async def value(self, query: Query, **values: Any) -> Any:
        """The single value of a query, None without a row."""
        return (await self._answer(query, values)).scalar_one_or_none()

    @asynccontextmanager
    async def moment(self) -> AsyncGenerator[AsyncConnection]:
        """Several queries from one moment: on SQLite this process writes nothing meanwhile."""
        async with self._engine.begin() as read:
            yield read

    async def close(self) -> None:
        """Give the connection back; later queries, as of a cancelled task, get none to keep."""
        async with self._asking:
            engine, self._own = self._own, None
            await self._drop()
        if engine is not None:
            await engine.dispose()

    async def _answer(self, query: Query, values: dict[str, Any]) -> CursorResult[Any]:
        if self._keeps:
            with READS.time():
                async with self._asking:
                    if self._own is not None:  # otherwise it was closed meanwhile
                        return await self._ask(self._own, query, values)
        with READS.time():
            async with self._once.connect() as read:
                return await read.execute(query, values)

    async def _ask(self, engine: TimedEngine, query: Query, values: dict[str, Any]) -> CursorResult[Any]:
        if self._kept is None:
            self._kept = await engine.connect()
        try:
            return await self._kept.execute(query, values)
        except BaseException:  # even when broken off, as the connection's state is unknown then
            await asyncio.shield(self._drop())
            raise

    async def _drop(self) -> None:
        kept, self._kept = self._kept, None
        if kept is not None:
            await kept.close()
