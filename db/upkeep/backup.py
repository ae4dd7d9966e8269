"""Backup and restore of a whole database, between SQLite and PostgreSQL.

SQLite is copied by its online backup, and the copy is read; PostgreSQL is read by COPY from one moment. Everything
blocks: call it in a thread, or where nothing else runs.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import (
    URL,
    Boolean,
    Column,
    Connection,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    exists,
    func,
    inspect,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError

from db.sql.advice import advice, database_faults, sqlite_code
from db.sql.engine import APPLICATION, PRAGMAS, is_there, make_private, make_sync_engine, named, prepares
from db.sql.tables import meta, metadata, outages, page_calendars, page_grants, page_sessions, page_tokens
from db.stores.outages import ALIVE, BEATS
from db.upkeep.backup_file import (
    FORMAT,
    BackupRefused,
    Header,
    Kind,
    Row,
    TableHeader,
    Writer,
    check_file,
    lines,
    read_header,
    unwritable,
    written,
)
from db.upkeep.counting import count_on, last_id
from db.upkeep.revisions import revisions, stored_revisions

__all__ = ["BackupRefused", "Written", "alone", "back_up", "check_file", "read_header", "rehearse", "restore"]

REHEARSAL = "rehearsal-"  # prefix of the folders for test-restores
THROWN_AWAY = ("journal_mode=OFF", "synchronous=OFF")  # neither rollback nor durability is needed
MEGABYTE = 2**20
LOCK = 727_275  # the advisory lock on PostgreSQL for making or restoring a backup
REVISIONS = "alembic_version"
UNCOUNTED = frozenset({REVISIONS, meta.name, outages.name})  # tables that have rows even without matches
# ways to the page: a copy opens none
UNKEPT = frozenset({page_tokens.name, page_sessions.name, page_grants.name, page_calendars.name})
KINDS: tuple[tuple[type[Any], Kind], ...] = (
    (Boolean, "bool"),
    (Integer, "int"),
    (Float, "float"),
    (LargeBinary, "bytes"),
    (String, "text"),
)
POSTGRESQL: dict[Kind, str] = {"bool": "bool", "int": "int8", "float": "float8", "bytes": "bytea", "text": "text"}
ENDS_WITHIN = 2.0  # seconds for PostgreSQL to end the session of a stopped bot
OTHERS = text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = :name")
BEATING = text(
    "SELECT count(*) FROM meta WHERE key = :key "
    "AND CAST(value AS float8) > extract(epoch FROM clock_timestamp()) - :seconds"
)
BEATEN = "A bot runs on this database, or did two minutes ago: stop it, and wait that long."


@dataclass(frozen=True, slots=True)
class Written:
    """A finished backup: its number of rows, and its size in bytes."""

    rows: int
    size: int


def back_up(url: URL, file: Path, now: float) -> Written:
    """Write a whole database to a new file while others use it; `now` is in unix seconds.

    Raises BackupRefused if another backup of it is under way, if it is empty or can't be read, and if the file
    can't be written: then no such file is left, and all others are unchanged.
    """
    with _one_at_a_time(url), _told(url):
        if url.get_backend_name() == "sqlite":
            with _copied(url, file) as copy, make_sync_engine(copy, pragmas=()).connect() as read:
                return _written(read, file, now)
        engine = make_sync_engine(url).execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with engine.connect() as read:
            return _written(read, file, now, lambda: _check_tables(url, read))


def restore(url: URL, file: Path) -> Header:
    """Fill an empty database from a backup, all of it or nothing, and migrate it to today's tables.

    Raises BackupRefused if the backup is broken or from another version, and if the database isn't empty, is in use or
    can't be written.
    """
    header = _known(file)
    with _one_at_a_time(url), _told(url), _nothing_left(url), alone(url) as write:
        _fill(write, url, header, file)
    return header


def rehearse(file: Path, need: int = 0) -> int:
    """Restore a backup into a temporary database and compare them; returns the number of rows.

    It takes as much space beside the backup as the database has. Raises BackupRefused if that fails, if the number of
    rows in a table differs, and beforehand if fewer than `need` bytes are free there.
    """
    header = _known(file)
    try:
        if (lacking := need - shutil.disk_usage(file.parent).free) > 0:
            megabytes = lacking // MEGABYTE + 1
            raise BackupRefused(f"The folder {file.parent} lacks the room for a trial: free {megabytes} MB more.")
        with TemporaryDirectory(prefix=REHEARSAL, dir=file.parent) as folder:
            url = URL.create("sqlite", database=str(Path(folder, "house.db")))
            with _told(url), make_sync_engine(url, pragmas=THROWN_AWAY).begin() as write:
                _fill(write, url, header, file)
                tables = {table.name: table for table in _kept(write)}
                return sum(_compared(write, tables[about.table], rows) for about, rows in _by_table(file))
    except OSError as error:
        raise unwritable(file, error) from error


def _known(file: Path) -> Header:
    """The header of a whole backup; BackupRefused if it is broken or has unknown tables."""
    header = check_file(file)
    if header.revision not in revisions():
        raise BackupRefused(
            f"The backup {file} has the tables of another version (revision {header.revision}): update Gruppetto if "
            "that one is newer, else take another backup, for nothing from before 1.0 is kept."
        )
    return header


def _compared(read: Connection, table: Table, rows: Iterator[Row]) -> int:
    kept, back = sum(1 for _ in rows), read.execute(select(func.count()).select_from(table)).scalar_one()
    if kept != back:
        raise BackupRefused(f"The table {table.name} came back with {back} of {kept} rows: tell us.")
    return kept


# --- making one


def _written(read: Connection, file: Path, now: float, check: Callable[[], None] = lambda: None) -> Written:
    """Write a backup; if `check` raises at the end, no file is left."""
    stored = stored_revisions(read)
    if len(stored) != 1:
        raise BackupRefused("There is nothing to back up: no bot has used this database yet.")
    tables = _kept(read)
    with written(file, Header("backup", FORMAT, stored[0], now)) as writer:
        for table in tables:
            columns: list[tuple[str, Kind]] = [(str(column.name), _kind(column)) for column in table.c]
            writer.table(TableHeader(str(table.name), columns, last_id(read, table)))
            (_read if read.dialect.name == "sqlite" else _copy_out)(read, table, columns, writer)
        check()
    return Written(writer.rows, file.stat().st_size)


def _check_tables(url: URL, read: Connection) -> None:
    """Refuse data read while a starting bot changed the tables: PostgreSQL shows a rewritten table as empty."""
    with make_sync_engine(url).connect() as later:
        if stored_revisions(later) != stored_revisions(read):
            raise BackupRefused("A newer version has changed the tables meanwhile: make the backup again.")


def _tables(connection: Connection) -> list[Table]:
    """The tables as they are in the database, perhaps an older version's; referenced tables come first."""
    metadata = MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name != REVISIONS]


