"""How well people answered in the matches that were looked at is kept."""

# pyright: reportUnknownArgumentType=false

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "accuracies",
        sa.Column("match", Id, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("accuracy", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_accuracies_match"),
        sa.PrimaryKeyConstraint("match", "user", name="pk_accuracies"),
    )
    op.create_index("ix_accuracies_user", "accuracies", ["user"], unique=False)
