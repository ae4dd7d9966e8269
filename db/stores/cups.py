"""Store of cups: headers, entrants, tables of rounds, log; each method is one transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.engine import TimedEngine, transaction
from db.sql.mapping import columns_of, post_columns, standing, value_of
from db.sql.reader import Reader
from db.sql.tables import cup_entrants, cup_log, cup_tables, cups, log, matches, outbox, sittings
from db.sql.upsert import put
from db.stores.limits import hold
from db.stores.sets import close, open_for
from db.stores.steps import write_first
from model.cup import Cup, CupRow, CupStep, CupTable, CupWon, Entrant, WholeCup
from model.kinds import CUPS_UNDER_WAY, UNFINISHED, VERDICTS, CupPhase, CupRowKind, How, Phase, PostKind, RowKind
from model.match import Limit, LogRow, Match, MessageRef, Outgoing
from model.sets import LuckSet, SetEnd

GIVEN = ("id", "seq", "changed", "message_channel", "message")  # not written with a header


class CupTables:
    """Queries about cups."""

    def __init__(self, engine: TimedEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader

    # --- reading

    async def whole(self, number: int) -> WholeCup | None:
        """A cup with its entrants and tables."""
        async with self._reader.moment() as read:
            [*header] = (await read.execute(select(cups).where(cups.c.id == number))).mappings()
            if not header:
                return None
            entered = select(cup_entrants).where(cup_entrants.c.cup == number).order_by(cup_entrants.c.number)
            entrants = tuple(value_of(Entrant, row) for row in (await read.execute(entered)).mappings())
            sat = select(cup_tables).where(cup_tables.c.cup == number)
            rows = (await read.execute(sat.order_by(cup_tables.c.round, cup_tables.c.number))).mappings()
            return WholeCup(value_of(Cup, header[0]), entrants, tuple(value_of(CupTable, row) for row in rows))

    async def of_guild(self, guild: int, phases: Collection[CupPhase]) -> list[Cup]:
        """The cups of a server in these phases, the newest first."""
        return await self._cups(cups.c.guild == guild, cups.c.phase.in_(phases))

    async def entered_by(self, user: int, phases: Collection[CupPhase] | None = None) -> list[int]:
        """The numbers of the cups (in these phases) that a person has entered."""
        query = select(cup_entrants.c.cup).join(cups).where(cup_entrants.c.user == user).order_by(cup_entrants.c.cup)
        rows = await self._reader.rows(query if phases is None else query.where(cups.c.phase.in_(phases)))
        return [row["cup"] for row in rows]

    async def under_way(self) -> list[Cup]:
        """The unfinished cups."""
        return await self._cups(cups.c.phase.in_(CUPS_UNDER_WAY))

    async def log(self, number: int) -> list[CupRow]:
        """The log of a cup, in order."""
        query = select(cup_log).where(cup_log.c.cup == number).order_by(cup_log.c.seq, cup_log.c.line)
        return [value_of(CupRow, row, by=row["author"]) for row in await self._reader.rows(query)]

    async def sat(self, number: int) -> set[int]:
        """Everyone who has sat down in a match of a cup, whether or not they entered it."""
        of_cup = and_(cup_tables.c.match == sittings.c.match, cup_tables.c.cup == number)
        query = select(sittings.c.user).join(cup_tables, of_cup).distinct()
        return {row["user"] for row in await self._reader.rows(query)}

    async def is_steward(self, number: int, user: int, kinds: Collection[RowKind]) -> bool:
        """Whether the person, as a manager, has written a row of these kinds in a match of the cup."""
        row = and_(cup_tables.c.cup == number, log.c.user == user, log.c.how == How.MANAGER, log.c.kind.in_(kinds))
        query = select(log.c.seq).join(cup_tables, cup_tables.c.match == log.c.match).where(row).limit(1)
        return bool(await self._reader.rows(query))

    async def phases(self, ids: Collection[int]) -> dict[int, Phase]:
        """The phases of these matches."""
        query = select(matches.c.id, matches.c.phase).where(matches.c.id.in_(ids))
        return {row["id"]: row["phase"] for row in await self._reader.rows(query)}

    async def threads(self, ids: Collection[int]) -> dict[int, int]:
        """The threads of these matches, by match; matches without one are left out."""
        query = select(matches.c.id, matches.c.thread).where(matches.c.id.in_(ids), matches.c.thread.is_not(None))
        return {row["id"]: row["thread"] for row in await self._reader.rows(query)}

    # --- writing

    @transaction
    async def create(
        self, write: AsyncConnection, cup: Cup, rows: Sequence[CupRow], limits: Sequence[Limit] = ()
    ) -> Cup:
        """Create a cup; raises Reached if one of the limits is reached."""
        new = replace(cup, seq=1, changed=rows[0].at)
        values = {**columns_of(new, *GIVEN), "seq": 1, "changed": new.changed}
        await hold(write, limits)
        got = await write.execute(insert(cups).values(values).returning(cups.c.id))
        new = replace(new, id=got.scalar_one())
        await _add_rows(write, new, rows)
        return new

    @transaction
    async def commit(
        self, write: AsyncConnection, step: CupStep, limits: Sequence[Limit] = (), *, sets: Collection[SetEnd] = ()
    ) -> Cup | None:
        """Write one step of a cup, all of it or nothing; None if the cup isn't at the `seq` that was seen.

        These `sets` end with it. Raises Reached if one of the limits is reached.
        """
        before = step.cup
        after = replace(before, seq=before.seq + 1, changed=step.rows[-1].at)
        condition = and_(cups.c.id == before.id, cups.c.seq == before.seq)
        values = {**columns_of(after, *GIVEN), "seq": after.seq, "changed": after.changed}
        await hold(write, limits)
        if not (await write.execute(update(cups).where(condition).values(values))).rowcount:
            return None
        if step.left:
            gone = and_(cup_entrants.c.cup == after.id, cup_entrants.c.user.in_(step.left))
            await write.execute(delete(cup_entrants).where(gone))
        for entrant in step.entrants:
            key = {"cup": after.id, "user": entrant.user}
            await put(write, cup_entrants, key, columns_of(entrant, "user"))
        for table in step.tables:
            key = {"cup": after.id, "round": table.round, "number": table.number}
            await put(write, cup_tables, key, _table_columns(table))
        for end in sets:
            await close(write, end, after.changed)
        await _add_rows(write, after, step.rows)
        if any(row.kind == CupRowKind.MOVE for row in step.rows):
            await _move_matches(write, after)
        return after

    @transaction
    async def seat(
        self,
        write: AsyncConnection,
        cup: int,
        table: CupTable,
        match: Match,
        row: LogRow,
        *,
        posts: Sequence[Outgoing],
        shared: LuckSet | None = None,
    ) -> Match | None:
        """Create the match of a table; None if it has one. It gets the luck of its set, if it has one."""
        key = and_(cup_tables.c.cup == cup, cup_tables.c.round == table.round, cup_tables.c.number == table.number)
        free = and_(key, cup_tables.c.match.is_(None), cup_tables.c.ranks.is_(None))
        # on PostgreSQL this waits for another process that is seating the same table
        if (await write.execute(select(cup_tables.c.cup).where(free).with_for_update())).one_or_none() is None:
            return None
        if shared is not None:
            of_set = await open_for(write, shared)
            match = replace(match, key=of_set.key, entropy=of_set.entropy, of_set=of_set.id)
        new = await write_first(write, match, row, posts, ())
        assert new is not None, "it is no rematch"
        await write.execute(update(cup_tables).where(key).values(match=new.id))
        return new

    @transaction
    async def show(self, write: AsyncConnection, cup: int, place: MessageRef | None) -> None:
        """Store where the cup's message is; None: nowhere."""
        await write.execute(update(cups).where(cups.c.id == cup).values(standing(place)))

    async def won_by(self, user: int, guild: int | None) -> int:
        """How many cups of a server, or (None) of all, a person has won by playing."""
        won = (
            select(func.count())
            .select_from(cup_log)
            .join(cups)
            .where(cup_log.c.kind == CupRowKind.END, cup_log.c.user == user)
        )
        [row] = await self._reader.tuples(won if guild is None else won.where(cups.c.guild == guild))
        return int(row[0])

    async def won_in(self, guild: int, game: str) -> list[CupWon]:
        """The cups of a game won by playing in a server, the newest first."""
        winner, held = cup_entrants.alias("winner"), cup_entrants.alias("held")
        field = select(func.count()).where(held.c.cup == cups.c.id, held.c.place.is_not(None)).scalar_subquery()
        query = (
            select(
                cups.c.id,
                cups.c.title,
                cups.c.format,
                cup_log.c.at,
                winner.c.user,
                winner.c.name,
                field,
                func.coalesce(cup_log.c.number, 0),
            )
            .join(cup_log, and_(cup_log.c.cup == cups.c.id, cup_log.c.kind == CupRowKind.END))
            .join(winner, and_(winner.c.cup == cups.c.id, winner.c.user == cup_log.c.user))
            .where(cups.c.guild == guild, cups.c.game == game)
            .order_by(cup_log.c.at.desc(), cups.c.id.desc(), cup_log.c.line)
        )
        found = [[*rows] for _, rows in groupby(await self._reader.tuples(query), key=itemgetter(0))]
        return [_won(rows) for rows in found]

    async def _cups(self, *where: ColumnElement[bool]) -> list[Cup]:
        rows = await self._reader.rows(select(cups).where(*where).order_by(cups.c.id.desc()))
        return [value_of(Cup, row) for row in rows]


