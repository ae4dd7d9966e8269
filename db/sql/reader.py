"""Reads as of one moment; they never wait for writers."""

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
    """Runs queries. A query that is made once and given its `values` each time is answered in half the time.

    On SQLite it has a connection of its own and keeps it: to get one, begin and give it back costs more than to ask.
    """

    def __init__(self, engine: TimedEngine) -> None:
        self._engine = engine.for_reading().execution_options(**ONE_STATEMENT)
        self._once = one_statement(engine)
        is_file = engine.dialect.name == "sqlite"
        self._keeps = is_file
        self._own = make_engine(engine.url).execution_options(**ONE_STATEMENT) if is_file else None
        self._kept: AsyncConnection | None = None
        self._asking = asyncio.Lock()  # a connection answers one question at a time

    async def rows(self, query: Query, **values: Any) -> Sequence[RowMapping]:
        """Rows of a query, their columns by name."""
        return (await self._answer(query, values)).mappings().all()

    async def tuples(self, query: Query, **values: Any) -> Sequence[Row[*tuple[Any, ...]]]:
        """Rows of a query, their columns by position: a long answer comes twice as fast."""
        return (await self._answer(query, values)).all()

    async def value(self, query: Query, **values: Any) -> Any:
        """The one value that is asked for, None if there is no row."""
        return (await self._answer(query, values)).scalar_one_or_none()

    @asynccontextmanager
    async def moment(self) -> AsyncGenerator[AsyncConnection]:
        """Several queries as of one moment: within this process nothing is written meanwhile on SQLite."""
        async with self._engine.begin() as read:
            yield read

    async def close(self) -> None:
        """Give the connection back; a later query, as of a task that is being cancelled, gets none to keep."""
        async with self._asking:
            engine, self._own = self._own, None
            await self._drop()
        if engine is not None:
            await engine.dispose()

    async def _answer(self, query: Query, values: dict[str, Any]) -> CursorResult[Any]:
        if self._keeps:
            with READS.time():
                async with self._asking:
                    if self._own is not None:  # else it was closed meanwhile
                        return await self._ask(self._own, query, values)
        with READS.time():
            async with self._once.connect() as read:
                return await read.execute(query, values)

    async def _ask(self, engine: TimedEngine, query: Query, values: dict[str, Any]) -> CursorResult[Any]:
        if self._kept is None:
            self._kept = await engine.connect()
        try:
            return await self._kept.execute(query, values)
        except BaseException:  # also when it is broken off: the connection's state isn't known then
            await asyncio.shield(self._drop())
            raise

    async def _drop(self) -> None:
        kept, self._kept = self._kept, None
        if kept is not None:
            await kept.close()
