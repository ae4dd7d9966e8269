"""Brings the database to the tables of this version, when the bot starts."""

from __future__ import annotations

import asyncio
import errno
import re
import sqlite3
import time
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import URL, Connection, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.engine import POOL_SIZE, THRESHOLD, UNPREPARED, make_engine, make_private, named, prepares

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
SHAPES = "sqlite+aiosqlite:///folder/file.db or postgresql+psycopg://user:password@server/name"
NUMBER = re.compile(rf"\d{{1,6}}|{UNPREPARED}", re.ASCII | re.IGNORECASE)  # a threshold
LOCK = 727_274  # the advisory lock on which starters on PostgreSQL wait for each other
STARTS_WITHIN, LOCKS_WITHIN = 600_000, 10_000  # milliseconds for another starter's upgrade, and for each lock of ours
LOCKED = "55P03"  # PostgreSQL's code where that is over
HOLDER = text("""
    SELECT a.pid, a.application_name, to_char(a.xact_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI')
    FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
    LEFT JOIN pg_class AS c ON l.locktype = 'relation' AND c.oid = l.relation
    LEFT JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE l.granted AND a.datname = current_database() AND a.pid <> pg_backend_pid()
        AND (n.nspname = current_schema() OR l.locktype = 'advisory' AND l.objid = :lock)
    ORDER BY l.mode = 'AccessShareLock', a.xact_start LIMIT 1
""")  # whoever was waited for is older than those who have come meanwhile; those who only read are seldom to blame
MIGRATIONS = Path(__file__).parent / "migrations"
REVISION = re.compile(r'^revision = "(\w+)"$', re.MULTILINE)
BUSY_TRIES = 100
BUSY_PAUSE = 0.05  # seconds

# SQLite's primary result codes, by what the owner can do about them
SQLITE_ADVICE = {
    sqlite3.SQLITE_READONLY: "can't be written: give the bot's user the right to write to it and to its folder",
    sqlite3.SQLITE_PERM: "can't be written: give the bot's user the right to write to it and to its folder",
    sqlite3.SQLITE_CANTOPEN: "can't be opened: give the bot's user the right to write to the file and to its folder",
    sqlite3.SQLITE_NOTADB: "is not a SQLite database: move the file away or name another one",
    sqlite3.SQLITE_CORRUPT: "is damaged: restore it from a backup",
    sqlite3.SQLITE_BUSY: "is in use by another program: close that one first",
    sqlite3.SQLITE_FULL: "can't grow: make room on its disk",
    sqlite3.SQLITE_IOERR: "can't be read or written: check its disk, and whether that is full",
}
OTHER_ADVICE = "can't be used: check its file and its disk"

# PostgreSQL's error codes, None where no server has answered, the others where it stops or starts
GONE = (None, "57P01", "57P02", "57P03")
POSTGRESQL_ADVICE = {
    **dict.fromkeys(GONE, "can't be reached: check that its server runs and that the URL is right"),
    "25006": "can't be written: name a server that isn't read-only",
    "42501": "can't be changed: give the bot's user the right to make tables in it",
    "53100": "can't grow: make room on its server's disk",
}
OTHER_POSTGRESQL_ADVICE = "can't be used: look into its server's log"


# what drivers raise: where a schema's text is damaged, sqlite3 can't read its own sentence on that
FAULTS = (DBAPIError, sqlite3.Error, psycopg.Error, UnicodeDecodeError)


class Unsaved(StrEnum):
    """Why nothing can be saved for a while."""

    FULL = "full"  # the disk
    BUSY = "busy"  # another program has the lock
    AWAY = "away"  # no server answers


SQLITE_UNSAVED = {sqlite3.SQLITE_FULL: Unsaved.FULL, sqlite3.SQLITE_BUSY: Unsaved.BUSY}
POSTGRESQL_UNSAVED = {**dict.fromkeys(GONE, Unsaved.AWAY), "53100": Unsaved.FULL, "55P03": Unsaved.BUSY}


LENDS_WITHIN = 10.0  # seconds for a pooler to lend a second session
SWAPS = 5  # times that two connections are asked whether they still have their own
SWAPPED = (
    "The pooler before the database changes sessions with each transaction: set DATABASE_POOLER=on, or let it pool by "
    "session (pool_mode=session)."
)
ONLY_ONE = "The pooler before the database lends the bot no second session: let it have more (default_pool_size)."


class DatabaseClosed(Exception):
    """The database can't be used; the text is one sentence that says what to do."""


