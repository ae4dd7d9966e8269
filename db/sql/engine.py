"""Connections to SQLite and PostgreSQL, with durable commits and writers that wait for each other."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial, wraps
from math import inf
from pathlib import Path
from typing import Any, Concatenate, Literal, ParamSpec, Protocol, Self, TypeVar

from prometheus_client import Histogram
from sqlalchemy import URL, Connection, CursorResult, Engine, ExceptionContext, Executable, create_engine, event, text
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, NullPool, PoolProxiedConnection
from sqlalchemy.util import greenlet_spawn

from db.sql.one_trip_cursor import OneTripConnection

# milliseconds to wait for SQLite's lock: a person waits for the reply (see SOON in `cogs/ui/long_tasks.py`)
PATIENCE = 900
# busy_timeout comes first, as the others may already have to wait
PRAGMAS = (f"busy_timeout={PATIENCE}", "journal_mode=WAL", "synchronous=FULL")
CACHE = 512  # KiB of pages a connection keeps; SQLite's 2,000 fill over days, and save no time that can be measured
IN_VAIN = 1.0  # seconds after a failed wait during which no other transaction waits
CONNECT_TIMEOUT = "10"  # seconds to wait for a PostgreSQL server's answer, unless the URL sets another limit
APPLICATION = "gruppetto"  # the name of a bot's sessions in PostgreSQL
ASIDE = f"{APPLICATION} backup"  # and of the sessions of its backups
POOL = 5  # connections to a server per engine, unless DATABASE_POOL sets another number
POOL_SIZE, THRESHOLD = "pool_size", "prepare_threshold"  # parts of a URL's query that are for us, not the server
UNPREPARED = "none"  # a threshold: prepare no statement
ONE_STATEMENT = {"sqlite_begin": ""}  # execution options of a transaction of one statement: SQLite needs no BEGIN
RESTED = 1.0  # seconds of rest after which a connection is tested before use: no server restarts faster
USED = "used"  # the time of last use, by the monotonic clock

P = ParamSpec("P")
T = TypeVar("T")

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
        """The engine with these options."""
        other = type(self)(self.sync_engine.execution_options(**options))
        other.kind = self.kind
        return other

    def for_reading(self) -> Self:
        """The engine for transactions that change nothing."""
        other = self.execution_options()
        other.kind = "read"
        return other

    async def run(self, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]]) -> T:
        """Run a transaction that waits for nothing but its own statements: on SQLite in one trip to its thread."""
        if self.dialect.name != "sqlite":
            async with self.begin() as connection:
                return await work(connection)
        begin = _beginning(self.sync_engine.get_execution_options())

        def transaction(plain: Connection) -> T:
            with plain.begin():
                if begin:
                    plain.exec_driver_sql(begin)
                return _at_once(work(_InThread(self, plain)))

        with (READS if self.kind == "read" else WRITES).time():
            held = await greenlet_spawn(self.sync_engine.raw_connection)
            try:
                return await one_trip(held).in_one_trip(transaction)
            finally:
                await greenlet_spawn(held.close)  # it has no transaction, so this waits for nothing

    async def execute(self, statement: Executable, values: Mapping[str, Any] | None = None) -> int:
        """Run a transaction of one statement; returns how many rows it changed."""

        async def work(connection: AsyncConnection) -> int:
            return (await connection.execute(statement, values)).rowcount

        return await self.run(work)

    @asynccontextmanager
    async def begin(self) -> AsyncGenerator[AsyncConnection]:
        """A connection in a transaction, which is committed at the end."""
        since = time.perf_counter()
        try:
            async with super().begin() as connection:
                yield connection
        finally:
            (READS if self.kind == "read" else WRITES).observe(time.perf_counter() - since)


class _InThread(AsyncConnection):
    """A connection in SQLite's thread, for code that waits for each statement: there each is run at once."""

    async def execute(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, statement: Executable, parameters: Any = None
    ) -> CursorResult[Any]:
        assert self.sync_connection is not None
        return self.sync_connection.execute(statement, parameters)

    async def run_sync(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **named: P.kwargs) -> T:
        """What a function returns that is given SQLAlchemy's plain connection."""
        assert self.sync_connection is not None
        return function(self.sync_connection, *args, **named)


