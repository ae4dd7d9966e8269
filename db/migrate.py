"""Brings the database to the tables of this version, when the bot starts."""

from __future__ import annotations

import asyncio
import errno
import sqlite3
import time
from contextlib import suppress
from enum import StrEnum
from functools import cache
from pathlib import Path

import psycopg
from sqlalchemy import URL, Connection, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from db.engine import make_engine, make_private

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
SHAPES = "sqlite+aiosqlite:///folder/file.db or postgresql+psycopg://user:password@server/name"
LOCK = 727_274  # the advisory lock on which starters on PostgreSQL wait for each other
MIGRATIONS = Path(__file__).parent / "migrations"
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


class Unsaved(StrEnum):
    """Why nothing can be saved for a while."""

    FULL = "full"  # the disk
    BUSY = "busy"  # another program has the lock
    AWAY = "away"  # no server answers


SQLITE_UNSAVED = {sqlite3.SQLITE_FULL: Unsaved.FULL, sqlite3.SQLITE_BUSY: Unsaved.BUSY}
POSTGRESQL_UNSAVED = {**dict.fromkeys(GONE, Unsaved.AWAY), "53100": Unsaved.FULL, "55P03": Unsaved.BUSY}


class DatabaseClosed(Exception):
    """The database can't be used; the text is one sentence that says what to do."""


class DatabaseNewer(DatabaseClosed):
    """A newer version has changed the tables; nothing was touched."""


def read_url(text: str) -> URL:
    """The database's URL with the driver that the store needs; DatabaseClosed if it names no database of ours."""
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


async def migrate(url: URL, backups: Path | None = None) -> None:
    """Bring the database to the newest revision, whole or not at all; several starters at once wait in line.

    Whoever comes first makes a backup in the folder `backups` (if there is one) before changing anything. Raises
    DatabaseNewer, or DatabaseClosed, also if that backup can't be made.
    """
    for left in reversed(range(BUSY_TRIES)):
        engine = make_engine(url, foreign_keys=False)
        try:
            _try_file(engine, url)
            async with engine.begin() as connection:
                return await connection.run_sync(_upgrade, url, backups)
        except (DBAPIError, sqlite3.Error) as error:
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


def _upgrade(connection: Connection, url: URL, backups: Path | None) -> None:
    postgresql = connection.dialect.name == "postgresql"
    if postgresql:  # on SQLite, BEGIN IMMEDIATE has put the starters in line
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    current = stored_revisions(connection)
    if unknown := set(current) - set(revisions()):
        newest = ", ".join(sorted(unknown))
        raise DatabaseNewer(f"The database was changed by a newer version (revision {newest}): update Gruppetto.")
    is_newest = current == revisions()[:1]
    if not is_newest:
        if current and backups is not None:
            _back_up(url, backups, current[0])
        from db.alembic_config import upgrade  # noqa: PLC0415 -- Alembic takes 11 MB, which few starts need

        upgrade(connection)
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))  # fails if nothing can be written
    if not is_newest and not postgresql and (dangling := connection.execute(text("PRAGMA foreign_key_check")).all()):
        raise RuntimeError(f"the migration left rows that point nowhere: {dangling[:5]}")


def _back_up(url: URL, folder: Path, revision: str) -> None:
    """Make a backup of a database whose tables are still of this revision."""
    from db.backup import BackupRefused, back_up  # noqa: PLC0415 -- it needs to know the revisions

    now = time.time()
    name = f"before-upgrade-{revision}-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime(now))}.backup"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        back_up(url, folder / name, now)
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


@cache
def revisions() -> tuple[str, ...]:
    """All revisions that this version knows, the newest first; files of migrations begin with theirs."""
    return tuple(sorted((file.name.partition("_")[0] for file in MIGRATIONS.glob("versions/*.py")), reverse=True))


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
    code = _sqlite_code(cause)
    if code is not None:
        return f"The database {url.database} {SQLITE_ADVICE.get(code, OTHER_ADVICE)} ({first})."
    name = url.set(query={}).render_as_string(hide_password=True)  # a query can hold a password too
    advice = POSTGRESQL_ADVICE.get(getattr(cause, "sqlstate", None), OTHER_POSTGRESQL_ADVICE)
    return f"The database {name} {advice} ({first})."
