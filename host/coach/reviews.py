"""Reviews of matches that are over: made once whoever asks, in pieces, by the processes that think."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import structlog
from structlog.typing import FilteringBoundLogger

from db.codec import encode
from db.reviews import Ordered
from db.rows import Match, StoredPosition
from db.store import LEASE
from engines.table import IllegalMove, Seat
from host.coach.records import Course, course_of
from host.play.match_log import MatchLog
from host.play.seen import Seen, without_key
from host.play.thought_pool import ThoughtPool
from opponents.review import Moment, is_sealed
from opponents.worker import Measure, Piece

log: FilteringBoundLogger = structlog.get_logger()

SECONDS = 75.0  # of one core for a whole match, of the 90 that it may take
AT_ONCE = 3.0  # seconds of one core for a piece, for opponents wait behind it
MOST_TRIES = 3  # before a review counts as one that can't be made


@dataclass(frozen=True, slots=True)
class Review:
    """A match that is over with what happened in it, one moment for the deal and one for each answer."""

    course: Course
    moments: Sequence[Moment]


class Reviews:
    """Answers who asks for the review of a match, and makes those that are wanted, the oldest wish first."""

    def __init__(self, match_log: MatchLog, pool: ThoughtPool, wake: Callable[[], None]) -> None:
        self._match_log, self._store = match_log, match_log.store
        self._tables, self._pool, self._now, self._wake = match_log.store.reviews, pool, match_log.now, wake
        self._made: dict[int, asyncio.Event] = {}

    async def review(self, match_id: int, user: int) -> Review | None:
        """The review if it is there; else it is ordered, once for all who ask, and None.

        Raises IllegalMove for a match that isn't over, wasn't played, or can't be looked at, and for one of strangers
        of whom somebody wants to be on no ladder over all servers.
        """
        course = await self._course(match_id)
        await self._check_stranger(match_id, user)
        found = await self._tables.review(match_id)
        if found is None:
            await self._tables.order(match_id, self._now())
            self._wake()
            return None
        if found.has_failed:
            raise IllegalMove("review.impossible")
        return Review(course, _moments(found)) if found.is_made else None

    async def before(self, match_id: int, seq: int, seat: Seat) -> Seen:
        """The match as a seat saw it when it gave the answer in log row `seq`; IllegalMove if that isn't kept."""
        match = await self._store.match(match_id)
        if match is None or match.phase != "over":
            raise IllegalMove("house.unknown")
        game, state = self._match_log.game(match), await self._match_log.look(match, seq - 1)
        return Seen(without_key(match), seat, game.view(state, seat), game, number=seq)

    async def position(self, match_id: int, seq: int, user: int) -> tuple[Match, StoredPosition]:
        """The match, and where the seat that gave the answer in log row `seq` was asked for it, to be played on from.

        In a sealed stage nobody has answered yet. Raises IllegalMove like `review`, and if there is no such answer.
        """
        match, course = await self._match(match_id), await self._course(match_id)
        await self._check_stranger(match_id, user)
        row = next((row for row in course.rows if row.seq == seq), None)
        if row is None or row.by is None:
            raise IllegalMove("house.button")
        game, before = self._match_log.game(match), seq - 1
        state = await self._match_log.look(match, before)
        first = course.rows[0].seq
        while before > first:
            earlier = await self._match_log.look(match, before - 1)
            if not is_sealed(game, earlier, state):
                break
            state, before = earlier, before - 1
        spec = game.spec
        return match, StoredPosition(before, row.by, spec.schema, encode(spec, state))

    async def made(self, match_id: int) -> None:
        """Wait until this process has made the review, or has found that it can't."""
        await self._made.setdefault(match_id, asyncio.Event()).wait()

    async def work(self) -> float | None:
        """Make all reviews that are wanted; returns when the next one may be taken on."""
        while not self._pool.is_closed:
            taken = await self._tables.take(self._now(), self._now() + LEASE)
            if taken is None:
                return await self._tables.next_ready()
            await self._make(taken)
        return None

    async def _check_stranger(self, match_id: int, user: int) -> None:
        people = {one.user for one in await self._store.careers.sittings(match_id)}
        if user not in people and any([await self._store.people.hidden(one) for one in people]):
            raise IllegalMove("review.hidden")

    async def _match(self, match_id: int) -> Match:
        match = await self._store.match(match_id)
        if match is None or match.phase == "lobby":
            raise IllegalMove("house.unknown")
        if match.phase == "cancelled":
            raise IllegalMove("review.cancelled")
        if match.phase != "over":
            raise IllegalMove("review.running")
        return match

    async def _course(self, match_id: int) -> Course:
        match = await self._match(match_id)
        course = course_of(match, await self._store.log(match_id), await self._match_log.position(match))
        if course is None:
            raise IllegalMove("review.impossible")
        return course

    async def _make(self, wanted: Ordered) -> None:
        try:
            is_done = wanted.tries <= MOST_TRIES and await self._go_on(wanted)
            if not is_done and wanted.tries < MOST_TRIES:
                return  # it is taken anew when the lease ends: a busy machine may have been too slow
            if not is_done:
                await self._tables.fail(wanted.match)
                log.error("a review can't be made", match=wanted.match)
        except IllegalMove:
            await self._tables.fail(wanted.match)
        if not self._pool.is_closed and (event := self._made.pop(wanted.match, None)):
            event.set()

    async def _go_on(self, wanted: Ordered) -> bool:
        """Make the pieces that aren't there; False if one can't be made. What a closed pool leaves is another run's."""
        match, course = wanted.match, await self._course(wanted.match)
        efforts: Any = wanted.efforts or await self._pool.do(Measure(course.record))
        if efforts is None:
            return self._pool.is_closed
        if not wanted.efforts:
            await self._tables.plan(match, efforts)
        seconds, first = SECONDS / sum(efforts), len(_moments(wanted))
        while first < len(efforts):
            last = _end_of_piece(efforts, first, AT_ONCE / seconds)
            found: Any = await self._pool.do(Piece(course.record, first, last, seconds, match))
            if found is None:
                return self._pool.is_closed
            body = zlib.compress(msgspec.json.encode(found))
            await self._tables.add(match, first, body, is_last=last == len(efforts))
            await self._tables.renew(match, self._now() + LEASE)
            first = last
        return True


def _end_of_piece(efforts: Sequence[float], first: int, most: float) -> int:
    """The moment before which a piece ends that begins with `first`: at least one, and as many as `most` allows."""
    taken, last = efforts[first], first + 1
    while last < len(efforts) and taken + efforts[last] <= most:
        taken, last = taken + efforts[last], last + 1
    return last


def _moments(found: Ordered) -> list[Moment]:
    return [one for piece in found.pieces for one in msgspec.json.decode(zlib.decompress(piece), type=list[Moment])]