def _kept(connection: Connection) -> list[Table]:
    """The tables of which a backup is made."""
    return [table for table in _tables(connection) if table.name not in UNKEPT]


def _kind(column: Column[Any]) -> Kind:
    return next(kind for type_, kind in KINDS if isinstance(column.type, type_))


def _read(read: Connection, table: Table, _columns: Sequence[tuple[str, Kind]], writer: Writer) -> None:
    for row in read.execute(select(table).order_by(*table.primary_key)):
        writer.row(tuple(row))


def _copy_out(read: Connection, table: Table, columns: Sequence[tuple[str, Kind]], writer: Writer) -> None:
    by = ", ".join(f'"{column.name}"' for column in table.primary_key)
    query = f'COPY (SELECT {_names(columns)} FROM "{table.name}" ORDER BY {by}) TO STDOUT'
    with _driver(read).cursor() as cursor, cursor.copy(query) as copy:
        copy.set_types([POSTGRESQL[kind] for _, kind in columns])
        for row in copy.rows():
            writer.row(row)


def _names(columns: Sequence[tuple[str, Kind]]) -> str:
    return ", ".join(f'"{name}"' for name, _ in columns)


def _driver(connection: Connection) -> Any:
    return connection.connection.driver_connection


@contextmanager
def _copied(url: URL, file: Path) -> Generator[URL]:
    """A copy of SQLite's file from one moment, beside the backup, while that is being written."""
    if not is_there(url):
        raise BackupRefused("There is nothing to back up: no bot has used this database yet.")
    copy = file.with_name(f"{file.name}.copy")
    try:
        try:
            os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        except OSError as error:
            raise unwritable(file, error) from error
        source = make_sync_engine(url, pragmas=PRAGMAS[:1]).raw_connection()
        with closing(source), closing(sqlite3.connect(copy)) as target:
            _backed_up(source.driver_connection, target, file)
        yield url.set(database=str(copy), query={})
    finally:
        for end in ("", "-journal", "-wal", "-shm"):
            with suppress(OSError):
                Path(f"{copy}{end}").unlink(missing_ok=True)


