"""Another revision of the tables, made up: what an upgrade does is tried with it."""

import shutil
from pathlib import Path

from db.upkeep.revisions import MIGRATIONS, revisions

LATER = "later"
MIGRATION = '''"""Let seats have shoes, and seats and posts longer names; SQLite rebuilds the tables for that."""

import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{before}"


def upgrade() -> None:
    """Bring the tables to this revision."""
    with op.batch_alter_table("seats") as batch:
        batch.add_column(sa.Column("shoes", sa.String(8), nullable=False, server_default="none"))
        batch.alter_column("name", type_=sa.String(99))
    with op.batch_alter_table("outbox", table_kwargs=dict(sqlite_autoincrement=True)) as batch:
        batch.alter_column("kind", type_=sa.String(99))
    op.execute("UPDATE seats SET shoes = 'old'")
'''


def later_migrations(folder: Path) -> Path:
    """The migrations of a later version, in a new folder: a copy of ours, and the made-up one as the newest.

    `db.upkeep.revisions.MIGRATIONS` is to be set to it where that version is to run.
    """
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    migration = MIGRATION.format(revision=LATER, before=revisions()[0])
    (folder / "versions" / "9999_shoes.py").write_text(migration, encoding="utf-8")
    return folder
