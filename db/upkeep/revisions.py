"""Revisions of the tables: those this version knows, and those in a database."""

from __future__ import annotations

import re
from pathlib import Path

from sqlalchemy import Connection, inspect, text

MIGRATIONS = Path(__file__).parents[1] / "migrations"
REVISION = re.compile(r'^revision = "(\w+)"$', re.MULTILINE)


def stored_revisions(connection: Connection) -> tuple[str, ...]:
    """The revisions that the database reports; none in a new one."""
    if not inspect(connection).has_table("alembic_version"):
        return ()
    return tuple(connection.execute(text("SELECT version_num FROM alembic_version")).scalars())


def revisions() -> tuple[str, ...]:
    """All revisions that this version knows, the newest first, ordered by their file names."""
    files = sorted(MIGRATIONS.glob("versions/*.py"), reverse=True)
    matches = (REVISION.search(file.read_text(encoding="utf-8")) for file in files)
    return tuple(match[1] for match in matches if match is not None)
