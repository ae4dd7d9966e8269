"""How many hints each seat has had, and what the last one was about."""

# pyright: reportUnknownArgumentType=false

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Bring the tables to this revision."""
    with op.batch_alter_table("seats", schema=None, recreate="never") as batch_op:
        batch_op.add_column(sa.Column("hints", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("hinted", sa.String(length=8), server_default="", nullable=False))
