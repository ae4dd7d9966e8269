"""What is asked about a person who wants to sit down at a match of a server."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Select, and_, exists, func, or_, select

from db.kinds import Phase, ResultKind, RowKind
from db.reader import Reader
from db.tables import log, matches, results, seats, sittings

BEGUN: tuple[Phase, ...] = ("starting", "running")
SITTING_DOWN = (RowKind.OPEN, RowKind.JOIN, RowKind.TAKEOVER)


@dataclass(frozen=True, slots=True)
class Standing:
    """What a person has done in servers.

    They have `finished` so many matches and given so many answers `in_time` and `late`; so many are `under_way` in
    which they sit, with those that others have opened and that gather players.
    """

    finished: int
    in_time: int
    late: int
    under_way: int


class EntryTables:
    """Questions to the database about who may sit down."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def standing(self, user: int) -> Standing:
        """What a person has done; matches against computers alone that belong to no server are left out."""
        mine = and_(results.c.user == user, results.c.guild.is_not(None))
        finished = select(func.count()).select_from(results).where(mine, results.c.kind != ResultKind.LEFT)
        answered = [select(func.coalesce(func.sum(one), 0)).where(mine) for one in (results.c.in_time, results.c.late)]
        seated = and_(seats.c.match == matches.c.id, seats.c.user == user, seats.c.resigned.is_(False))
        gathers = and_(matches.c.phase == "lobby", matches.c.host != user)  # how many they open has a limit of its own
        alive = and_(matches.c.guild.is_not(None), or_(matches.c.phase.in_(BEGUN), gathers))
        under_way = select(func.count()).select_from(matches).where(alive, exists().where(seated))
        parts = [query.scalar_subquery() for query in (finished, *answered, under_way)]
        [row] = await self._reader.tuples(select(*parts))
        return Standing(*map(int, row))

    async def sat_in_for(self, user: int, last: int) -> int:
        """In how many of a person's `last` matches a computer had to sit in for them, and they haven't come back."""
        sat = select(sittings.c.match).where(sittings.c.user == user)
        newest = (
            select(matches.c.id)
            .where(matches.c.id.in_(sat), matches.c.guild.is_not(None), matches.c.phase.in_(("running", "over")))
            .order_by(matches.c.changed.desc(), matches.c.id.desc())
            .limit(last)
            .subquery()
        )
        held = and_(seats.c.match == newest.c.id, seats.c.user == user, seats.c.resigned.is_(False))
        away = exists().where(held, seats.c.substitute.is_not(None))
        # somebody else has taken the seat over since
        left = and_(results.c.match == newest.c.id, results.c.user == user, results.c.kind == ResultKind.LEFT)
        replaced = exists().where(left, results.c.late > 0)
        query: Select[int] = select(func.count()).select_from(newest).where(or_(away, replaced))
        [row] = await self._reader.tuples(query)
        return int(row[0])

    async def sat_down(self, user: int) -> float | None:
        """When (unix seconds) a person has taken a seat last."""
        query = select(func.max(log.c.at)).join(matches, matches.c.id == log.c.match)
        query = query.where(log.c.user == user, log.c.kind.in_(SITTING_DOWN), matches.c.guild.is_not(None))
        return await self._reader.value(query)
