"""Store of tables that reopen by themselves; each method is one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import ColumnElement, and_, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.engine import TimedEngine, transaction
from db.sql.mapping import columns_of, post_columns, value_of
from db.sql.reader import Reader
from db.sql.tables import log, matches, outbox, standing_tables
from db.sql.upsert import put_new
from db.stores.limits import hold
from db.stores.steps import write_first
from model.kinds import PostKind
from model.match import Deadline, Limit, LogRow, Match, Outgoing
from model.standing_table import Ended, StandingTable

GOES_ON = standing_tables.c.ended.is_(None)


class _Taken(Exception):
    """Undoes a transaction: someone else has reopened or stopped the table."""


class StandingTableStore:
    """Queries about tables that reopen by themselves."""

    def __init__(self, engine: TimedEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader

    async def of(self, match: int) -> StandingTable | None:
        """The table whose newest opening is this match, even if it has ended."""
        return next(iter(await self._tables(standing_tables.c.match == match)), None)

    async def going_on(self, guild: int | None = None) -> list[StandingTable]:
        """The tables of a server, or all, that reopen by themselves."""
        return await self._tables(GOES_ON, *(() if guild is None else (standing_tables.c.guild == guild,)))

    async def last_press(self, user: int) -> float:
        """When this person last pressed something that counts in a match; 0 if never."""
        query = select(func.coalesce(func.max(log.c.at), 0.0)).where(log.c.user == user, log.c.press.is_not(None))
        [row] = await self._reader.tuples(query)
        return float(row[0])

    @transaction
    async def keep(self, write: AsyncConnection, table: StandingTable) -> None:
        """Let a table reopen by itself from now on, if it doesn't yet; its message is updated."""
        await put_new(write, standing_tables, {"match": table.match}, columns_of(table, "match"))
        await _show(write, table.match, Outgoing(PostKind.LOBBY), table.changed)

    @transaction
    async def stop(self, write: AsyncConnection, table: StandingTable, now: float) -> bool:
        """Forget a table; its message is updated. False if someone else was faster."""
        done = await write.execute(delete(standing_tables).where(_is(table)))
        if done.rowcount:
            await _show(write, table.match, Outgoing(PostKind.LOBBY), now)
        return bool(done.rowcount)

    @transaction
    async def end(self, write: AsyncConnection, table: StandingTable, why: Ended, now: float) -> bool:
        """End a table, of which its opener hears once; False if someone else was faster."""
        ending = update(standing_tables).where(_is(table)).values(ended=why, changed=now)
        done = await write.execute(ending)
        if done.rowcount:
            await _show(write, table.match, Outgoing(PostKind.STANDING, table.user), now)
        return bool(done.rowcount)

    async def reopen(
        self,
        table: StandingTable,
        match: Match,
        row: LogRow,
        posts: Sequence[Outgoing],
        owed: Sequence[Deadline],
        *,
        limits: Sequence[Limit],
    ) -> Match | None:
        """Create the next opening of a table, once; None if someone else was faster.

        `table` is to have its new number of `unjoined` openings. Raises Reached if one of the limits is reached.
        """

        async def written(write: AsyncConnection) -> Match:
            await hold(write, limits)
            new = await write_first(write, match, row, posts, owed)
            assert new is not None, "it repeats no match"
            values = columns_of(replace(table, match=new.id, changed=row.at))
            done = await write.execute(update(standing_tables).where(_is(table)).values(values))
            if not done.rowcount:
                raise _Taken
            return new

        try:
            return await self._engine.run(written)
        except _Taken:
            return None

    @transaction
    async def prune(self, write: AsyncConnection, before: float) -> None:
        """Forget tables that ended before that time."""
        await write.execute(delete(standing_tables).where(~GOES_ON, standing_tables.c.changed < before))

    @transaction
    async def clear(self, write: AsyncConnection, guild: int) -> None:
        """Forget all tables of a server."""
        await write.execute(delete(standing_tables).where(standing_tables.c.guild == guild))

    async def _tables(self, *where: ColumnElement[bool]) -> list[StandingTable]:
        query = select(standing_tables).where(*where).order_by(standing_tables.c.match)
        return [value_of(StandingTable, row) for row in await self._reader.rows(query)]


def _is(table: StandingTable) -> ColumnElement[bool]:
    """Whether a row is this table, as it was seen, and goes on."""
    return and_(standing_tables.c.match == table.match, GOES_ON)


async def _show(write: AsyncConnection, match: int, post: Outgoing, now: float) -> None:
    """Queue a post about the newest row of a match."""
    seq = (await write.execute(select(matches.c.seq).where(matches.c.id == match))).scalar_one()
    await write.execute(insert(outbox), [post_columns(post, seq, now, match=match)])