def _at_once(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns that never has to wait."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value
    work.close()
    raise RuntimeError("a transaction in SQLite's thread waited for something else")


def one_trip(held: PoolProxiedConnection) -> OneTripConnection:
    """SQLite's connection below one that the pool has lent."""
    assert isinstance(held.driver_connection, OneTripConnection)
    return held.driver_connection


class OnEngine(Protocol):
    """Tables whose transactions run on an engine."""

    _engine: TimedEngine


S = TypeVar("S", bound=OnEngine)


def transaction(
    method: Callable[Concatenate[S, AsyncConnection, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Make a method a transaction of its own, see `TimedEngine.run`: it is given the connection."""

    @wraps(method)
    async def run(tables: S, *args: P.args, **named: P.kwargs) -> T:
        engine = tables._engine  # pyright: ignore[reportPrivateUsage]
        return await engine.run(lambda write: method(tables, write, *args, **named))

    return run


def make_engine(url: URL) -> TimedEngine:
    """An engine for `url`; SQLite enforces foreign keys."""
    # hide_parameters: values written may be secret, and exception texts end up in logs
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

    # One connection: several would poll for SQLite's one write lock, and some would starve.
    engine = TimedEngine(create_async_engine(url, pool_size=1, max_overflow=0, hide_parameters=True).sync_engine)

    at_error = _wait_once(engine.sync_engine)

    def open_file(dialect: Any, _record: Any, arguments: Any, options: Any) -> Any:
        make_private(url)
        made = partial(OneTripConnection, at_error=at_error)
        return dialect.connect(*arguments, async_creator_fn=made, **options)

    event.listen(engine.sync_engine, "do_connect", open_file)
    _set_up(engine.sync_engine, (*PRAGMAS, f"cache_size=-{CACHE}", "foreign_keys=1"))
    return engine


@asynccontextmanager
async def without_keys(engine: TimedEngine) -> AsyncGenerator[None]:
    """A time in which SQLite enforces no foreign keys, as needed for rebuilding a table.

    An error leaves the engine as it is, to be disposed.
    """
    if engine.dialect.name != "sqlite":
        yield
        return
    once = one_statement(engine)
    await once.execute(text("PRAGMA foreign_keys=0"))  # in a transaction it would do nothing
    yield
    await once.execute(text("PRAGMA foreign_keys=1"))


def is_there(url: URL) -> bool:
    """Whether there is a database to open; SQLite would create a missing file."""
    name = str(url.database)
    try:
        return url.get_backend_name() != "sqlite" or name.startswith("file:") or Path(name).is_file()
    except PermissionError:  # in an unreadable folder: SQLite can't open it either, and says so
        return True


def named(url: URL) -> str:
    """A readable name for a database: its file, or the server's URL without password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.set(query={}).render_as_string(hide_password=True)  # a query can hold a password too


def make_private(url: URL) -> None:
    """Create SQLite's file with access for its owner only; SQLite gives the files beside it the same rights."""
    if is_there(url):
        return
    with suppress(OSError):  # SQLite can't create it either, and says why
        # never open an existing file: closing it would release SQLite's own locks in this process
        os.close(os.open(str(url.database), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def prepares(url: URL) -> bool:
    """Whether to prepare statements on a server, which needs a session of its own, not a pooler's."""
    return str(url.query.get(THRESHOLD, "")).lower() != UNPREPARED


def _prepared(url: URL) -> dict[str, int | None]:
    """psycopg's threshold: how often a statement runs before it is prepared."""
    if THRESHOLD not in url.query:
        return {}
    return {THRESHOLD: int(str(url.query[THRESHOLD])) if prepares(url) else None}


def _for_driver(url: URL, name: str) -> URL:
    """A server's URL without the parts for us, and with the name for the bot's sessions."""
    query = {"connect_timeout": CONNECT_TIMEOUT, **url.query, "application_name": name}
    return url.set(query=query).difference_update_query((POOL_SIZE, THRESHOLD))


def one_statement(engine: TimedEngine) -> TimedEngine:
    """An engine for single-statement transactions, which saves the round trips for begin and commit."""
    if engine.dialect.name == "sqlite":
        return engine.execution_options(**ONE_STATEMENT)
    return engine.execution_options(**ONE_STATEMENT, isolation_level="AUTOCOMMIT")


def _ask_the_rested(engine: Engine) -> None:
    """Replace connections whose server is gone; recently used ones aren't tested, which saves a round trip."""

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


def _wait_once(engine: Engine) -> Callable[[ExceptionContext], None]:
    """While another program holds SQLite's lock, let one transaction wait for it; those behind it only try.

    Returns what to call at the errors of the engine's connections that aren't its own.
    """
    last = -inf  # the time of the last failed wait

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
    return fail


def make_sync_engine(url: URL, *, pragmas: Sequence[str] = PRAGMAS) -> Engine:
    """An engine for work outside the event loop, without a pool; SQLite enforces no foreign keys here."""
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
        dbapi.isolation_level = None  # otherwise sqlite3 emits a deferred BEGIN of its own
        cursor = dbapi.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def begin(connection: Connection) -> None:
        if how := _beginning(connection.get_execution_options()):
            connection.exec_driver_sql(how)

    event.listen(engine, "connect", connect)
    event.listen(engine, "begin", begin)


def _beginning(options: Mapping[str, Any]) -> str:
    """The statement with which SQLite's transactions begin by these execution options; "" for none."""
    # A deferred transaction that reads and then writes fails at once if another one wrote in between.
    return options.get("sqlite_begin", "BEGIN IMMEDIATE")
