"""Matches that ended long ago are packed into one piece each, and it is known whom their logs name."""

# pyright: reportUnknownArgumentType=false

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "dormant",
        sa.Column("match", Id, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_dormant_match"),
        sa.PrimaryKeyConstraint("match", name="pk_dormant"),
    )
    op.create_table(
        "dormant_people",
        sa.Column("match", Id, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_dormant_people_match"),
        sa.PrimaryKeyConstraint("match", "user", name="pk_dormant_people"),
    )
    op.create_index("ix_dormant_people_user", "dormant_people", ["user"], unique=False)
