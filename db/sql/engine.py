"""Connections to SQLite and PostgreSQL, set up so that a commit is durable and writers wait for each other."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from math import inf
from pathlib import Path
from typing import Any, Literal, Self

from prometheus_client import Histogram
from sqlalchemy import URL, Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from db.sql.one_trip_cursor import OneTripConnection

# milliseconds in which SQLite's lock must come: a person waits for the answer (see SOON in `cogs/ui/long_tasks.py`)
PATIENCE = 900
# busy_timeout comes first: the others may have to wait already
PRAGMAS = (f"busy_timeout={PATIENCE}", "journal_mode=WAL", "synchronous=FULL")
IN_VAIN = 1.0  # seconds after a wait that was in vain, in which no other transaction waits
CONNECT_TIMEOUT = "10"  # seconds until a PostgreSQL server that doesn't answer is given up; the URL may say another
APPLICATION = "gruppetto"  # what PostgreSQL calls the sessions of a bot
ASIDE = f"{APPLICATION} backup"  # and those of work beside it
POOL = 5  # connections to a server that an engine may have, if DATABASE_POOL doesn't say another number
POOL_SIZE, THRESHOLD = "pool_size", "prepare_threshold"  # what a URL's query says to us, not to the server
UNPREPARED = "none"  # a threshold: no statement is prepared
ONE_STATEMENT = {"sqlite_begin": ""}  # execution options of a transaction of one statement: SQLite needs no BEGIN
RESTED = 1.0  # seconds after which a connection is asked whether its server is still there: none restarts faster
USED = "used"  # when it was, by the clock for differences

SECONDS = Histogram(
    "gruppetto_database_seconds",
    "Time from wanting to read or write until that is done, with the wait for a connection",
    ("kind",),
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0),
)
READS, WRITES = SECONDS.labels("read"), SECONDS.labels("write")


class TimedEngine(AsyncEngine):
    """An engine that measures how long its transactions take."""

    kind: Literal["read", "write"] = "write"

    def execution_options(self, **options: Any) -> Self:
        """Engine with other options."""
        other = type(self)(self.sync_engine.execution_options(**options))
        other.kind = self.kind
        return other

    def for_reading(self) -> Self:
        """Engine for transactions that change nothing."""
        other = self.execution_options()
        other.kind = "read"
        return other

    @asynccontextmanager
    async def begin(self) -> AsyncGenerator[AsyncConnection]:
        """A connection in a transaction, which is committed at the end."""
        since = time.perf_counter()
        try:
            async with super().begin() as connection:
                yield connection
        finally:
            (READS if self.kind == "read" else WRITES).observe(time.perf_counter() - since)


def make_engine(url: URL, *, foreign_keys: bool = True) -> TimedEngine:
    """An engine for `url`; without `foreign_keys` SQLite doesn't enforce them, as rebuilding a table needs."""
    # hide_parameters: what is written holds secrets, and the text of an exception ends in a log
    if url.get_backend_name() != "sqlite":
        server = create_async_engine(
            _for_driver(url, APPLICATION),
            pool_size=int(str(url.query.get(POOL_SIZE, POOL))),
            max_overflow=0,
            connect_args=_prepared(url),
            hide_parameters=True,
        )
        _ask_the_rested(server.sync_engine)
        return TimedEngine(server.sync_engine)

    # One connection: several would poll for SQLite's one write lock and some would starve.
    engine = TimedEngine(create_async_engine(url, pool_size=1, max_overflow=0, hide_parameters=True).sync_engine)

    def open_file(dialect: Any, _record: Any, arguments: Any, options: Any) -> Any:
        make_private(url)
        return dialect.connect(*arguments, async_creator_fn=OneTripConnection, **options)

    event.listen(engine.sync_engine, "do_connect", open_file)
    _set_up(engine.sync_engine, (*PRAGMAS, f"foreign_keys={foreign_keys:d}"))
    _wait_once(engine.sync_engine)
    return engine


def is_there(url: URL) -> bool:
    """Whether there is a database to open: SQLite would make a file that isn't there."""
    name = str(url.database)
    try:
        return url.get_backend_name() != "sqlite" or name.startswith("file:") or Path(name).is_file()
    except PermissionError:  # in a folder out of sight: SQLite can't open it either, and says so
        return True


