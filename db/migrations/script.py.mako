<%! import re %>\
"""${message}."""

# pyright: reportUnknownArgumentType=false

import sqlalchemy as sa
from alembic import op

revision = ${repr(up_revision).replace("'", '"')}
down_revision = ${repr(down_revision).replace("'", '"')}


def upgrade() -> None:
    """Bring the tables to this revision."""
    ${re.sub(r" *# ### .* ###\n?", "", upgrades).strip() or "pass"}
