"""SQLite connections that go to their thread once a statement, where aiosqlite's own cursors go four times."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any, Self

import aiosqlite

ITER_CHUNK_SIZE = 64  # aiosqlite's own; nothing here iterates over a cursor of it


class OneTripCursor:
    """What SQLAlchemy needs of an aiosqlite cursor: every statement is executed, read and closed in one go."""

    arraysize = 1

    def __init__(self, connection: OneTripConnection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, sql: str, parameters: Any = ()) -> Self:
        """Run a statement and keep its rows for `fetchall`."""
        return await self._connection.in_thread(self._run, "execute", sql, parameters)

    async def executemany(self, sql: str, parameters: Any) -> Self:
        """Run a statement that returns nothing once for each of the parameters."""
        return await self._connection.in_thread(self._run, "executemany", sql, parameters)

    async def fetchall(self) -> list[Any]:
        """The rows of the last statement."""
        return self._rows

    async def close(self) -> None:
        """There is nothing left to close."""

    def _run(self, how: str, sql: str, parameters: Any) -> Self:
        cursor = self._connection.raw.cursor()
        try:
            getattr(cursor, how)(sql, parameters)
            self._rows = cursor.fetchall() if cursor.description else []
            self.description, self.rowcount, self.lastrowid = cursor.description, cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()
        return self


class OneTripConnection(aiosqlite.Connection):
    """An aiosqlite connection with such cursors, which ends no transaction where none is open."""

    def __init__(self, database: str, **options: Any) -> None:
        super().__init__(lambda: sqlite3.connect(database, **options), ITER_CHUNK_SIZE)
        self._thread.daemon = True  # a process that ends with its loop broken off doesn't wait for it
        self._begun = self._ended = 0  # statements: the loop counts the first, the thread the second

    @property
    def raw(self) -> sqlite3.Connection:
        """sqlite3's connection, for whoever is in its thread."""
        return self._conn

    async def in_thread(self, do: Callable[..., Any], *arguments: Any) -> Any:
        """Call that in the connection's thread."""
        self._begun += 1
        return await self._execute(self._call, do, arguments)  # pyright: ignore[reportUnknownMemberType]

    def cursor(self) -> OneTripCursor:  # pyright: ignore[reportIncompatibleMethodOverride]
        return OneTripCursor(self)

    async def commit(self) -> None:
        if self._may_be_open():
            await super().commit()

    async def rollback(self) -> None:
        if self._may_be_open():
            await super().rollback()

    def _may_be_open(self) -> bool:
        # a statement whose caller was cancelled may be under way still, and begin a transaction
        return self._begun != self._ended or self.in_transaction

    def _call(self, do: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        try:
            return do(*arguments)
        finally:
            self._ended += 1
