"""The first tables: those of the code, because before version 1.0.0 no data is kept."""

from alembic import op

from db.sql.tables import metadata
from db.upkeep.revisions import first_revision

revision = first_revision()
down_revision = None


def upgrade() -> None:
    """Create the tables of `db/sql/tables.py`."""
    metadata.create_all(op.get_bind())
