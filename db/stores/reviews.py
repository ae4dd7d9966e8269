"""Store of reviews: requests and finished pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Update, and_, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.codec import decode_json, encode_json
from db.sql.engine import TimedEngine, transaction
from db.sql.reader import Reader
from db.sql.tables import accuracies, review_pieces, reviews
from db.sql.upsert import put_new

NEVER = 1e18  # a time that never comes, for a review that can't be made


@dataclass(frozen=True, slots=True)
class Ordered:
    """A review in the making: its pieces in order, and the effort for each moment (() = unknown)."""

    match: int
    asked: float  # unix seconds
    tries: int  # times that work on it began since the last piece
    efforts: Sequence[float]
    pieces: Sequence[bytes]
    is_made: bool
    has_failed: bool


class ReviewTables:
    """Queries about reviews, each one transaction."""

    def __init__(self, engine: TimedEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader

    @transaction
    async def order(self, write: AsyncConnection, match: int, now: float) -> None:
        """Order a review of the match; nothing changes if it was ordered before."""
        await put_new(write, reviews, {"match": match}, {"asked": now, "ready": now})

    async def next_ready(self) -> float | None:
        """The time from which `take` has something to hand out."""
        return await self._reader.value(select(func.min(reviews.c.ready)).where(reviews.c.ready < NEVER))

    async def take(self, now: float, until: float) -> Ordered | None:
        """The review ordered first that no one is working on; it isn't handed out again before `until`."""
        query = select(reviews).where(reviews.c.ready <= now).order_by(reviews.c.asked, reviews.c.match).limit(1)

        async def taken(write: AsyncConnection) -> int | None:
            row = (await write.execute(query.with_for_update(skip_locked=True))).mappings().one_or_none()
            if row is None:
                return None
            leased = {"ready": until, "tries": reviews.c.tries + 1}
            await write.execute(update(reviews).where(reviews.c.match == row["match"]).values(leased))
            return row["match"]

        match = await self._engine.run(taken)
        return None if match is None else await self.review(match)

    @transaction
    async def renew(self, write: AsyncConnection, match: int, until: float) -> None:
        """Renew the lease of a review in the making."""
        await write.execute(update(reviews).where(_unmade(match)).values(ready=until))

    @transaction
    async def plan(self, write: AsyncConnection, match: int, efforts: Sequence[float]) -> None:
        """Store the effort for each of its moments."""
        await write.execute(update(reviews).where(_unmade(match)).values(efforts=encode_json(efforts)))

    @transaction
    async def add(self, write: AsyncConnection, match: int, first: int, body: bytes) -> None:
        """Add the piece that begins at moment `first`; an existing one stays as it is."""
        await put_new(write, review_pieces, {"match": match, "first": first}, {"body": body})
        await write.execute(update(reviews).where(_unmade(match)).values(tries=0))

    @transaction
    async def finish(self, write: AsyncConnection, match: int, how_well: Mapping[int, float]) -> None:
        """Finish a review with all its pieces, and store each person's accuracy (0 to 100) with it."""
        for user, accuracy in how_well.items():
            await put_new(write, accuracies, {"match": match, "user": user}, {"accuracy": accuracy})
        await write.execute(update(reviews).where(_unmade(match)).values(ready=None))

    @transaction
    async def fail(self, write: AsyncConnection, match: int) -> None:
        """Give up a review that can't be made; no one tries again."""
        await write.execute(update(reviews).where(_unmade(match)).values(ready=NEVER))
        await write.execute(delete(review_pieces).where(review_pieces.c.match == match))

    async def review(self, match: int) -> Ordered | None:
        """The review of this match as far as it is made; None if no one has ordered one."""
        rows = await self._reader.rows(select(reviews).where(reviews.c.match == match))
        if not rows:
            return None
        query = select(review_pieces.c.body).where(review_pieces.c.match == match).order_by(review_pieces.c.first)
        [row], pieces = rows, [piece["body"] for piece in await self._reader.rows(query)]
        efforts = decode_json(row["efforts"], list[float]) if row["efforts"] else []
        ready = row["ready"]
        return Ordered(match, row["asked"], row["tries"], efforts, pieces, ready is None, ready == NEVER)

    async def unsought(self) -> int | None:
        """A match with a finished review that no one has searched for puzzles yet."""
        query = select(reviews.c.match).where(reviews.c.ready.is_(None), reviews.c.sought.is_(False))
        return await self._reader.value(query.order_by(reviews.c.match).limit(1))

    @transaction
    async def seek_no_more(self, write: AsyncConnection, match: int) -> None:
        """Note that the match was searched for puzzles."""
        await write.execute(update(reviews).where(reviews.c.match == match).values(sought=True))


def freed_reviews(now: float) -> Update:
    """The update after which the reviews can be taken that an earlier run of the only bot had taken."""
    return update(reviews).where(reviews.c.ready > now, reviews.c.ready < NEVER).values(ready=now)


def _unmade(match: int) -> ColumnElement[bool]:
    return and_(reviews.c.match == match, reviews.c.ready.is_not(None))
