"""Store of people who look for a table, and of how long others have waited; each method is one transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from sqlalchemy import ColumnElement, and_, delete, insert, or_, select
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.engine import TimedEngine, transaction
from db.sql.mapping import columns_of, value_of
from db.sql.reader import Reader
from db.sql.tables import blocks, matches, ratings, seekers, sittings, waits
from db.sql.upsert import put
from db.stores.limits import hold
from db.stores.steps import write_first, write_step
from model.match import Limit, LogRow, Match, Step
from model.rating import EVERYWHERE
from model.seeker import Seeker


class _Gone(Exception):
    """Undoes a transaction."""


class SeekerTables:
    """Queries about people who look for a table."""

    def __init__(self, engine: TimedEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader

    async def of(self, user: int, now: float) -> Seeker | None:
        """The place of a person in a queue; None if they have none, or it has lapsed."""
        query = select(seekers).where(seekers.c.user == user, seekers.c.until > now)
        return next(iter(map(_seeker, await self._reader.rows(query))), None)

    async def waiting(self, now: float) -> list[Seeker]:
        """Everyone who looks for a table, server by server, the longest waiting first."""
        query = select(seekers).where(seekers.c.until > now)
        rows = await self._reader.rows(query.order_by(seekers.c.guild, seekers.c.since, seekers.c.user))
        return [_seeker(row) for row in rows]

    async def number(self, guild: int, now: float) -> int:
        """How many people look for a table in a server."""
        query = select(seekers.c.user).where(seekers.c.guild == guild, seekers.c.until > now)
        return len(await self._reader.rows(query))

    async def waits(self, guild: int, most: int) -> list[float]:
        """How many seconds the last people have waited in a server."""
        query = select(waits.c.seconds).where(waits.c.guild == guild)
        rows = await self._reader.rows(query.order_by(waits.c.ended.desc(), waits.c.id.desc()).limit(most))
        return [row["seconds"] for row in rows]

    async def blocked(self, people: Collection[int]) -> set[frozenset[int]]:
        """The pairs among these people in which one has blocked the other."""
        query = select(blocks.c.user, blocks.c.author).where(_among(people))
        return {frozenset((row["user"], row["author"])) for row in await self._reader.rows(query)}

    async def servers(self, people: Collection[int], since: float) -> dict[int, frozenset[int]]:
        """The servers in which these people have had a seat in a match that has gone on since then."""
        sat = and_(sittings.c.user.in_(people), matches.c.guild.is_not(None), matches.c.changed > since)
        query = select(sittings.c.user, matches.c.guild).join(matches, matches.c.id == sittings.c.match).where(sat)
        found: dict[int, frozenset[int]] = {}
        for row in await self._reader.rows(query.distinct()):
            found[row["user"]] = found.get(row["user"], frozenset()) | {row["guild"]}
        return found

    async def strengths(self, people: Collection[int]) -> dict[tuple[int, str], float]:
        """The strength (`mu`) of these people over all servers, by person and game, where it is known."""
        rated = and_(ratings.c.scope == EVERYWHERE, ratings.c.user.in_(people))
        query = select(ratings.c.user, ratings.c.game, ratings.c.mu).where(rated)
        return {(row["user"], row["game"]): row["mu"] for row in await self._reader.rows(query)}

    @transaction
    async def ask(
        self, write: AsyncConnection, seeker: Seeker, again: float, limits: Sequence[Limit], *, move: bool
    ) -> Seeker:
        """Store a person's place and return the one that stands: in another server it stays, unless they `move`.

        Those who ask once more, even up to `again` seconds after their place has lapsed, have waited since they asked
        first. Raises Reached if one of the limits is reached.
        """
        await hold(write, limits, (seeker.user,))
        found = (await write.execute(select(seekers).where(seekers.c.user == seeker.user))).mappings().one_or_none()
        now, since = seeker.since, seeker.since
        if found is not None:
            old = _seeker(found)
            if old.guild == seeker.guild:
                since = old.since if old.until + again > now else now
            elif old.until > now and not move:
                return old
        asked = replace(seeker, since=since)
        await put(write, seekers, {"user": seeker.user}, columns_of(asked, "user"))
        return asked

    async def gather(
        self, match: Match, row: LogRow, joins: Sequence[Step], seated: Sequence[Seeker], limits: Sequence[Limit]
    ) -> Match | None:
        """Create a match whose log begins with `row` and the `joins`, and take those `seated` there out of the queue.

        None if that isn't possible any more: one of them has left it, sits at another table or has blocked another one.
        Raises Reached if one of the `limits`, or one of a join, is reached.
        """

        async def written(write: AsyncConnection) -> Match:
            await hold(write, limits, [seeker.user for seeker in seated])
            if not await _take(write, seated, row.at):
                raise _Gone
            new = await write_first(write, match, row, (), ())
            assert new is not None, "it repeats no match"
            for join in joins:
                new = await write_step(write, replace(join, match=replace(join.match, id=new.id, seq=new.seq)))
                assert new is not None, "no one else knows it yet"
            return new

        try:
            return await self._engine.run(written)
        except _Gone:
            return None

    @transaction
    async def leave(self, write: AsyncConnection, user: int) -> bool:
        """Delete a person's place; False if they have none."""
        return bool((await write.execute(delete(seekers).where(seekers.c.user == user))).rowcount)

    @transaction
    async def lose(self, write: AsyncConnection, seeker: Seeker) -> None:
        """Delete a place, unless the person has asked again meanwhile."""
        await write.execute(delete(seekers).where(_same(seeker)))

    @transaction
    async def clear(self, write: AsyncConnection, guild: int) -> None:
        """Delete all places in a server."""
        await write.execute(delete(seekers).where(seekers.c.guild == guild))

    @transaction
    async def lapse(self, write: AsyncConnection, ended: float, old: float) -> None:
        """Delete places that lapsed before `ended`, which count as waits, and waits from before `old`."""
        lapsed = await write.execute(delete(seekers).where(seekers.c.until <= ended).returning(seekers))
        await _record(write, [(row["guild"], row["until"] - row["since"], row["until"]) for row in lapsed.mappings()])
        await write.execute(delete(waits).where(waits.c.ended <= old))


def _same(seeker: Seeker) -> ColumnElement[bool]:
    """Whether a place is still the one that was seen."""
    press = seekers.c.press.is_not_distinct_from(seeker.press)
    return and_(seekers.c.user == seeker.user, seekers.c.until == seeker.until, press)


async def _take(write: AsyncConnection, seated: Sequence[Seeker], now: float) -> bool:
    """Take these people out of the queue; False if one isn't there as seen, or has blocked another one."""
    same = or_(*(_same(seeker) for seeker in seated))
    left = await write.execute(delete(seekers).where(same).returning(seekers.c.user))
    people = [seeker.user for seeker in seated]
    blocked = select(blocks.c.user).where(_among(people)).limit(1)
    if len(left.all()) < len(people) or (await write.execute(blocked)).all():
        return False
    await _record(write, [(seeker.guild, now - seeker.since, now) for seeker in seated])
    return True


async def _record(write: AsyncConnection, ended: Sequence[tuple[int, float, float]]) -> None:
    if ended:
        rows = [{"guild": guild, "seconds": seconds, "ended": at} for guild, seconds, at in ended]
        await write.execute(insert(waits), rows)


def _among(people: Collection[int]) -> ColumnElement[bool]:
    """Whether a block is between two of these people."""
    return and_(blocks.c.user.in_(people), blocks.c.author.in_(people))


def _seeker(row: RowMapping) -> Seeker:
    return value_of(Seeker, row)
