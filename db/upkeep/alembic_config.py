"""Alembic's configuration, loaded only where a database needs a migration."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from db.upkeep import revisions
from db.upkeep.counting import count_on_sqlite, sqlite_counts


def alembic_config(connection: Connection | None = None) -> Config:
    """Alembic's configuration for inspecting or running the migrations on this connection."""
    config = Config()
    config.set_main_option("script_location", str(revisions.MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run the missing migrations up to a revision, by default the newest.

    SQLite rebuilds a table for many a change, and would forget which ids it has given to rows that are gone.
    """
    before = sqlite_counts(connection)
    command.upgrade(alembic_config(connection), revision)
    after = sqlite_counts(connection)
    for table, last in before.items():
        count_on_sqlite(connection, table, max(last, after.get(table, 0)))
