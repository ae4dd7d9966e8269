"""The revisions of the tables: those that this version knows and those that a database is at."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sqlalchemy import Connection, inspect, text

MIGRATIONS = Path(__file__).parents[1] / "migrations"


def stored_revisions(connection: Connection) -> tuple[str, ...]:
    """The revisions that the database says it is at; none in a new one."""
    if not inspect(connection).has_table("alembic_version"):
        return ()
    return tuple(connection.execute(text("SELECT version_num FROM alembic_version")).scalars())


@cache
def revisions() -> tuple[str, ...]:
    """All revisions that this version knows, the newest first; files of migrations begin with theirs."""
    return tuple(sorted((file.name.partition("_")[0] for file in MIGRATIONS.glob("versions/*.py")), reverse=True))
