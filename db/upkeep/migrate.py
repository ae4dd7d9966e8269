"""Migration to this version's tables at the start."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.sql.advice import DatabaseClosed, advice, cause_of, database_faults, sqlite_code
from db.sql.engine import TimedEngine, make_engine, make_private, prepares, without_keys
from db.upkeep.backup import BackupRefused, back_up
from db.upkeep.revisions import revisions, stored_revisions

LOCK = 727_274  # the advisory lock on PostgreSQL that makes starters wait for each other
STARTS_WITHIN, LOCKS_WITHIN = 600_000, 10_000  # milliseconds for another starter's upgrade, and for each of our locks
LOCKED = "55P03"  # PostgreSQL's code when that time is over
HOLDER = text("""
    SELECT a.pid, a.application_name, to_char(a.xact_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI')
    FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
    LEFT JOIN pg_class AS c ON l.locktype = 'relation' AND c.oid = l.relation
    LEFT JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE l.granted AND a.datname = current_database() AND a.pid <> pg_backend_pid()
        AND (n.nspname = current_schema() OR l.locktype = 'advisory' AND l.objid = :lock)
    ORDER BY l.mode = 'AccessShareLock', a.xact_start LIMIT 1
""")  # the blocker is older than those who came later; those who only read are seldom to blame
BUSY_TRIES = 100
BUSY_PAUSE = 0.05  # seconds


LENDS_WITHIN = 10.0  # seconds for a pooler to lend a second session
SWAPS = 5  # times to check whether two connections still have their own sessions
SWAPPED = (
    "The pooler before the database changes sessions with each transaction: set DATABASE_POOLER=on, or let it pool by "
    "session (pool_mode=session)."
)
ONLY_ONE = "The pooler before the database lends the bot no second session: let it have more (default_pool_size)."


async def migrate(url: URL) -> None:
    """Migrate a database that isn't used yet; raises as `open_newest` does."""
    await (await open_newest(url)).dispose()


async def open_newest(url: URL, backups: Path | None = None) -> TimedEngine:
    """An engine for the database, after its migration to the newest revision, all of it or nothing.

    Simultaneous starters wait in line. The first makes a backup in the folder `backups` (if given) before it changes
    anything. Raises DatabaseClosed, also for tables of another version and if that backup fails.
    """
    tries = 0
    while True:
        async with AsyncExitStack() as unless_open:
            engine = make_engine(url)
            unless_open.push_async_callback(engine.dispose)
            tries += 1
            try:
                _try_file(engine, url)
                await _check_sessions(engine, url)
                if not await engine.run(lambda connection: connection.run_sync(_is_newest)):
                    async with without_keys(engine), engine.begin() as connection:
                        await connection.run_sync(_upgrade, url, backups)
            except database_faults() as error:
                if getattr(getattr(error, "orig", None), "sqlstate", None) == LOCKED:
                    raise DatabaseClosed(await _who_locks(engine)) from error
                # A new file's switch to WAL doesn't always respect its busy_timeout.
                if sqlite_code(cause_of(error)) != sqlite3.SQLITE_BUSY or tries == BUSY_TRIES:
                    raise DatabaseClosed(advice(url, error)) from error
            else:
                unless_open.pop_all()
                return engine
        await asyncio.sleep(BUSY_PAUSE)


def _try_file(engine: AsyncEngine, url: URL) -> None:
    """Open SQLite's file once directly: if that fails, aiosqlite would leave a thread that outlives its loop."""
    if engine.dialect.name == "sqlite":
        make_private(url)
        (file,), options = engine.dialect.create_connect_args(engine.url)
        sqlite3.connect(file, **options).close()


async def check_sessions(url: URL) -> None:
    """Raise DatabaseClosed if a pooler gives the bot a different server session with each transaction.

    Statements prepared in one session would be executed in others, where their names mean something else
    or nothing. A pooler that keeps a session while the bot is connected does no harm.
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
    async with engine.connect() as connection:
        session = await _session(connection)
        driver: Any = (await connection.get_raw_connection()).driver_connection
        if driver.info.backend_pid == session:  # poolers report a number of their own
            return
        try:
            async with asyncio.timeout(LENDS_WITHIN), engine.connect() as other:
                for _ in range(SWAPS):
                    is_lent = await _session(other) == session
                    # twice in a row, as a pooler of two sessions may lend them alternately
                    if is_lent or {await _session(connection), await _session(connection)} != {session}:
                        raise DatabaseClosed(SWAPPED)
        except TimeoutError:
            raise DatabaseClosed(ONLY_ONE) from None


async def _session(connection: AsyncConnection) -> int:
    """The id of the server process that answers, in a transaction of its own."""
    number = (await connection.execute(text("SELECT pg_backend_pid()"))).scalar_one()
    await connection.rollback()
    return int(number)


async def _who_locks(engine: AsyncEngine) -> str:
    """A sentence on what blocks changes to PostgreSQL's tables."""
    async with engine.connect() as read:
        holder = (await read.execute(HOLDER, {"lock": LOCK})).one_or_none()
    if holder is None:
        return "Another session has locked tables of the database: wait for it, then try again."
    process, name, since = holder
    who = ", ".join(filter(None, (name or "without a name", since and f"since {since} UTC")))
    return (
        f"Process {process} of the database's server ({who}) has locked tables: wait for it or end it, then try again."
    )


def _is_newest(connection: Connection) -> bool:
    """Whether the tables have the newest revision, if no other starter changes them; then that they can be written."""
    if connection.dialect.name == "postgresql":  # on SQLite, BEGIN IMMEDIATE has put the starters in line
        connection.execute(text(f"SET LOCAL lock_timeout = {STARTS_WITHIN}"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        connection.execute(text(f"SET LOCAL lock_timeout = {LOCKS_WITHIN}"))
    current = stored_revisions(connection)
    if unknown := set(current) - set(revisions()):
        raise DatabaseClosed(
            f"The database has the tables of another version (revision {', '.join(sorted(unknown))}): update Gruppetto "
            "if that one is newer, else name another database, for nothing from before 1.0 is kept."
        )
    if current != revisions()[:1]:
        return False
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))  # fails if nothing can be written
    return True


def _upgrade(connection: Connection, url: URL, backups: Path | None) -> None:
    if _is_newest(connection):  # another starter was quicker
        return
    if backups is not None and (current := stored_revisions(connection)):
        _back_up(url, backups, current[0])
    from db.upkeep.alembic_config import upgrade  # noqa: PLC0415 -- Alembic takes 11 MB, which few starts need

    upgrade(connection)
    if connection.dialect.name != "sqlite":
        return
    if dangling := connection.execute(text("PRAGMA foreign_key_check")).all():
        raise DatabaseClosed(
            f"The database is damaged (rows of {dangling[0][0]} point nowhere), so it stays as it was: restore a "
            "backup into a new one."
        )


def _back_up(url: URL, folder: Path, revision: str) -> None:
    """Back up a database whose tables are still at this revision, replacing the last start's backup."""
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
