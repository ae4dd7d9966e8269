"""Alembic's environment: every command runs on the connection it is given."""

from typing import Any, Literal

from alembic import context
from sqlalchemy import False_, True_

from db.sql.tables import metadata


def render_item(kind: str, item: Any, _context: Any) -> str | Literal[False]:
    """How a migration spells an item; False leaves it to Alembic, which writes truth values as SQLite's numbers."""
    value = getattr(item, "arg", None) if kind == "server_default" else None
    return "sa.true()" if isinstance(value, True_) else "sa.false()" if isinstance(value, False_) else False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table by rebuilding it
    render_item=render_item,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
