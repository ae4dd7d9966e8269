"""Visits to SQLite's thread: one for each statement, where aiosqlite has four, or one for a whole transaction."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextvars import copy_context
from functools import cached_property, partial
from typing import Any, Self, TypeAlias, TypeVar

import aiosqlite
from sqlalchemy import Connection, ExceptionContext, StaticPool, create_engine, event

ITER_CHUNK_SIZE = 64  # aiosqlite's own default; nothing here iterates over its cursors

Value: TypeAlias = str | bytes | int | float | None  # what SQLite stores
Row: TypeAlias = tuple[Value, ...]
Column: TypeAlias = tuple[str, None, None, None, None, None, None]  # its name; sqlite3 reports nothing else
T = TypeVar("T")


class OneTripCursor:
    """The cursor interface SQLAlchemy needs: each statement is executed, read and closed in one trip."""

    arraysize = 1

    def __init__(self, connection: OneTripConnection) -> None:
        self._connection = connection
        self._rows: list[Row] = []
        self.description: tuple[Column, ...] | None = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, sql: str, parameters: Sequence[Value] = ()) -> Self:
        """Run a statement and keep its rows for `fetchall`."""
        await self._connection.in_thread(lambda: self._run(lambda cursor: cursor.execute(sql, parameters)))
        return self

    async def executemany(self, sql: str, parameters: Sequence[Sequence[Value]]) -> Self:
        """Run a statement without rows, once for each set of parameters."""
        await self._connection.in_thread(lambda: self._run(lambda cursor: cursor.executemany(sql, parameters)))
        return self

    async def fetchall(self) -> list[Row]:
        """The rows of the last statement."""
        return self._rows

    async def close(self) -> None:
        """Do nothing: everything is closed already."""

    def _run(self, statement: Callable[[sqlite3.Cursor], object]) -> None:
        cursor = self._connection.raw.cursor()
        try:
            statement(cursor)
            # the count is known once the rows have been read
            self._rows = cursor.fetchall() if cursor.description else []
            self.description, self.rowcount, self.lastrowid = cursor.description, cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()


class _Trip(asyncio.Future[Any]):
    """A result from the thread that its caller waits for, cancelled or not."""

    def cancel(self, msg: Any = None) -> bool:
        """Stay as it is: the task that waits is cancelled afterwards."""
        return False


class OneTripConnection(aiosqlite.Connection):
    """An aiosqlite connection with such cursors, which never ends a transaction that isn't open."""

    def __init__(self, database: str, *, at_error: Callable[[ExceptionContext], None], **options: Any) -> None:
        super().__init__(lambda: sqlite3.connect(database, **options), ITER_CHUNK_SIZE)
        self._thread.daemon = True  # so that a process whose loop was broken off doesn't wait for it
        self._begun = self._ended = 0  # statements, counted by the loop and by the thread
        self._at_error = at_error  # of a statement in the thread

    @property
    def raw(self) -> sqlite3.Connection:
        """sqlite3's connection, for code in its thread."""
        return self._conn

    @cached_property
    def plain(self) -> Connection:
        """SQLAlchemy's connection without asyncio, for code in its thread: statements take half as long as with it."""
        engine = create_engine("sqlite://", creator=lambda: self._conn, poolclass=StaticPool, hide_parameters=True)
        event.listen(engine, "handle_error", self._at_error)
        return engine.connect()

    async def in_thread(self, statement: Callable[[], None]) -> None:
        """Run a function in the connection's thread."""
        self._begun += 1
        await self._execute(self._call, statement)

    async def in_one_trip(self, work: Callable[[Connection], T]) -> T:
        """Run in the connection's thread what waits for nothing but this connection.

        It isn't broken off: a caller that is cancelled leaves when it is over.
        """
        context = copy_context()
        return await self._queued(lambda: context.run(lambda: work(self.plain)), _Trip)

    def _queued(self, work: Callable[[], T], future: type[asyncio.Future[Any]] = asyncio.Future) -> asyncio.Future[T]:
        if not self._running or self._connection is None:
            raise ValueError("the connection is closed")
        trip = future(loop=asyncio.get_running_loop())
        self._tx.put_nowait((trip, work))  # pyright: ignore[reportUnknownMemberType]
        return trip

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return await self._queued(partial(fn, *args, **kwargs))

    def cursor(self) -> OneTripCursor:  # pyright: ignore[reportIncompatibleMethodOverride]
        return OneTripCursor(self)

    async def commit(self) -> None:
        if self._may_be_open():
            await super().commit()

    async def rollback(self) -> None:
        if self._may_be_open():
            await super().rollback()

    async def close(self) -> None:
        """Close the connection; later calls do nothing, as its thread answers only the first."""
        if self._connection is None:
            return
        if self._running:
            self.stop()  # pyright: ignore[reportUnknownMemberType]
        await asyncio.to_thread(self._thread.join)

    def _may_be_open(self) -> bool:
        # a cancelled caller's statement may still be under way and begin a transaction
        return self._begun != self._ended or self.in_transaction

    def _call(self, statement: Callable[[], None]) -> None:
        try:
            statement()
        finally:
            self._ended += 1
