"""Alembic's environment: every command runs on the connection it is given."""

from typing import Any, Literal

from alembic import context
from sqlalchemy import Column, Connection, False_, True_

from db.sql.tables import metadata


def render_item(kind: str, item: Any, _context: Any) -> str | Literal[False]:
    """How a migration spells an item; False leaves it to Alembic, which writes truth values as SQLite's numbers."""
    value = getattr(item, "arg", None) if kind == "server_default" else None
    return "sa.true()" if isinstance(value, True_) else "sa.false()" if isinstance(value, False_) else False


def differs(
    _context: Any, _inspected: Any, column: Column[Any], there: str | None, _wanted: Any, wanted: str | None
) -> bool:
    """Whether a default differs from the one that is `there`; an id that the database gives is none."""
    return column.identity is None and plain(there) != plain(wanted)


def plain(default: str | None) -> str | None:
    """A default without the brackets and quotes of SQLite."""
    return None if default is None else default.strip("()'")


connection: Connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table by rebuilding it
    render_item=render_item,
    compare_type=True,
    compare_server_default=connection.dialect.name == "sqlite" and differs,  # there migrations are written
)
with context.begin_transaction():
    context.run_migrations()
