"""Write a migration from `db/sql/tables.py`.

`python -m db.upkeep.revise first` writes the first one again, which is the only one until version 1.0.0. After that
`python -m db.upkeep.revise 0002 "Add ratings"` writes the next one from what has changed.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import tempfile
from pathlib import Path

from alembic import command
from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from db.sql.engine import make_engine
from db.sql.tables import metadata
from db.sql.url import read_url
from db.upkeep.alembic_config import alembic_config
from db.upkeep.migrate import migrate
from db.upkeep.revisions import MIGRATIONS

FIRST = MIGRATIONS / "versions" / "0001_first_tables.py"
DIGITS = 12  # of the first revision


def first_revision() -> str:
    """A hash of the tables as both kinds of databases make them: other tables are another revision."""
    statements: list[str] = []
    for dialect in (sqlite.dialect(), postgresql.dialect()):
        for table in metadata.sorted_tables:
            statements.append(str(CreateTable(table).compile(dialect=dialect)))
            statements += sorted(str(CreateIndex(index).compile(dialect=dialect)) for index in table.indexes)
    return hashlib.sha256("".join(statements).encode()).hexdigest()[:DIGITS]


async def revise(revision: str, message: str) -> None:
    """Compare a fresh database at the newest revision with the tables and write the difference as a revision."""

    changes = FIRST.exists()  # else the tables are new

    def write(connection: Connection) -> None:
        config = alembic_config(connection)
        config.attributes["batch"] = changes
        command.revision(config, message=message, rev_id=revision, autogenerate=True)

    with tempfile.TemporaryDirectory() as folder:
        url = read_url(f"sqlite+aiosqlite:///{Path(folder) / 'revise.db'}")
        if changes:
            await migrate(url)
        engine = make_engine(url)
        async with engine.connect() as connection:
            await connection.run_sync(write)
        await engine.dispose()


async def revise_first() -> None:
    """Write the first revision again, in place of the one that is there."""
    FIRST.unlink(missing_ok=True)
    revision = first_revision()
    await revise(revision, "First tables")
    FIRST.with_name(f"{revision}_first_tables.py").rename(FIRST)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("revision", help="`first`, or the next number, like 0002")
    parser.add_argument("message", nargs="?", default="", help="what changes, like 'Add ratings'")
    arguments = parser.parse_args()
    is_first = arguments.revision == "first"
    asyncio.run(revise_first() if is_first else revise(arguments.revision, arguments.message))
