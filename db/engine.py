"""Connections to SQLite and PostgreSQL, set up so that a commit is durable and writers wait for each other."""

from __future__ import annotations

from typing import Any

from sqlalchemy import URL, Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from db.trips import OneTripConnection

# busy_timeout (milliseconds) comes first: the others may have to wait already
PRAGMAS = ("busy_timeout=5000", "journal_mode=WAL", "synchronous=FULL")
CONNECT_TIMEOUT = "10"  # seconds until a PostgreSQL server that doesn't answer is given up; the URL may say another
ONE_STATEMENT = {"sqlite_begin": ""}  # execution options of a transaction of one statement: SQLite needs no BEGIN


def make_engine(url: URL, *, foreign_keys: bool = True) -> AsyncEngine:
    """An engine for `url`; without `foreign_keys` SQLite doesn't enforce them, as rebuilding a table needs."""
    # hide_parameters: what is written holds secrets, and the text of an exception ends in a log
    if url.get_backend_name() != "sqlite":
        url = url.set(query={"connect_timeout": CONNECT_TIMEOUT, **url.query})
        return create_async_engine(url, pool_pre_ping=True, hide_parameters=True)

    # One connection: several would poll for SQLite's one write lock and some would starve.
    engine = create_async_engine(url, pool_size=1, max_overflow=0, hide_parameters=True)

    def open_file(dialect: Any, _record: Any, arguments: Any, options: Any) -> Any:
        return dialect.connect(*arguments, async_creator_fn=OneTripConnection, **options)

    def connect(dbapi: Any, _record: Any) -> None:
        dbapi.isolation_level = None  # else sqlite3 emits a BEGIN of its own, a deferred one
        cursor = dbapi.cursor()
        for pragma in (*PRAGMAS, f"foreign_keys={foreign_keys:d}"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def begin(connection: Connection) -> None:
        # A deferred transaction that reads and then writes fails at once when another one wrote in between.
        if how := connection.get_execution_options().get("sqlite_begin", "BEGIN IMMEDIATE"):
            connection.exec_driver_sql(how)

    event.listen(engine.sync_engine, "do_connect", open_file)
    event.listen(engine.sync_engine, "connect", connect)
    event.listen(engine.sync_engine, "begin", begin)
    return engine
