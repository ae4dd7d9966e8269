"""Times in which clocks stand because somebody has said so before."""

# pyright: reportUnknownArgumentType=false

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "downtimes",
        sa.Column("id", Id, sa.Identity(always=False), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_downtimes"),
    )
