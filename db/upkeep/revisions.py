"""Revisions of the tables: known to this version, and present in a database."""

from __future__ import annotations

import re
from pathlib import Path

from sqlalchemy import Connection, inspect, text

MIGRATIONS = Path(__file__).parents[1] / "migrations"
REVISION = re.compile(r'^revision = "(\w+)"$', re.MULTILINE)


def stored_revisions(connection: Connection) -> tuple[str, ...]:
    """The revisions that the database says it is at; none in a new one."""
    if not inspect(connection).has_table("alembic_version"):
        return ()
    return tuple(connection.execute(text("SELECT version_num FROM alembic_version")).scalars())


def revisions() -> tuple[str, ...]:
    """All revisions that this version knows, the newest first, which is the last by the names of their files."""
    files = sorted(MIGRATIONS.glob("versions/*.py"), reverse=True)
    return tuple(match[1] for file in files if (match := REVISION.search(file.read_text(encoding="utf-8"))))
