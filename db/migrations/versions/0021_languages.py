"""What people, servers and databases keep beside their matches."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Bring the tables to this revision."""
    # the languages that people and servers choose
    for table in ("people", "guilds"):
        op.add_column(table, sa.Column("language", sa.String(16), nullable=False, server_default=""))

    # names over servers
    op.add_column("people", sa.Column("name", sa.Text(), nullable=False, server_default=""))
    op.drop_column("puzzle_answers", "name")

    # who has announced downtime, and when
    op.add_column("downtimes", sa.Column("author", sa.BigInteger()))
    op.add_column("downtimes", sa.Column("announced", sa.Double(), nullable=False, server_default="0"))
    op.create_index("ix_downtimes_author", "downtimes", ["author"])
    # who has left a match that was to count before their first move
    op.add_column("results", sa.Column("unstarted", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("ix_results_unstarted", "results", ["unstarted"])

    # the channels of direct messages
    op.add_column("people", sa.Column("dm", sa.BigInteger()))
