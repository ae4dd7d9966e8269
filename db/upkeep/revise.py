"""Write a migration for changes in `db/sql/tables.py`: `python -m db.upkeep.revise 0002 "Add ratings"`."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from alembic import command
from sqlalchemy import Connection

from db.sql.url import read_url
from db.upkeep.alembic_config import alembic_config
from db.upkeep.migrate import open_newest

FORMATTED = {
    "hooks": "ruff",
    "ruff.type": "module",
    "ruff.module": "ruff",
    "ruff.options": "format REVISION_SCRIPT_FILENAME",
}


async def revise(revision: str, message: str) -> None:
    """Compare a fresh database at the newest revision with the tables, and write the difference as a revision."""

    def write(connection: Connection) -> None:
        config = alembic_config(connection)
        for name, value in FORMATTED.items():
            config.set_section_option("post_write_hooks", name, value)
        command.revision(config, message=message, rev_id=revision, autogenerate=True)

    with tempfile.TemporaryDirectory() as folder:
        url = read_url(f"sqlite+aiosqlite:///{Path(folder) / 'revise.db'}")
        engine = await open_newest(url)
        async with engine.connect() as connection:
            await connection.run_sync(write)
        await engine.dispose()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("revision", help="the next number, like 0002")
    parser.add_argument("message", help="what changes, like 'Add ratings'")
    words = parser.parse_args()
    asyncio.run(revise(words.revision, words.message))
