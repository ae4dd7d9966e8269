"""First tables: those of the code, for until version 1.0.0 nothing is kept."""

from alembic import op

from db.sql.tables import metadata
from db.upkeep.revisions import first_revision

revision = first_revision()
down_revision = None


def upgrade() -> None:
    """Make the tables of `db/sql/tables.py`."""
    metadata.create_all(op.get_bind())
