"""Public row numbers, which skip rows that only one person may know of.

The log itself numbers every row. Its numbers would reveal how often a sealed move was changed.
"""

from __future__ import annotations

from db.store import Store
from model.kinds import How
from model.match import LogRow


def is_silent(row: LogRow) -> bool:
    """Whether only the person who wrote the row may learn of it before the end."""
    return row.how == How.CHANGED


async def number_of(store: Store, match: int, seq: int) -> int:
    """The number of rows up to log row `seq` that everyone may know of: its own number, if it is one of them."""
    return seq - await store.changes(match, seq)


async def past(store: Store, match: int, number: int, silent: int | None = None) -> list[LogRow]:
    """The log rows after this public number, silent ones included; `silent` counts those of the whole log, if known."""
    rows = await store.log(match, number)  # no row's public number is higher than its place in the log
    missing = await store.changes(match, number) if number and silent != 0 else 0
    for index, row in enumerate(rows):
        if not missing and not is_silent(row):
            return rows[index:]
        missing -= not is_silent(row)
    return []
