"""Lobbies that wait for their host, and that close when nobody has touched them for a week."""

# pyright: reportUnknownArgumentType=false

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

WEEK = 7 * 86400.0  # seconds

matches = sa.table("matches", *map(sa.column, ("id", "phase", "seq", "paused", "changed")))
deadlines = sa.table("deadlines", *map(sa.column, ("match", "seq", "kind", "seat", "due", "ready")))


def upgrade() -> None:
    """Bring the tables to this revision: the lobbies that are there get the deadline that new ones get."""
    with op.batch_alter_table("matches", schema=None, recreate="never") as batch_op:
        batch_op.add_column(sa.Column("waits", sa.Boolean(), server_default=sa.false(), nullable=False))
    closes = matches.c.changed + WEEK
    lobbies = sa.select(matches.c.id, matches.c.seq, sa.literal("idle"), sa.null(), closes, closes).where(
        matches.c.phase == "lobby", matches.c.paused.is_(None)
    )
    op.execute(sa.insert(deadlines).from_select([column.name for column in deadlines.columns], lobbies))
