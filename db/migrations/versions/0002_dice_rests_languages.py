"""What the players add to the dice, matches that rest, languages, turns played by the house."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Bring the tables to this revision."""
    # columns are added in place: a table of matches made anew would count its ids from the start
    with op.batch_alter_table("matches", schema=None, recreate="never") as batch_op:
        batch_op.add_column(sa.Column("entropy", sa.Text(), server_default="", nullable=False))
        batch_op.add_column(sa.Column("paused", sa.String(length=16), nullable=True))

    with op.batch_alter_table("seats", schema=None, recreate="never") as batch_op:
        batch_op.add_column(sa.Column("auto", sa.Boolean(), server_default=sa.false(), nullable=False))

    op.create_table(
        "people",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("locale", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_people")),
    )
