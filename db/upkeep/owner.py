"""The owner of a database: the application that logged in with it first, or the sandbox."""

from __future__ import annotations

from sqlalchemy import URL, Connection, delete, exists, inspect, select, update

from db.sql.advice import DatabaseClosed, advice, database_faults
from db.sql.engine import PRAGMAS, TimedEngine, is_there, make_sync_engine
from db.sql.tables import cups, matches, messages, meta, open_tables, people
from db.sql.upsert import put, put_new
from db.upkeep.backup import alone

OWNER = "owner"  # the key
SANDBOX = "sandbox"  # stands in place of an application's id


def owner_of(url: URL) -> str | None:
    """The id of the application that owns a database, or SANDBOX; None: no owner yet.

    Changes nothing. Raises DatabaseClosed if it doesn't answer. Blocks.
    """
    if not is_there(url):
        return None
    try:
        with make_sync_engine(url, pragmas=PRAGMAS[:1]).connect() as read:
            return _owner(read)
    except database_faults() as error:
        raise DatabaseClosed(advice(url, error)) from error


async def claim(engine: TimedEngine, owner: str) -> str:
    """Make this the owner of a database that has none; returns the owner."""
    async with engine.begin() as write:
        await put_new(write, meta, {"key": OWNER}, {"value": owner})
        present = await write.run_sync(_owner)
        if present is None:
            await put(write, meta, {"key": OWNER}, {"value": owner})
    return present or owner


def take_over(url: URL, owner: str) -> bool:
    """Replace the owner of a database; False if it had none.

    Posts of the earlier owner count as gone, because only that one can edit them, and so do its direct messages, as
    no other can write there. Raises DatabaseClosed, and BackupRefused if a bot runs on it.
    """
    if owner_of(url) is None:
        return False
    try:
        with alone(url) as write:
            write.execute(update(meta).where(meta.c.key == OWNER).values(value=owner))
            write.execute(delete(messages))
            for table in (open_tables, cups):
                write.execute(update(table).values(message_channel=None, message=None))
            write.execute(update(people).values(dm=None))
    except database_faults() as error:
        raise DatabaseClosed(advice(url, error)) from error
    return True


def _owner(read: Connection) -> str | None:
    """The stored owner; a sandbox without any match has nothing to lose and counts as none."""
    if not inspect(read).has_table(meta.name):
        return None
    owner = read.execute(select(meta.c.value).where(meta.c.key == OWNER)).scalar_one_or_none()
    if owner == SANDBOX and not read.execute(select(exists(select(matches.c.id)))).scalar_one():
        return None
    return owner
