"""Store of what people follow, and of when they hear how much has moved; each method is one transaction."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, or_, select, true, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.engine import TimedEngine, transaction
from db.sql.mapping import columns_of, post_columns, value_of
from db.sql.reader import Reader
from db.sql.tables import blocks, digests, followed_matches, followed_people, matches, outbox, people, seats
from db.sql.upsert import put, put_new
from db.stores.limits import hold
from model.follow import Digest, Followed
from model.kinds import ENDED, PostKind
from model.match import Limit, Outgoing

_allows = exists().where(people.c.user == followed_people.c.followed, people.c.followable)
_blocked = exists().where(blocks.c.user == followed_people.c.followed, blocks.c.author == followed_people.c.user)
_sits = exists().where(
    seats.c.match == matches.c.id,
    seats.c.user == followed_people.c.followed,
    seats.c.resigned.is_(False),
    followed_people.c.guild == matches.c.guild,
)


class FollowTables:
    """Queries about what people follow."""

    def __init__(self, engine: TimedEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader

    async def of(self, user: int) -> Followed:
        """What a person follows."""
        own = select(followed_matches.c.match).where(followed_matches.c.user == user)
        named = select(followed_people.c.followed, followed_people.c.guild).where(followed_people.c.user == user)
        followed = await self._reader.rows(named.order_by(followed_people.c.since, followed_people.c.followed))
        numbers = {row["match"] for row in await self._reader.rows(own)}
        return Followed(frozenset(numbers), tuple((row["followed"], row["guild"]) for row in followed))

    async def matches(self, user: int) -> list[int]:
        """The matches that a person follows, and those under way of the people they follow, the newest move first."""
        return await self._matches(user, true(), matches.c.phase == "running")

    async def moved(self, user: int, after: float) -> list[int]:
        """Those that have moved after a time, and since the person follows them, the newest move first."""
        by_match = matches.c.moved > followed_matches.c.since
        by_person = matches.c.moved > followed_people.c.since
        return await self._matches(user, by_match, by_person, matches.c.moved > after)

    async def _matches(
        self,
        user: int,
        by_match: ColumnElement[bool],
        by_person: ColumnElement[bool],
        *which: ColumnElement[bool],
    ) -> list[int]:
        """The matches that a person follows by themselves or through a person, without those they sit in."""
        own = select(matches.c.id).join(followed_matches, followed_matches.c.match == matches.c.id)
        of_person = select(matches.c.id).join(followed_people, followed_people.c.guild == matches.c.guild)
        found = union(
            own.where(followed_matches.c.user == user, by_match),
            of_person.where(followed_people.c.user == user, _sits, _allows, ~_blocked, by_person),
        ).subquery()
        plays = exists().where(seats.c.match == matches.c.id, seats.c.user == user)
        known = and_(matches.c.guild.is_not(None), ~matches.c.hidden, ~plays)
        query = select(matches.c.id).where(matches.c.id.in_(select(found.c.id)), known, *which)
        rows = await self._reader.rows(query.order_by(matches.c.moved.desc(), matches.c.id.desc()))
        return [row["id"] for row in rows]

    # --- following

    @transaction
    async def follow_match(self, write: AsyncConnection, match: int, first: Digest, limit: Limit, now: float) -> None:
        """Let a person follow a match; `first` is their digest if they have followed nothing. Raises Reached."""
        await hold(write, [limit])
        await put_new(write, followed_matches, {"match": match, "user": first.user}, {"since": now})
        await _await_digest(write, first)

    @transaction
    async def follow_person(
        self, write: AsyncConnection, followed: int, first: Digest, limit: Limit, now: float
    ) -> bool:
        """Let a person follow another one in the server of `first`; False if that one doesn't allow it.

        Raises Reached.
        """
        await hold(write, [limit])
        key = {"user": first.user, "followed": followed, "guild": first.guild}
        await put_new(write, followed_people, key, {"since": now})
        gone = delete(followed_people).where(_is(first.user, followed, first.guild), or_(~_allows, _blocked))
        if (await write.execute(gone)).rowcount:
            return False
        await _await_digest(write, first)
        return True

    async def leave_match(self, match: int, user: int) -> None:
        """Let a person follow a match no more."""
        own = and_(followed_matches.c.match == match, followed_matches.c.user == user)
        await self._engine.execute(delete(followed_matches).where(own))

    async def leave_person(self, user: int, followed: int, guild: int) -> None:
        """Let a person follow another one no more in this server."""
        await self._engine.execute(delete(followed_people).where(_is(user, followed, guild)))

    @transaction
    async def leave_all(self, write: AsyncConnection, user: int) -> None:
        """Let a person follow nothing more."""
        for table in (followed_matches, followed_people, digests):
            await write.execute(delete(table).where(table.c.user == user))

    @transaction
    async def allow(self, write: AsyncConnection, user: int, *, allowed: bool) -> None:
        """Let others follow a person; if they may no more, no one does from now on."""
        await put(write, people, {"user": user}, {"followable": allowed})
        if not allowed:
            await write.execute(delete(followed_people).where(followed_people.c.followed == user))

    @transaction
    async def clear(self, write: AsyncConnection, guild: int) -> None:
        """Let no one follow anything in this server any more."""
        here = select(matches.c.id).where(matches.c.guild == guild)
        await write.execute(delete(followed_matches).where(followed_matches.c.match.in_(here)))
        await write.execute(delete(followed_people).where(followed_people.c.guild == guild))

    # --- digests

    async def due(self, now: float) -> list[Digest]:
        """The digests that are due, the first one first."""
        query = select(digests).where(digests.c.due <= now).order_by(digests.c.due, digests.c.user)
        return [value_of(Digest, row) for row in await self._reader.rows(query)]

    async def next_due(self) -> float | None:
        """When the next digest is due."""
        return await self._reader.value(select(func.min(digests.c.due)))

    async def digest(self, user: int) -> Digest | None:
        """A person's digest; None if they follow nothing."""
        rows = await self._reader.rows(select(digests).where(digests.c.user == user))
        return value_of(Digest, rows[0]) if rows else None

    @transaction
    async def owe(self, write: AsyncConnection, digest: Digest, due: float, now: float, *, moved: bool) -> bool:
        """Put a due digest off until `due`, and queue it if something has `moved`; False if someone else was faster.

        If another one waits to be sent, that tells of this too. Matches that ended before the last digest are followed
        no more; those who follow nothing have no digest.
        """
        seen = and_(digests.c.user == digest.user, digests.c.due == digest.due)
        told = now if digest.closed else digest.told
        if not (await write.execute(update(digests).where(seen).values(due=due, told=told))).rowcount:
            return False
        over = select(matches.c.id).where(matches.c.phase.in_(ENDED), matches.c.moved <= digest.told)
        own = followed_matches.c.user == digest.user
        await write.execute(delete(followed_matches).where(own, followed_matches.c.match.in_(over)))
        follows = or_(exists().where(own), exists().where(followed_people.c.user == digest.user))
        await write.execute(delete(digests).where(digests.c.user == digest.user, ~follows))
        queued = select(outbox.c.id).where(outbox.c.to == digest.user, outbox.c.kind == PostKind.FOLLOWED)
        if moved and not digest.closed and not (await write.execute(queued)).all():
            post = post_columns(Outgoing(PostKind.FOLLOWED, digest.user), 0, now)
            await write.execute(insert(outbox), [post])
        return True

    async def tell(self, user: int, through: float) -> None:
        """Note that a person has heard what moved up to this time."""
        mine = and_(digests.c.user == user, digests.c.told < through)
        await self._engine.execute(update(digests).where(mine).values(told=through))

    async def close(self, user: int) -> None:
        """Note that a person takes no direct messages; they hear nothing until they follow something again."""
        await self._engine.execute(update(digests).where(digests.c.user == user).values(closed=True))


async def _await_digest(write: AsyncConnection, first: Digest) -> None:
    """Let a person who follows something hear of it."""
    await put_new(write, digests, {"user": first.user}, columns_of(first, "user"))
    mine = digests.c.user == first.user
    await write.execute(update(digests).where(mine).values(guild=first.guild, closed=False))


def _is(user: int, followed: int, guild: int) -> ColumnElement[bool]:
    return and_(
        followed_people.c.user == user, followed_people.c.followed == followed, followed_people.c.guild == guild
    )