def _backed_up(source: Any, target: sqlite3.Connection, file: Path) -> None:
    try:
        target.execute("PRAGMA synchronous=OFF")  # no one needs the copy after a power cut
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        code = error.sqlite_errorcode & 0xFF
        if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
            raise unwritable(file, error) from error
        raise


# --- restoring a backup


@contextmanager
def _nothing_left(url: URL) -> Generator[None]:
    """Delete a new database file if the restore fails."""
    is_new = not is_there(url)
    try:
        yield
    except BaseException:
        for end in ("", "-wal", "-shm") if is_new else ():
            Path(f"{url.database}{end}").unlink(missing_ok=True)
        raise


def _fill(write: Connection, url: URL, header: Header, file: Path) -> None:
    from db.upkeep.alembic_config import upgrade  # noqa: PLC0415 -- Alembic takes 11 MB, which few starts need

    present = _tables(write)
    for table in present:
        if table.name not in UNCOUNTED | UNKEPT and write.execute(select(exists(select(table)))).scalar_one():
            raise BackupRefused(f"The database {named(url)} isn't empty: restore into a new one.")
    for table in reversed(present):
        if table.name in metadata.tables:
            table.drop(write)
    write.execute(text(f"DROP TABLE IF EXISTS {REVISIONS}"))
    upgrade(write, header.revision)
    for table in reversed(_tables(write)):
        write.execute(table.delete())  # what a migration has put there
    tables = {table.name: table for table in _kept(write)}
    missing = {*tables}
    for about, rows in _by_table(file):
        missing.discard(about.table)
        if about.table not in tables or {name for name, _ in about.columns} != {*tables[about.table].c.keys()}:
            raise BackupRefused(f"The table {about.table} of the backup isn't that of its revision: take another one.")
        (_write if write.dialect.name == "sqlite" else _copy_in)(write, tables[about.table], about, rows)
        count_on(write, tables[about.table], about.last)
    if missing:
        raise BackupRefused(f"The backup {file} lacks the table {min(missing)}: take another one.")
    if write.dialect.name == "sqlite" and write.execute(text("PRAGMA foreign_key_check")).all():
        raise BackupRefused(f"The backup {file} has rows that point nowhere: take another one.")
    upgrade(write)


def _by_table(file: Path) -> Iterator[tuple[TableHeader, Iterator[Row]]]:
    """The tables of a backup, each with its rows, which must be read before the next table."""
    last: TableHeader | None = None
    for _, run in groupby(lines(file), lambda line: isinstance(line, TableHeader)):
        for line in run:
            if not isinstance(line, TableHeader):
                assert last is not None
                yield last, chain((line,), (li for li in run if not isinstance(li, TableHeader)))
                last = None
                continue
            if last is not None:
                yield last, iter(())
            last = line
    if last is not None:
        yield last, iter(())


def _write(write: Connection, table: Table, about: TableHeader, rows: Iterator[Row]) -> None:
    values = ", ".join("?" * len(about.columns))
    order = f'INSERT INTO "{table.name}" ({_names(about.columns)}) VALUES ({values})'
    _driver(write).executemany(order, rows)


