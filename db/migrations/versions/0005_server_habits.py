"""Where ceremonies are posted, and whether matches are rated by default."""

# pyright: reportUnknownArgumentType=false

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Bring the tables to this revision."""
    with op.batch_alter_table("guilds", schema=None, recreate="never") as batch_op:
        batch_op.add_column(sa.Column("ceremonies", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("rated", sa.Boolean(), server_default=sa.true(), nullable=False))
