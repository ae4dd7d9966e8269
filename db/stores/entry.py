"""Queries about people who want to sit down."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import and_, func, select

from db.sql.conditions import was_in_company
from db.sql.reader import Reader
from db.sql.tables import results
from model.kinds import ResultKind


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's record among people.

    They have `finished` so many matches, and made so many moves `in_time` and `late`.
    """

    finished: int
    in_time: int
    late: int


class EntryTables:
    """Queries about who may sit down."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def standing(self, user: int) -> Standing:
        """A person's standing, without solo matches outside of servers."""
        mine = and_(results.c.user == user, was_in_company())
        finished = select(func.count()).select_from(results).where(mine, results.c.kind != ResultKind.LEFT)
        answered = [select(func.coalesce(func.sum(c), 0)).where(mine) for c in (results.c.in_time, results.c.late)]
        parts = [query.scalar_subquery() for query in (finished, *answered)]
        [row] = await self._reader.tuples(select(*parts))
        return Standing(*map(int, row))
