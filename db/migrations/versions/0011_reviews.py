"""Reviews of matches that are over, and the pieces in which they are made."""

# pyright: reportUnknownArgumentType=false

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "reviews",
        sa.Column("match", Id, nullable=False),
        sa.Column("asked", sa.Double(), nullable=False),
        sa.Column("ready", sa.Double(), nullable=True),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("efforts", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_reviews_match"),
        sa.PrimaryKeyConstraint("match", name="pk_reviews"),
    )
    op.create_index("ix_reviews_ready", "reviews", ["ready"], unique=False)
    op.create_table(
        "review_pieces",
        sa.Column("match", Id, nullable=False),
        sa.Column("first", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_review_pieces_match"),
        sa.PrimaryKeyConstraint("match", "first", name="pk_review_pieces"),
    )
