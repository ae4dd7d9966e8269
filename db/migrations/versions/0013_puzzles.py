"""Puzzles, how people answered them, and where servers want the one of the day."""

# pyright: reportUnknownArgumentType=false

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "puzzles",
        sa.Column("id", Id, sa.Identity(), nullable=False),
        sa.Column("source", sa.String(length=64), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("grade", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("schema", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("best", sa.Text(), nullable=False),
        sa.Column("hope", sa.Double(), nullable=False),
        sa.Column("costs", sa.Text(), nullable=False),
        sa.Column("ready", sa.Double(), server_default="0", nullable=False),
        sa.Column("day", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_puzzles"),
        sa.UniqueConstraint("day", name="uq_puzzles_day"),
        sa.UniqueConstraint("source", name="uq_puzzles_source"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "puzzle_answers",
        sa.Column("puzzle", Id, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("cost", sa.Double(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["puzzle"], ["puzzles.id"], name="fk_puzzle_answers_puzzle"),
        sa.PrimaryKeyConstraint("puzzle", "user", name="pk_puzzle_answers"),
    )
    op.create_index("ix_puzzle_answers_user", "puzzle_answers", ["user"], unique=False)
    op.create_table(
        "puzzle_posts",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=True),
        sa.Column("hour", sa.Integer(), nullable=False),
        sa.Column("day", sa.Integer(), server_default="0", nullable=False),
        sa.Column("ready", sa.Double(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_puzzle_posts"),
    )
