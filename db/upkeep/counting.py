"""Counting of ids: a number that a row has had isn't given again, for ids stand in buttons and nonces."""

from __future__ import annotations

from sqlalchemy import Connection, Table, func, select, text


def sqlite_counts(connection: Connection) -> dict[str, int]:
    """The highest id that each table has ever given, where SQLite counts; none on PostgreSQL."""
    if connection.dialect.name != "sqlite" or _made(connection, "sqlite_sequence") is None:
        return {}
    rows = connection.execute(text("SELECT name, seq FROM sqlite_sequence"))
    return {str(name): int(last) for name, last in rows}


def count_on_sqlite(connection: Connection, table: str, last: int) -> None:
    """Make a table of SQLite give higher ids than this, if it counts them."""
    if "AUTOINCREMENT" in (_made(connection, table) or ""):
        values = {"name": table, "last": last}
        connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), values)
        connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)"), values)


def last_id(read: Connection, table: Table) -> int:
    """The highest id that the table has ever given, 0 if it doesn't count."""
    if read.dialect.name == "sqlite":
        return sqlite_counts(read).get(table.name, 0)
    name = _sequence(read, table)
    if name is None:
        return 0
    last, is_called = read.execute(text(f"SELECT last_value, is_called FROM {name}")).one()
    return int(last) if is_called else 0


def count_on(write: Connection, table: Table, last: int) -> None:
    """Make the table continue after the highest id that it has or ever had."""
    if not last and "id" not in table.c:
        return
    last = max(last, write.execute(select(func.max(table.c.id))).scalar_one() or 0)
    if not last:
        return
    if write.dialect.name == "sqlite":
        count_on_sqlite(write, table.name, last)
    elif name := _sequence(write, table):
        write.execute(text("SELECT setval(CAST(:name AS regclass), :last)"), {"name": name, "last": last})


def _made(connection: Connection, table: str) -> str | None:
    """The statement that made a table of SQLite; None if there is no such table."""
    made = text("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = :name")
    return connection.execute(made, {"name": table}).scalar_one_or_none()


def _sequence(connection: Connection, table: Table) -> str | None:
    if "id" not in table.c:
        return None
    name = text("SELECT pg_get_serial_sequence(:name, 'id')")
    return connection.execute(name, {"name": table.name}).scalar_one()
