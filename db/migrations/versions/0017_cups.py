"""Cups: who has signed up, the tables of their rounds, what was done; and of which cup a match is."""

# pyright: reportUnknownArgumentType=false

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "cups",
        sa.Column("id", Id, sa.Identity(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("director", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("format", sa.String(length=16), nullable=False),
        sa.Column("least", sa.Integer(), nullable=False),
        sa.Column("most", sa.Integer(), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("seasons", sa.Integer(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("clock", sa.String(length=16), nullable=False),
        sa.Column("weekends", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("phase", sa.String(length=16), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("due", sa.Double(), nullable=True),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("entropy", sa.Text(), server_default="", nullable=False),
        sa.Column("opened", sa.Double(), nullable=False),
        sa.Column("changed", sa.Double(), nullable=False),
        sa.Column("message_channel", sa.BigInteger(), nullable=True),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("shown", sa.Integer(), server_default="0", nullable=False),
        sa.Column("ready", sa.Double(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_cups"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_cups_director", "cups", ["director"], unique=False)
    op.create_index("ix_cups_guild_phase", "cups", ["guild", "phase"], unique=False)
    op.create_index("ix_cups_phase", "cups", ["phase"], unique=False)
    op.create_table(
        "cup_entrants",
        sa.Column("cup", Id, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("points", sa.Integer(), server_default="0", nullable=False),
        sa.Column("gone", sa.Integer(), nullable=True),
        sa.Column("press", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["cup"], ["cups.id"], name="fk_cup_entrants_cup"),
        sa.PrimaryKeyConstraint("cup", "user", name="pk_cup_entrants"),
    )
    op.create_index("ix_cup_entrants_user", "cup_entrants", ["user"], unique=False)
    op.create_table(
        "cup_tables",
        sa.Column("cup", Id, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("group", sa.Integer(), nullable=False),
        sa.Column("places", sa.Text(), nullable=False),
        sa.Column("match", Id, nullable=True),
        sa.Column("ranks", sa.Text(), nullable=True),
        sa.Column("how", sa.String(length=16), nullable=True),
        sa.ForeignKeyConstraint(["cup"], ["cups.id"], name="fk_cup_tables_cup"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_cup_tables_match"),
        sa.PrimaryKeyConstraint("cup", "round", "number", name="pk_cup_tables"),
    )
    op.create_index("ix_cup_tables_match", "cup_tables", ["match"], unique=False)
    op.create_table(
        "cup_log",
        sa.Column("cup", Id, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("line", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("author", sa.BigInteger(), nullable=True),
        sa.Column("user", sa.BigInteger(), nullable=True),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["cup"], ["cups.id"], name="fk_cup_log_cup"),
        sa.PrimaryKeyConstraint("cup", "seq", "line", name="pk_cup_log"),
    )
    op.create_index("ix_cup_log_author", "cup_log", ["author"], unique=False)
    op.create_index("ix_cup_log_user", "cup_log", ["user"], unique=False)
    with op.batch_alter_table("matches", schema=None, recreate="never") as batch_op:
        batch_op.add_column(sa.Column("cup", Id, nullable=True))
