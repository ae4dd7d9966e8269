"""Public row numbers: rows of one person alone aren't counted.

The log itself counts every row. Whoever knew its numbers could tell how often a sealed answer was changed.
"""

from __future__ import annotations

from db.store import Store
from model.kinds import How
from model.match import LogRow


def is_silent(row: LogRow) -> bool:
    """Whether no one but the person who wrote the row may learn of it before the end."""
    return row.how == How.CHANGED


async def number_of(store: Store, match: int, seq: int) -> int:
    """How many rows everyone may know of up to log row `seq`: its number, if it is one of them."""
    return seq - await store.changes(match, seq)


async def past(store: Store, match: int, number: int, silent: int | None = None) -> list[LogRow]:
    """The log rows after the one of this number, silent ones among them; `silent`: of the whole log, if known."""
    rows = await store.log(match, number)  # no row has a higher number than its place in the log
    missing = await store.changes(match, number) if number and silent != 0 else 0
    for index, row in enumerate(rows):
        if not missing and not is_silent(row):
            return rows[index:]
        missing -= not is_silent(row)
    return []
