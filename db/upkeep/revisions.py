"""Revisions of the tables: those this version knows, and those in a database."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

from sqlalchemy import Connection, inspect, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from db.sql.tables import metadata

MIGRATIONS = Path(__file__).parents[1] / "migrations"
REVISION = re.compile(r'^revision = (?:"(\w+)"|first_revision\(\))$', re.MULTILINE)
DIGITS = 12  # of the first revision


def stored_revisions(connection: Connection) -> tuple[str, ...]:
    """The revisions that the database reports; none in a new one."""
    if not inspect(connection).has_table("alembic_version"):
        return ()
    return tuple(connection.execute(text("SELECT version_num FROM alembic_version")).scalars())


def revisions() -> tuple[str, ...]:
    """All revisions that this version knows, the newest first, ordered by their file names."""
    files = sorted(MIGRATIONS.glob("versions/*.py"), reverse=True)
    matches = (REVISION.search(file.read_text(encoding="utf-8")) for file in files)
    return tuple(match[1] or first_revision() for match in matches if match is not None)


@cache
def first_revision() -> str:
    """A hash of the statements that create the tables; before version 1.0.0 it names the first revision."""
    dialect = sqlite.dialect()
    statements: list[str] = []
    for table in metadata.sorted_tables:
        statements.append(str(CreateTable(table).compile(dialect=dialect)))
        statements += sorted(str(CreateIndex(index).compile(dialect=dialect)) for index in table.indexes)
    return hashlib.sha256("".join(statements).encode()).hexdigest()[:DIGITS]