def named(url: URL) -> str:
    """Name by which people know a database: its file, or the server's URL without its password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.set(query={}).render_as_string(hide_password=True)  # a query can hold a password too


def make_private(url: URL) -> None:
    """Make SQLite's new file one that its owner alone may read; SQLite gives those beside it the same rights."""
    if is_there(url):
        return
    with suppress(OSError):  # SQLite can't make it either, and says why
        # never to open one that there is: to close it would take away SQLite's own locks in this process
        os.close(os.open(str(url.database), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def prepares(url: URL) -> bool:
    """Whether statements are prepared on a server, which wants a session that stays the same: no pooler's."""
    return str(url.query.get(THRESHOLD, "")).lower() != UNPREPARED


def _prepared(url: URL) -> dict[str, int | None]:
    """psycopg's threshold of preparing a statement: after how many times, by default its own number."""
    if THRESHOLD not in url.query:
        return {}
    return {THRESHOLD: int(str(url.query[THRESHOLD])) if prepares(url) else None}


def _for_driver(url: URL, name: str) -> URL:
    """The URL of a server without what is said to us, with the name by which sessions of bots are known."""
    query = {"connect_timeout": CONNECT_TIMEOUT, **url.query, "application_name": name}
    return url.set(query=query).difference_update_query((POOL_SIZE, THRESHOLD))


def one_statement(engine: TimedEngine) -> TimedEngine:
    """An engine for transactions of one statement: to begin and to commit would cost a trip to the database each."""
    if engine.dialect.name == "sqlite":
        return engine.execution_options(**ONE_STATEMENT)
    return engine.execution_options(**ONE_STATEMENT, isolation_level="AUTOCOMMIT")


def _ask_the_rested(engine: Engine) -> None:
    """Replace connections whose server has gone; those that were used a moment ago aren't asked, which costs a trip."""

    def used(_dbapi: Any, record: ConnectionPoolEntry) -> None:
        record.info[USED] = time.monotonic()

    def ask(dbapi: Any, record: ConnectionPoolEntry, _proxy: Any) -> None:
        if time.monotonic() - record.info[USED] < RESTED:
            return
        try:
            engine.dialect.do_ping(dbapi)
        except engine.dialect.loaded_dbapi.Error as gone:
            raise InvalidatePoolError from gone

    event.listen(engine, "connect", used)
    event.listen(engine, "checkin", used)
    event.listen(engine, "checkout", ask)


def _wait_once(engine: Engine) -> None:
    """While another program has SQLite's lock one transaction waits for it, and those behind it only try."""
    last = -inf  # when a wait was in vain

    def fail(about: ExceptionContext) -> None:
        nonlocal last
        code = getattr(about.original_exception, "sqlite_errorcode", 0)
        if code & 0xFF == sqlite3.SQLITE_BUSY and time.monotonic() - last > IN_VAIN:
            last = time.monotonic()

    def check_out(dbapi: Any, record: ConnectionPoolEntry, _proxy: Any) -> None:
        patience = 0 if time.monotonic() - last < IN_VAIN else PATIENCE
        if record.info.get("patience", PATIENCE) != patience:
            cursor = dbapi.cursor()
            cursor.execute(f"PRAGMA busy_timeout={patience}")
            cursor.close()
            record.info["patience"] = patience

    event.listen(engine, "handle_error", fail)
    event.listen(engine, "checkout", check_out)


def make_sync_engine(url: URL, *, pragmas: Sequence[str] = PRAGMAS) -> Engine:
    """An engine for work outside of the event loop, whose connections aren't kept; SQLite enforces no foreign keys."""
    if url.get_backend_name() != "sqlite":
        return create_engine(
            _for_driver(url, ASIDE), poolclass=NullPool, connect_args={THRESHOLD: None}, hide_parameters=True
        )
    engine = create_engine(url.set(drivername="sqlite+pysqlite"), poolclass=NullPool, hide_parameters=True)
    event.listen(engine, "do_connect", lambda *_: make_private(url))
    _set_up(engine, pragmas)
    return engine


def _set_up(engine: Engine, pragmas: Sequence[str]) -> None:
    """Let the connections to SQLite begin with these pragmas, and transactions where they are meant to."""

    def connect(dbapi: Any, _record: Any) -> None:
        dbapi.isolation_level = None  # else sqlite3 emits a BEGIN of its own, a deferred one
        cursor = dbapi.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def begin(connection: Connection) -> None:
        # A deferred transaction that reads and then writes fails at once when another one wrote in between.
        if how := connection.get_execution_options().get("sqlite_begin", "BEGIN IMMEDIATE"):
            connection.exec_driver_sql(how)

    event.listen(engine, "connect", connect)
    event.listen(engine, "begin", begin)