def read_url(text: str | URL, *, pool: int | None = None, pooler: bool = False) -> URL:
    """The database's URL with the driver that the store needs; DatabaseClosed if it names no database of ours.

    `pool` is how many connections to a server the store may have. Behind a `pooler` that lends out its sessions by the
    transaction no statement is prepared.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise DatabaseClosed(f"The database's URL can't be read: write {SHAPES}.") from None  # it may hold a password
    if "@" in (url.host or ""):  # the end of a password, and it would be shown as the name of a server
        raise DatabaseClosed("The database's URL holds more than one @: in the password write %40 instead.")
    url = url.set(drivername=DRIVERS.get(url.drivername, url.drivername))
    if url.drivername not in DRIVERS.values():
        raise DatabaseClosed(f"There is no driver for {url.drivername} databases: write {SHAPES}.")
    if url.get_backend_name() == "sqlite":
        if url.database in (None, "", ":memory:"):
            raise DatabaseClosed("A database in memory forgets every match: write sqlite+aiosqlite:///folder/file.db.")
        folder = Path(url.database).parent
        with suppress(PermissionError):  # SQLite won't be able to open the file either, and says so
            if not url.database.startswith("file:") and not folder.is_dir():
                raise DatabaseClosed(f"The folder {folder} of the database doesn't exist: make it or change the URL.")
        return url
    said = {**({} if pool is None else {POOL_SIZE: str(pool)}), **({THRESHOLD: UNPREPARED} if pooler else {})}
    url = url.update_query_dict(said)
    if not NUMBER.fullmatch(str(url.query.get(THRESHOLD, UNPREPARED))):
        raise DatabaseClosed(f"{THRESHOLD} in the database's URL is no number: leave it out; see DATABASE_POOLER.")
    return url


async def migrate(url: URL, backups: Path | None = None) -> None:
    """Bring the database to the newest revision, whole or not at all; several starters at once wait in line.

    Whoever comes first makes a backup in the folder `backups` (if there is one) before changing anything. Raises
    DatabaseClosed, also for tables of another version and if that backup can't be made.
    """
    for left in reversed(range(BUSY_TRIES)):
        engine = make_engine(url, foreign_keys=False)
        try:
            _try_file(engine, url)
            await _check_sessions(engine, url)
            async with engine.begin() as connection:
                return await connection.run_sync(_upgrade, url, backups)
        except FAULTS as error:
            if getattr(getattr(error, "orig", None), "sqlstate", None) == LOCKED:
                raise DatabaseClosed(await _who_locks(engine)) from error
            # A new file's switch to WAL doesn't always wait for its busy_timeout.
            if _sqlite_code(_cause(error)) != sqlite3.SQLITE_BUSY or not left:
                raise DatabaseClosed(advice(url, error)) from error
        finally:
            await engine.dispose()
        await asyncio.sleep(BUSY_PAUSE)


def _try_file(engine: AsyncEngine, url: URL) -> None:
    """Open SQLite's file once by hand: where that fails, aiosqlite would leave a thread that outlives its loop."""
    if engine.dialect.name == "sqlite":
        make_private(url)
        (file,), options = engine.dialect.create_connect_args(engine.url)
        sqlite3.connect(file, **options).close()


async def check_sessions(url: URL) -> None:
    """Raise DatabaseClosed where a pooler gives the bot another session of the server with each transaction.

    Statements that were prepared in one session would be executed in others, in which their names mean something else
    or nothing. A pooler that keeps a session for as long as the bot is connected does no harm.
    """
    engine = make_engine(url)
    try:
        await _check_sessions(engine, url)
    except DBAPIError as error:
        raise DatabaseClosed(advice(url, error.orig)) from error
    finally:
        await engine.dispose()


async def _check_sessions(engine: AsyncEngine, url: URL) -> None:
    if url.get_backend_name() != "postgresql" or not prepares(url):
        return
    async with engine.connect() as one:
        session = await _session(one)
        driver: Any = (await one.get_raw_connection()).driver_connection
        if driver.info.backend_pid == session:  # poolers greet with a number of their own
            return
        try:
            async with asyncio.timeout(LENDS_WITHIN), engine.connect() as other:
                for _ in range(SWAPS):
                    is_lent = await _session(other) == session
                    # twice in a row, for a pooler of two sessions may lend them out in turn
                    if is_lent or {await _session(one), await _session(one)} != {session}:
                        raise DatabaseClosed(SWAPPED)
        except TimeoutError:
            raise DatabaseClosed(ONLY_ONE) from None


async def _session(connection: AsyncConnection) -> int:
    """The number of the server's process that has answered; a transaction of its own."""
    number = (await connection.execute(text("SELECT pg_backend_pid()"))).scalar_one()
    await connection.rollback()
    return int(number)


async def _who_locks(engine: AsyncEngine) -> str:
    """A sentence on who keeps PostgreSQL's tables from being changed."""
    async with engine.connect() as read:
        found = (await read.execute(HOLDER, {"lock": LOCK})).one_or_none()
    if found is None:
        return "Another session has locked tables of the database: wait for it, then try again."
    process, name, since = found
    who = ", ".join(filter(None, (name or "without a name", since and f"since {since} UTC")))
    return (
        f"Process {process} of the database's server ({who}) has locked tables: wait for it or end it, then try again."
    )


