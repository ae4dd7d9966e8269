"""Answers that are due at an hour of the day, the days on which they are, and holidays."""

# pyright: reportUnknownArgumentType=false

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Bring the tables to this revision."""
    with op.batch_alter_table("matches", schema=None, recreate="never") as batch_op:
        batch_op.add_column(sa.Column("hour", sa.Integer(), server_default="21", nullable=False))
        batch_op.add_column(sa.Column("days", sa.String(length=7), server_default="", nullable=False))
    with op.batch_alter_table("guilds", schema=None, recreate="never") as batch_op:
        batch_op.add_column(sa.Column("evening", sa.Integer(), server_default="21", nullable=False))
        batch_op.add_column(sa.Column("holidays", sa.Integer(), server_default="30", nullable=False))
        batch_op.add_column(sa.Column("longest", sa.Integer(), server_default="14", nullable=False))
    with op.batch_alter_table("people", schema=None, recreate="never") as batch_op:
        batch_op.add_column(sa.Column("holidays", sa.Text(), server_default="", nullable=False))
        batch_op.add_column(sa.Column("untold", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_index("ix_people_untold", "people", ["untold"], unique=False)