def _copy_in(write: Connection, table: Table, about: TableHeader, rows: Iterator[Row]) -> None:
    order = f'COPY "{table.name}" ({_names(about.columns)}) FROM STDIN'
    with _driver(write).cursor() as cursor, cursor.copy(order) as copy:
        for row in rows:
            copy.write_row(row)


# --- exclusion of other users


@contextmanager
def _told(url: URL) -> Generator[None]:
    """Turn the database's faults into sentences of advice."""
    try:
        yield
    except database_faults() as error:
        raise BackupRefused(advice(url, error)) from error


@contextmanager
def _one_at_a_time(url: URL) -> Generator[None]:
    """Allow only one backup or restore per database at a time, in any process; refuse others."""
    refusal = BackupRefused("Another backup of this database is being made: wait until that is done.")
    if url.get_backend_name() == "sqlite":
        # SQLite's lock of an empty file: every system has it, and it ends with its process
        file = Path(f"{url.database}-lock")
        try:
            make_private(url.set(database=str(file)))
            before = file.stat()
            lock = sqlite3.connect(file, timeout=0, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise BackupRefused(f"The folder of the database can't be written ({why}).") from error
        with closing(lock):
            try:
                lock.execute("PRAGMA journal_mode=MEMORY")  # a full disk has room for no other
                lock.execute("BEGIN EXCLUSIVE")
            except sqlite3.Error as error:
                if sqlite_code(error) == sqlite3.SQLITE_BUSY:
                    raise refusal from None
                raise BackupRefused(f"The file {file} can't be written ({error}): delete it.") from error
            if not _is_still(file, before):  # its holder has just deleted it
                raise refusal
            try:
                yield
            finally:
                with suppress(PermissionError):  # Windows deletes no open file
                    file.unlink(missing_ok=True)
        return
    with _told(url):
        connection = make_sync_engine(url).connect()
    with connection:
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
        # a transaction's lock: behind a pooler, the session isn't ours any more when a transaction ends
        if not connection.execute(select(func.pg_try_advisory_xact_lock(LOCK))).scalar_one():
            raise refusal
        yield


def _is_still(file: Path, before: os.stat_result) -> bool:
    """Whether the file with that name is the one that was there before."""
    try:
        return os.path.samestat(file.stat(), before)
    except FileNotFoundError:
        return False


@contextmanager
def alone(url: URL) -> Generator[Connection]:
    """A transaction on a database without a running bot; raises BackupRefused if one runs."""
    refusal = BackupRefused("A bot runs on this database: stop it first.")
    if url.get_backend_name() == "sqlite":
        # every open connection holds a shared lock on the file, for which an exclusive one waits
        engine = make_sync_engine(url, pragmas=("busy_timeout=1000", "locking_mode=EXCLUSIVE", *PRAGMAS[1:]))
        try:
            connection = engine.connect()
            connection.begin()
        except (DBAPIError, sqlite3.Error) as error:
            cause = error.orig if isinstance(error, DBAPIError) else error
            if getattr(cause, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                raise refusal from None
            raise
    else:
        connection = make_sync_engine(url).connect()
        until = time.monotonic() + ENDS_WITHIN
        is_used, why = (_has_sessions, refusal) if prepares(url) else (_beats, BackupRefused(BEATEN))
        while is_used(connection):
            connection.rollback()  # within a transaction the server's statistics don't change
            if time.monotonic() > until:
                connection.close()
                raise why
            time.sleep(0.1)
    with connection:
        yield connection
        connection.commit()


def _has_sessions(connection: Connection) -> bool:
    return bool(connection.execute(OTHERS, {"name": APPLICATION}).scalar_one())


def _beats(connection: Connection) -> bool:
    """Whether there was a recent heartbeat: a pooler keeps sessions of bots that have long stopped."""
    if not inspect(connection).has_table(meta.name):
        return False
    return bool(connection.execute(BEATING, {"key": ALIVE, "seconds": BEATS}).scalar_one())
