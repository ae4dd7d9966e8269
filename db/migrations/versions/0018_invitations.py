"""Invitations, whose of them people don't get, whom a table takes, and boards of open tables."""

# pyright: reportUnknownArgumentType=false

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "invitations",
        sa.Column("match", Id, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("author", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_invitations_match"),
        sa.PrimaryKeyConstraint("match", "user", name="pk_invitations"),
    )
    op.create_index("ix_invitations_author", "invitations", ["author"], unique=False)
    op.create_index("ix_invitations_user_state", "invitations", ["user", "state"], unique=False)
    op.create_table(
        "blocks",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("author", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("user", "author", name="pk_blocks"),
    )
    op.create_index("ix_blocks_author", "blocks", ["author"], unique=False)
    op.create_table(
        "boards",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=True),
        sa.Column("message_channel", sa.BigInteger(), nullable=True),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("shown", sa.String(length=32), server_default="", nullable=False),
        sa.Column("ready", sa.Double(), server_default="0", nullable=False),
        sa.Column("role", sa.BigInteger(), nullable=True),
        sa.Column("called", sa.Double(), server_default="0", nullable=False),
        sa.Column("called_before", sa.Double(), server_default="0", nullable=False),
        sa.Column("call_ready", sa.Double(), server_default="0", nullable=False),
        sa.Column("shares", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_boards"),
    )
    with op.batch_alter_table("matches", schema=None, recreate="never") as batch_op:
        batch_op.add_column(sa.Column("invited_only", sa.Boolean(), server_default=sa.false(), nullable=False))
        batch_op.add_column(sa.Column("least_in_time", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("least_finished", sa.Integer(), server_default="0", nullable=False))