def _won(rows: Sequence[Sequence[Any]]) -> CupWon:
    """A cup from a row for each of its winners."""
    number, title, form, at, *_ = rows[0]
    winners = tuple((user, name) for _, _, _, _, user, name, _, _ in rows)
    return CupWon(number, title, form, at, winners, field=rows[0][6], decided=max(row[7] for row in rows))


async def _move_matches(write: AsyncConnection, cup: Cup) -> None:
    """Move the threads of a cup's unfinished matches to its channel; their pending work is due at once."""
    condition = and_(matches.c.cup == cup.id, matches.c.phase.in_(UNFINISHED), ~matches.c.hidden)
    owed = and_(outbox.c.match.in_(select(matches.c.id).where(condition)), outbox.c.taken.is_(None))
    await write.execute(update(outbox).where(owed, outbox.c.ready > cup.changed).values(ready=cup.changed))
    await write.execute(update(matches).where(condition).values(channel=cup.channel))


async def _add_rows(write: AsyncConnection, cup: Cup, rows: Sequence[CupRow]) -> None:
    """Write log rows, and queue the message that shows them; decisions about others get a message of their own."""
    written = {"cup": cup.id, "seq": cup.seq}
    lines = [columns_of(row, "by") | written | {"line": line, "author": row.by} for line, row in enumerate(rows)]
    await write.execute(insert(cup_log), lines)
    verdicts = [Outgoing(PostKind.VERDICT)] if any(row.kind in VERDICTS for row in rows) else []
    posts = [post_columns(post, cup.seq, cup.changed, cup=cup.id) for post in (*verdicts, Outgoing(PostKind.CUP))]
    await write.execute(insert(outbox), posts)


def _table_columns(table: CupTable) -> dict[str, Any]:
    """The columns of a table that a step writes, without its match, which it may have got since it was read."""
    return columns_of(table, "round", "number", "match")
