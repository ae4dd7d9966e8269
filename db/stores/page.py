"""Store of ways to the page: tokens, browsers, grants, calendars. Secrets come as hashes; a method is a transaction."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict

from sqlalchemy import and_, delete, insert, literal, or_, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.engine import TimedEngine, transaction
from db.sql.mapping import value_of
from db.sql.reader import Reader
from db.sql.tables import matches, page_calendars, page_grants, page_sessions, page_tokens
from db.sql.upsert import put
from model.page import Browser, Entered, Invited, Moves

MOST_TOKENS, MOST_BROWSERS = 5, 10  # of a person; the oldest ones end


class PageTables:
    """Queries about the page."""

    def __init__(self, engine: TimedEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader

    @transaction
    async def leave(self, write: AsyncConnection, secret: bytes, invited: Invited, *, now: float, until: float) -> None:
        """Keep a token with which a browser can be opened until then."""
        user = invited.user
        own = page_tokens.c.user == user
        newest = select(page_tokens.c.hash).where(own).order_by(page_tokens.c.until.desc()).limit(MOST_TOKENS - 1)
        spare = or_(and_(own, page_tokens.c.hash.not_in(newest)), page_tokens.c.until <= now)
        await write.execute(delete(page_tokens).where(spare))
        await write.execute(insert(page_tokens).values(hash=secret, **asdict(invited), until=until))

    @transaction
    async def spend(
        self, write: AsyncConnection, secret: bytes, session: bytes, now: float, until: float
    ) -> Entered | None:
        """Open a browser with a token, which is gone then; None for a token that isn't there or is too old."""
        spent = delete(page_tokens).where(page_tokens.c.hash == secret)
        row = (await write.execute(spent.returning(*page_tokens.c))).first()
        if row is None or row.until <= now:
            return None
        own = page_sessions.c.user == row.user
        newest = select(page_sessions.c.id).where(own).order_by(page_sessions.c.used.desc(), page_sessions.c.id.desc())
        spare = and_(own, page_sessions.c.id.not_in(newest.limit(MOST_BROWSERS - 1)))
        await write.execute(delete(page_sessions).where(or_(spare, page_sessions.c.until <= now)))
        opened = insert(page_sessions).values(hash=session, user=row.user, opened=now, used=now, until=until)
        browser = (await write.execute(opened.returning(page_sessions.c.id))).scalar_one()
        return Entered(browser, row.user, row.match, row.reply)

    async def invited(self, secret: bytes, now: float) -> int | None:
        """The person who can open a browser with this token; None for a token that isn't there or is too old."""
        query = select(page_tokens.c.user).where(page_tokens.c.hash == secret, page_tokens.c.until > now)
        return await self._reader.value(query)

    async def browser(self, session: bytes, now: float) -> Browser | None:
        """The browser that holds this session; None for a session that has ended."""
        query = select(page_sessions).where(page_sessions.c.hash == session, page_sessions.c.until > now)
        row = next(iter(await self._reader.rows(query)), None)
        return None if row is None else value_of(Browser, row)

    async def used(self, browser: int, now: float) -> None:
        """Note that a browser is in use."""
        await self._engine.execute(update(page_sessions).where(page_sessions.c.id == browser).values(used=now))

    async def browsers(self, user: int, now: float) -> list[Browser]:
        """The person's open browsers, the one used last first."""
        query = select(page_sessions).where(page_sessions.c.user == user, page_sessions.c.until > now)
        newest = query.order_by(page_sessions.c.used.desc(), page_sessions.c.id.desc())
        return [value_of(Browser, row) for row in await self._reader.rows(newest)]

    async def close(self, user: int, browser: int) -> bool:
        """End the session of a browser; False if it isn't this person's, or has ended."""
        mine = (page_sessions.c.user == user, page_sessions.c.id == browser)
        return await self._engine.execute(delete(page_sessions).where(*mine)) == 1

    async def moves(self, matches_shown: Collection[int], open_browsers: Collection[int], now: float) -> Moves:
        """The newest rows of these matches, and which of these browsers are still open, in one query."""
        rows_written = select(literal(0).label("kind"), matches.c.id, matches.c.seq).where(
            matches.c.id.in_(matches_shown)
        )
        still_open = select(literal(1), page_sessions.c.id, literal(0)).where(
            page_sessions.c.id.in_(open_browsers), page_sessions.c.until > now
        )
        found = await self._reader.tuples(union_all(rows_written, still_open))
        return Moves(
            {key: seq for kind, key, seq in found if kind == 0}, frozenset(key for kind, key, _ in found if kind == 1)
        )

    @transaction
    async def grant(self, write: AsyncConnection, match: int, user: int, now: float, until: float) -> None:
        """Let a person see a match on the page until then, whether or not they are at its table."""
        await write.execute(delete(page_grants).where(page_grants.c.until <= now))
        await put(write, page_grants, {"match": match, "user": user}, {"until": until})

    async def granted(self, match: int, user: int, now: float) -> float | None:
        """Until when the person may see the match without being at its table; None without a grant."""
        query = select(page_grants.c.until).where(page_grants.c.match == match, page_grants.c.user == user)
        rows = await self._reader.tuples(query.where(page_grants.c.until > now))
        return rows[0][0] if rows else None

    @transaction
    async def set_calendar(self, write: AsyncConnection, user: int, secret: bytes | None) -> None:
        """Keep the link to a person's calendar in place of an earlier one; None: there is none any more."""
        if secret is None:
            await write.execute(delete(page_calendars).where(page_calendars.c.user == user))
        else:
            await put(write, page_calendars, {"user": user}, {"hash": secret})

    async def calendar(self, secret: bytes) -> int | None:
        """The person whose calendar the link leads to; None for a link that was never given, or has ended."""
        return await self._reader.value(select(page_calendars.c.user).where(page_calendars.c.hash == secret))