def _upgrade(connection: Connection, url: URL, backups: Path | None) -> None:
    postgresql = connection.dialect.name == "postgresql"
    if postgresql:  # on SQLite, BEGIN IMMEDIATE has put the starters in line
        connection.execute(text(f"SET LOCAL lock_timeout = {STARTS_WITHIN}"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        connection.execute(text(f"SET LOCAL lock_timeout = {LOCKS_WITHIN}"))
    current = stored_revisions(connection)
    if unknown := set(current) - set(revisions()):
        raise DatabaseClosed(
            f"The database has the tables of another version (revision {', '.join(sorted(unknown))}): update Gruppetto "
            "if that one is newer, else name another database, for nothing from before 1.0 is kept."
        )
    is_newest = current == revisions()[:1]
    if not is_newest:
        if current and backups is not None:
            _back_up(url, backups, current[0])
        from db.alembic_config import upgrade  # noqa: PLC0415 -- Alembic takes 11 MB, which few starts need

        upgrade(connection)
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))  # fails if nothing can be written
    if not is_newest and not postgresql and (dangling := connection.execute(text("PRAGMA foreign_key_check")).all()):
        raise DatabaseClosed(
            f"The database is damaged (rows of {dangling[0][0]} point nowhere), so it stays as it was: restore a "
            "backup into a new one."
        )


def _back_up(url: URL, folder: Path, revision: str) -> None:
    """Make a backup of a database whose tables are still of this revision, in the place of the last start's."""
    from db.backup import BackupRefused, back_up  # noqa: PLC0415 -- it needs to know the revisions

    now = time.time()
    name = f"before-upgrade-{revision}-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime(now))}.backup"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        back_up(url, folder / name, now)
        for earlier in folder.glob(f"before-upgrade-{revision}-*.backup"):
            if earlier.name != name:
                earlier.unlink(missing_ok=True)
    except OSError as error:
        why = f"The folder {folder} for the backup before the upgrade can't be made ({error.strerror})."
        raise DatabaseClosed(why) from error
    except BackupRefused as refused:
        raise DatabaseClosed(f"Before the upgrade: {refused}") from refused


def stored_revisions(connection: Connection) -> tuple[str, ...]:
    """The revisions that the database says it is at; none in a new one."""
    if not inspect(connection).has_table("alembic_version"):
        return ()
    return tuple(connection.execute(text("SELECT version_num FROM alembic_version")).scalars())


def revisions() -> tuple[str, ...]:
    """All revisions that this version knows, the newest first, which is the last by the names of their files."""
    files = sorted(MIGRATIONS.glob("versions/*.py"), reverse=True)
    return tuple(found[1] for file in files if (found := REVISION.search(file.read_text(encoding="utf-8"))))


def _sqlite_code(cause: BaseException | None) -> int | None:
    extended: int | None = getattr(cause, "sqlite_errorcode", None)
    return None if extended is None else extended & 0xFF


def remedy(fault: BaseException) -> str | None:
    """A sentence on what to do about a fault of a database that was open, or of a disk; None for one of ours."""
    cause = _cause(fault)
    code, advice = _sqlite_code(cause), None
    if code is not None:
        advice = SQLITE_ADVICE.get(code)
    elif isinstance(cause, psycopg.OperationalError):
        advice = POSTGRESQL_ADVICE.get(cause.sqlstate)
    elif getattr(cause, "errno", None) == errno.ENOSPC:
        return "The disk is full: make room on it."
    return None if advice is None else f"The database {advice}."


def why_unsaved(fault: BaseException) -> Unsaved | None:
    """Why what people play can't be saved for a while; None for faults that time doesn't mend."""
    cause = _cause(fault)
    if getattr(cause, "errno", None) == errno.ENOSPC:
        return Unsaved.FULL
    if isinstance(cause, psycopg.OperationalError):
        return POSTGRESQL_UNSAVED.get(cause.sqlstate)
    code = _sqlite_code(cause)
    return None if code is None else SQLITE_UNSAVED.get(code)


def _cause(fault: BaseException | None) -> BaseException | None:
    """What the driver has raised."""
    return fault.orig if isinstance(fault, DBAPIError) else fault


def advice(url: URL, fault: BaseException | None) -> str:
    """One sentence on why the database can't be used and what to do, without its password."""
    cause = _cause(fault)
    first = (str(cause).splitlines() or [type(cause).__name__])[0]
    code = sqlite3.SQLITE_CORRUPT if isinstance(cause, UnicodeDecodeError) else _sqlite_code(cause)
    if code is not None:
        return f"The database {named(url)} {SQLITE_ADVICE.get(code, OTHER_ADVICE)} ({first})."
    advice = POSTGRESQL_ADVICE.get(getattr(cause, "sqlstate", None), OTHER_POSTGRESQL_ADVICE)
    return f"The database {named(url)} {advice} ({first})."
