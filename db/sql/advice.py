"""Advice for the owner: one sentence for each fault of a database or a disk."""

from __future__ import annotations

import errno
import sqlite3
import sys
from enum import StrEnum

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from db.sql.engine import named

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
# PostgreSQL's error codes: None without an answer from the server, the others while it stops or starts
GONE = (None, "57P01", "57P02", "57P03")
POSTGRESQL_ADVICE = {
    **dict.fromkeys(GONE, "can't be reached: check that its server runs and that the URL is right"),
    "25006": "can't be written: name a server that isn't read-only",
    "42501": "can't be changed: give the bot's user the right to make tables in it",
    "53100": "can't grow: make room on its server's disk",
}
OTHER_POSTGRESQL_ADVICE = "can't be used: look into its server's log"


class Unsaved(StrEnum):
    """Why nothing can be saved at the moment."""

    FULL = "full"  # the disk
    BUSY = "busy"  # another program has the lock
    AWAY = "away"  # no server answers


SQLITE_UNSAVED = {sqlite3.SQLITE_FULL: Unsaved.FULL, sqlite3.SQLITE_BUSY: Unsaved.BUSY}
POSTGRESQL_UNSAVED = {**dict.fromkeys(GONE, Unsaved.AWAY), "53100": Unsaved.FULL, "55P03": Unsaved.BUSY}


class DatabaseClosed(Exception):
    """The database can't be used; the text is one sentence of advice."""


def database_faults() -> tuple[type[Exception], ...]:
    """The drivers' errors, for an `except`: with a damaged schema, sqlite3 can't even read its own message."""
    return (DBAPIError, sqlite3.Error, UnicodeDecodeError, *_of_psycopg("Error"))


def unanswered() -> tuple[type[Exception], ...]:
    """Errors when the database doesn't answer or has no free connection; a TimeoutError is an OSError."""
    return (*database_faults(), PoolTimeout, OSError)


def _of_psycopg(name: str) -> tuple[type[Exception], ...]:
    """psycopg's error of that name; none where it isn't loaded, as on SQLite: it takes 9 MB."""
    driver = sys.modules.get("psycopg")
    return () if driver is None else (getattr(driver, name),)


def sqlite_code(cause: BaseException | None) -> int | None:
    """SQLite's primary result code; None for other errors."""
    extended: int | None = getattr(cause, "sqlite_errorcode", None)
    return None if extended is None else extended & 0xFF


def remedy(fault: BaseException) -> str | None:
    """A sentence of advice on a fault of an open database or a disk; None for our own errors."""
    cause = cause_of(fault)
    code, advice = sqlite_code(cause), None
    if code is not None:
        advice = SQLITE_ADVICE.get(code)
    elif isinstance(cause, _of_psycopg("OperationalError")):
        advice = POSTGRESQL_ADVICE.get(getattr(cause, "sqlstate", None))
    elif getattr(cause, "errno", None) == errno.ENOSPC:
        return "The disk is full: make room on it."
    return None if advice is None else f"The database {advice}."


def why_unsaved(fault: BaseException) -> Unsaved | None:
    """Why moves can't be saved at the moment; None for faults that won't pass by themselves."""
    cause = cause_of(fault)
    if getattr(cause, "errno", None) == errno.ENOSPC:
        return Unsaved.FULL
    if isinstance(cause, _of_psycopg("OperationalError")):
        return POSTGRESQL_UNSAVED.get(getattr(cause, "sqlstate", None))
    code = sqlite_code(cause)
    return None if code is None else SQLITE_UNSAVED.get(code)


def cause_of(fault: BaseException | None) -> BaseException | None:
    """The driver's exception behind a fault."""
    return fault.orig if isinstance(fault, DBAPIError) else fault


def advice(url: URL, fault: BaseException | None) -> str:
    """A sentence on why the database can't be used and what to do; never shows its password."""
    cause = cause_of(fault)
    first = (str(cause).splitlines() or [type(cause).__name__])[0]
    code = sqlite3.SQLITE_CORRUPT if isinstance(cause, UnicodeDecodeError) else sqlite_code(cause)
    if code is not None:
        return f"The database {named(url)} {SQLITE_ADVICE.get(code, OTHER_ADVICE)} ({first})."
    advice = POSTGRESQL_ADVICE.get(getattr(cause, "sqlstate", None), OTHER_POSTGRESQL_ADVICE)
    return f"The database {named(url)} {advice} ({first})."
