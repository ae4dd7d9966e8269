<%!
import re

from db.sql.tables import metadata


def counting(begun):
    """The beginning of a change of a table: one that counts its ids must be told so when SQLite rebuilds it."""
    table = metadata.tables.get(begun[1])
    counts = table is not None and table.dialect_options["sqlite"]["autoincrement"]
    return f"batch_alter_table('{begun[1]}'" + (", table_kwargs={'sqlite_autoincrement': True})" if counts else ")")


def written(upgrades):
    plain = re.sub(r" *# ### .* ###\n?", "", upgrades).strip() or "pass"
    return re.sub(r"batch_alter_table\('(\w+)', schema=None\)", counting, plain)
%>\
"""${message}."""

# pyright: reportUnknownArgumentType=false

import sqlalchemy as sa
from alembic import op

revision = ${repr(up_revision).replace("'", '"')}
down_revision = ${repr(down_revision).replace("'", '"')}


def upgrade() -> None:
    """Bring the tables to this revision."""
    ${written(upgrades)}
