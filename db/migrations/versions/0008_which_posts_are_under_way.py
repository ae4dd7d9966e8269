"""Which posts are under way."""

# pyright: reportUnknownArgumentType=false

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Bring the tables to this revision."""
    with op.batch_alter_table("outbox", schema=None, recreate="never") as batch_op:
        batch_op.add_column(sa.Column("taken", sa.Double(), nullable=True))
        batch_op.create_index(batch_op.f("ix_outbox_taken"), ["taken"], unique=False)
