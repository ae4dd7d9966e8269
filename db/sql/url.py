"""Database URLs, and the driver for each."""

from __future__ import annotations

import re
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from db.sql.advice import DatabaseClosed
from db.sql.engine import POOL_SIZE, THRESHOLD, UNPREPARED
from model.version import PACKAGE

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
SHAPES = "sqlite+aiosqlite:///folder/file.db or postgresql+psycopg://user:password@server/name"
NUMBER = re.compile(rf"\d{{1,6}}|{UNPREPARED}", re.ASCII | re.IGNORECASE)  # a threshold


def read_url(text: str | URL, *, pool: int | None = None, pooler: bool = False) -> URL:
    """A database URL with the driver that the store needs; DatabaseClosed for an unusable one.

    `pool` is the number of connections to a server. Behind a `pooler` that lends out its sessions by the
    transaction, no statement is prepared.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise DatabaseClosed(f"The database's URL can't be read: write {SHAPES}.") from None  # it may hold a password
    if "@" in (url.host or ""):  # the rest of a password, which would be shown as a server's name
        raise DatabaseClosed("The database's URL holds more than one @: in the password write %40 instead.")
    url = url.set(drivername=DRIVERS.get(url.drivername, url.drivername))
    if url.drivername not in DRIVERS.values():
        raise DatabaseClosed(f"There is no driver for {url.drivername} databases: write {SHAPES}.")
    if url.get_backend_name() == "sqlite":
        if url.database in (None, "", ":memory:"):
            raise DatabaseClosed("A database in memory forgets every match: write sqlite+aiosqlite:///folder/file.db.")
        folder = Path(url.database).parent
        with suppress(PermissionError):  # SQLite can't open the file either, and says so
            if not url.database.startswith("file:") and not folder.is_dir():
                raise DatabaseClosed(f"The folder {folder} of the database doesn't exist: make it or change the URL.")
        return url
    if find_spec("psycopg") is None:
        raise DatabaseClosed(f"PostgreSQL needs a driver that isn't installed: install {PACKAGE}[postgres].")
    said = {**({} if pool is None else {POOL_SIZE: str(pool)}), **({THRESHOLD: UNPREPARED} if pooler else {})}
    url = url.update_query_dict(said)
    if not NUMBER.fullmatch(str(url.query.get(THRESHOLD, UNPREPARED))):
        raise DatabaseClosed(f"{THRESHOLD} in the database's URL is no number: leave it out; see DATABASE_POOLER.")
    return url
