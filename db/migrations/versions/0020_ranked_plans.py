"""Plans of several answers, and what each of them leads to; standing orders."""

# pyright: reportUnknownArgumentType=false

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.add_column("plans", sa.Column("answers", sa.Text(), nullable=True))
    op.create_table(
        "orders",
        sa.Column("match", Id, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("given", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_orders_match")),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_orders")),
    )
