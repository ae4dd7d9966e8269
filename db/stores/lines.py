"""Store of what people try out in their matches."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.codec import decode_json, encode_json
from db.sql.engine import TimedEngine, transaction
from db.sql.mapping import value_of
from db.sql.reader import Reader
from db.sql.tables import lines
from db.sql.upsert import put_new, upsert
from db.stores.limits import hold
from model.line import KEPT, Answers, Line
from model.match import Limit


class LineTable:
    """Queries about lines, each one transaction."""

    def __init__(self, engine: TimedEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader

    async def of(self, match: int, user: int) -> list[Line]:
        """The person's lines in a match, by number."""
        mine = and_(lines.c.match == match, lines.c.user == user)
        rows = await self._reader.rows(select(lines).where(mine).order_by(lines.c.number))
        return [value_of(Line, row, answers=decode_json(row["answers"], Answers)) for row in rows]

    async def put(self, match: int, user: int, line: Line) -> None:
        """Store a line in place of the one with its number."""
        key = {"match": match, "user": user, "number": line.number}
        values = {"fingerprint": line.fingerprint, "since": line.since, "answers": encode_json(line.answers)}
        await upsert(self._engine, lines, key, values)

    async def drop(self, match: int, user: int, number: int) -> None:
        """Delete a line, unless it has been shared, as those are counted."""
        await self._engine.execute(delete(lines).where(_one(match, user, number), lines.c.shared.is_(None)))

    @transaction
    async def share(
        self, write: AsyncConnection, match: int, line: Line, limit: Limit, *, time: float, lost: float
    ) -> bool:
        """Note that a line is shared (unix seconds) by the person of the limit; False if it has been.

        If it was to be posted before `lost` and wasn't, it never will be. A line from a review is stored by that.
        Raises Reached for the limit.
        """
        await hold(write, (limit,))
        if line.number > KEPT:
            values = {"fingerprint": line.fingerprint, "since": line.since, "answers": encode_json(line.answers)}
            await put_new(write, lines, {"match": match, "user": limit.whose, "number": line.number}, values)
        is_free = or_(lines.c.shared.is_(None), and_(~lines.c.posted, lines.c.shared <= lost))
        unshared = update(lines).where(_one(match, limit.whose, line.number), is_free)
        return bool((await write.execute(unshared.values(shared=time))).rowcount)

    async def posted(self, match: int, user: int, number: int) -> None:
        """Note that a shared line has been posted."""
        await self._engine.execute(update(lines).where(_one(match, user, number)).values(posted=True))

    async def unshare(self, match: int, user: int, number: int) -> None:
        """Note that a line couldn't be posted."""
        await self._engine.execute(update(lines).where(_one(match, user, number)).values(shared=None))


def _one(match: int, user: int, number: int) -> ColumnElement[bool]:
    return and_(lines.c.match == match, lines.c.user == user, lines.c.number == number)
