"""Store of sets: tables with one key, and the races of the day."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress

from sqlalchemy import ColumnElement, and_, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.engine import TimedEngine, transaction
from db.sql.mapping import columns_of, post_columns, value_of
from db.sql.reader import Reader
from db.sql.tables import cups, matches, outbox, racers, sets, sittings
from db.sql.upsert import put_new
from db.stores.endings import hold_people, insert_all, record
from db.stores.limits import hold
from db.stores.steps import Stale, write_first
from db.stores.webhooks import write_news
from model.kinds import CUPS_UNDER_WAY, NewsKind
from model.match import Limit, LogRow, Match, Outgoing
from model.sets import LuckSet, Racer, SetEnd


class SetTables:
    """Queries about sets, each one transaction."""

    def __init__(self, engine: TimedEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader

    async def race(self, day: int) -> LuckSet | None:
        """The race of this day."""
        return next(iter(await self._sets(sets.c.day == day)), None)

    async def open_race(self, new: LuckSet) -> LuckSet:
        """Store a race, unless its day has one; returns the day's."""
        assert new.day is not None, "a race has a day"
        with suppress(IntegrityError):  # another process was faster
            await self._engine.run(lambda write: write.execute(insert(sets).values(columns_of(new, "id"))))
        race = await self.race(new.day)
        assert race is not None, "it has just been written"
        return race

    async def last_race(self) -> LuckSet | None:
        """The newest race that is over."""
        query = select(sets).where(sets.c.day.is_not(None), sets.c.closed.is_not(None)).order_by(sets.c.day.desc())
        return next((value_of(LuckSet, row) for row in await self._reader.rows(query.limit(1))), None)

    async def late_races(self, before: int) -> list[LuckSet]:
        """The races of days before this one that aren't over."""
        return await self._sets(and_(sets.c.day < before, sets.c.closed.is_(None)))

    async def racers(self, race: int) -> list[Racer]:
        """Everyone in a race: those who came home by their places, then the others."""
        query = select(racers).where(racers.c.set == race)
        query = query.order_by(racers.c.place.is_(None), racers.c.place, racers.c.match)
        return [value_of(Racer, row) for row in await self._reader.rows(query)]

    async def racer(self, race: int, user: int) -> Racer | None:
        """A person in a race."""
        query = select(racers).where(racers.c.set == race, racers.c.user == user)
        return next((value_of(Racer, row) for row in await self._reader.rows(query)), None)

    async def enter(
        self, new: Racer, match: Match, row: LogRow, posts: Sequence[Outgoing], limits: Sequence[Limit]
    ) -> int | None:
        """Write a person's table, unless they have one in this race; returns its number.

        None if they have had one and were forgotten since. Raises Reached if one of the limits is reached.
        """
        mine = select(racers.c.match, racers.c.user)
        mine = mine.where(racers.c.set == new.set, or_(racers.c.user == new.user, racers.c.mark == new.mark))

        async def entered(write: AsyncConnection) -> int | None:
            for held in (False, True):  # what they have counts before limits, which let the same person wait here
                if (first := (await write.execute(mine)).one_or_none()) is not None:
                    return first.match if first.user == new.user else None
                if not held:
                    await hold(write, limits, {new.user})
            opened = await write_first(write, match, row, posts, ())
            assert opened is not None, "it repeats no match"
            await write.execute(insert(racers).values(columns_of(new, "match") | {"match": opened.id}))
            return opened.id

        return await self._engine.run(entered)

    @transaction
    async def close(self, write: AsyncConnection, end: SetEnd, now: float, placed: Collection[Racer] = ()) -> None:
        """End a set, a race with these places, unless another process did; raises Stale, see `close`."""
        if not await close(write, end, now):
            return
        # the seed is known now, and with it anyone could tell the marks of people
        await write.execute(update(racers).where(racers.c.set == end.set).values(mark=None))
        for racer in placed:
            mine = and_(racers.c.set == end.set, racers.c.user == racer.user)
            result = {"place": racer.place, "rank": racer.rank, "points": racer.points}
            await write.execute(update(racers).where(mine).values(result))

    async def strays(self) -> list[LuckSet]:
        """The sets that go on although their cup doesn't."""
        ended = select(cups.c.id).where(cups.c.phase.not_in(CUPS_UNDER_WAY))
        return await self._sets(and_(sets.c.closed.is_(None), sets.c.cup.in_(ended)))

    async def matches(self, number: int) -> list[int]:
        """The matches of a set."""
        return [row["id"] for row in await self._reader.rows(select(matches.c.id).where(matches.c.of_set == number))]

    async def of_matches(self, ids: Collection[int]) -> dict[int, int]:
        """The sets that go on, by match, of these matches."""
        query = select(matches.c.id, matches.c.of_set).where(matches.c.id.in_(ids), matches.c.hidden)
        return {row["id"]: row["of_set"] for row in await self._reader.rows(query)}

    async def _sets(self, where: ColumnElement[bool]) -> list[LuckSet]:
        rows = await self._reader.rows(select(sets).where(where).order_by(sets.c.id))
        return [value_of(LuckSet, row) for row in rows]


async def open_for(write: AsyncConnection, new: LuckSet) -> LuckSet:
    """The set of these tables in a round of a cup, which the first of them opens."""
    key = {"cup": new.cup, "round": new.round, "places": new.places}
    await put_new(write, sets, key, columns_of(new, "id", *key))
    of_round = and_(sets.c.cup == new.cup, sets.c.round == new.round, sets.c.places == new.places)
    return value_of(LuckSet, (await write.execute(select(sets).where(of_round))).mappings().one())


async def close(write: AsyncConnection, end: SetEnd, now: float) -> bool:
    """End a set: its tables may be known, and what their ends brought counts; False if another process did.

    Raises Stale if someone was forgotten who has a result.
    """
    await hold_people(write)
    sat = select(sittings.c.match, sittings.c.user).where(sittings.c.match.in_([*end.ends]))
    there = {(row.match, row.user) for row in await write.execute(sat)}
    if any((match, result.user) not in there for match, finish in end.ends.items() for result in finish.results):
        raise Stale(f"someone at a table of set {end.set} has been forgotten")
    going_on = and_(sets.c.id == end.set, sets.c.closed.is_(None))
    if not (await write.execute(update(sets).where(going_on).values(closed=now))).rowcount:
        return False
    known = {"hidden": False, "guild": end.guild, "channel": end.channel, "moved": now}  # news for webhooks, too
    shown = update(matches).where(matches.c.of_set == end.set).values(known).returning(matches.c.id, matches.c.seq)
    at = {row.id: row.seq for row in await write.execute(shown)}
    for match, finish in end.ends.items():
        await record(write, match, finish)
    posts = [post_columns(post, at[match], now, match=match) for match, told in end.told.items() for post in told]
    await insert_all(write, outbox, posts)
    if end.guild is not None:
        await write_news(write, end.guild, {match: at[match] for match in end.ends}, NewsKind.END, now)
    return True
