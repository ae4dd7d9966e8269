"""How many lobbies one person may have open in a server."""

# pyright: reportUnknownArgumentType=false

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Bring the tables to this revision."""
    with op.batch_alter_table("guilds", schema=None, recreate="never") as batch_op:
        batch_op.add_column(sa.Column("lobbies", sa.Integer(), server_default="10", nullable=False))
