"""All rows about a person, in all tables, and the anonymous id that replaces theirs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, Table, and_, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.codec import decode_events, decode_json, encode_json
from db.sql.engine import TimedEngine, transaction
from db.sql.reader import Reader
from db.sql.tables import (
    NOT_EXPORTED,
    PERSON,
    blocks,
    digests,
    followed_matches,
    followed_people,
    lessons,
    lines,
    log,
    matches,
    messages,
    metadata,
    notes,
    orders,
    outbox,
    page_calendars,
    page_grants,
    page_sessions,
    page_tokens,
    people,
    plans,
    seats,
    seekers,
    sparring,
    standing_tables,
)
from db.stores.endings import hold_people
from engines.table import Event
from model.kinds import UNFINISHED, RowKind
from model.match import Vote

# tables whose rows about a person concern no one else
OWN = (
    blocks,
    digests,
    followed_matches,
    followed_people,
    lessons,
    lines,
    messages,
    notes,
    outbox,
    page_calendars,
    page_grants,
    page_sessions,
    page_tokens,
    people,
    seekers,
    sparring,
    standing_tables,
)
NAME = "name"


class PersonalRows:
    """Queries on all data about one person, each one transaction."""

    def __init__(self, engine: TimedEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader

    async def of(self, user: int) -> dict[str, list[dict[str, Any]]]:
        """All rows about a person that they may know, by table, as stored; empty tables are left out."""
        by_table: dict[str, list[dict[str, Any]]] = {}
        async with self._reader.moment() as read:
            for table, column in personal():
                if column.info[NOT_EXPORTED]:
                    continue
                query = select(table).where(column == user).order_by(*table.primary_key)
                if table is matches:  # of a hidden match its opener, who directs its cup, knows no more than others
                    sat = select(seats.c.match).where(seats.c.user == user)
                    query = query.where(or_(~matches.c.hidden, matches.c.id.in_(sat)))
                if rows := [dict(row) for row in (await read.execute(query)).mappings()]:
                    kept = by_table.setdefault(table.name, [])  # a table may have two columns with people
                    kept.extend(row for row in rows if row not in kept)
        return by_table

    async def alive(self, user: int) -> list[tuple[int, str]]:
        """Id and phase of the unfinished matches in which a person has or had a seat, or is the opener."""
        seated = select(seats.c.match).where(seats.c.user == user)
        theirs = and_(or_(matches.c.host == user, matches.c.id.in_(seated)), matches.c.phase.in_(UNFINISHED))
        query = select(matches.c.id, matches.c.phase).where(theirs).order_by(matches.c.id)
        return [(row["id"], row["phase"]) for row in await self._reader.rows(query)]

    async def asking(self, user: int) -> list[int]:
        """The matches whose players are voting on whether the person may take a seat."""
        query = select(matches.c.id, matches.c.vote).where(matches.c.vote.is_not(None), matches.c.phase.in_(UNFINISHED))
        rows = await self._reader.rows(query)
        return [row["id"] for row in rows if decode_json(row["vote"], Vote).user == user]

    @transaction
    async def forget(self, write: AsyncConnection, user: int, anonymous_id: int) -> None:
        """Delete what concerns only this person, and replace them by the anonymous id everywhere else."""
        await hold_people(write)
        # tokens first, so that none can be spent meanwhile
        await write.execute(delete(page_tokens).where(page_tokens.c.user == user))
        await _forget_plans(write, user)
        await _forget_names(write, user)
        for table, column in personal():
            if table in OWN:
                await write.execute(delete(table).where(column == user))
                continue
            values: dict[str, Any] = {column.name: anonymous_id}
            if NAME in table.c:
                values[NAME] = ""
            await write.execute(update(table).where(column == user).values(values))


def personal() -> Iterator[tuple[Table, Column[Any]]]:
    """All tables that name people, each with the column."""
    for table in metadata.sorted_tables:
        for column in table.c:
            if column.info.get(PERSON):
                yield table, column


async def _forget_plans(write: AsyncConnection, user: int) -> None:
    sat = select(seats.c.match, seats.c.seat).where(seats.c.user == user)
    for match, seat in (await write.execute(sat)).all():
        for table in (plans, orders):
            await write.execute(delete(table).where(table.c.match == match, table.c.seat == seat))


async def _forget_names(write: AsyncConnection, user: int) -> None:
    """Remove the person's name from the log: rows before the start have names, later ones seats."""
    said = select(log.c.match, log.c.seq, log.c.events).where(log.c.user == user, log.c.kind != RowKind.MOVE)
    for match, seq, events in (await write.execute(said)).all():
        unnamed = [_unnamed(event) for event in decode_events(events)]
        row = update(log).where(log.c.match == match, log.c.seq == seq)
        await write.execute(row.values(events=encode_json(unnamed)))


def _unnamed(event: Event) -> Event:
    return Event(event.kind, event.to, {**event.data, NAME: ""}) if NAME in event.data else event
