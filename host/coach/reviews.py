"""Reviews of finished matches, each made once, in pieces, by thinking processes."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import structlog
from structlog.typing import FilteringBoundLogger

from db.sql.codec import encode
from db.store import LEASE
from db.stores.reviews import Ordered
from engines.table import Refused, Seat
from host.coach.records import Course, Review, course_of
from host.coach.report import DOUBTED, TURNING_POINTS, TurningPoint, accuracies_of, doubted, turning_points
from host.play.match_log import MatchLog
from host.play.seen import Seen, without_key
from host.thinking.pool import ThoughtPool
from model.match import Match, StoredPosition
from opponents.review import Moment, coarse, is_sealed
from opponents.worker import Confirm, Illustrate, Measure, Piece, Refine

log: FilteringBoundLogger = structlog.get_logger()

# seconds of one core for a whole match, which may take 90: for all moments, for a second look at vague ones, for one at
# the most expensive moves, and for examples of how the match goes on from its turning points, each of which may take a
# second more
SECONDS, MORE, CONFIRMING, EXAMPLES = 62.0, 13.0, 10.0, 3.0
AT_ONCE = 3.0  # seconds of one core for a piece, as opponents wait behind it
LOOKS = 20  # seconds between two checks whether another bot has finished it
MOST_TRIES = 3  # before the review counts as impossible


class Reviews:
    """Gives people reviews, and makes those ordered, the oldest order first."""

    def __init__(self, match_log: MatchLog, pool: ThoughtPool, wake: Callable[[], None]) -> None:
        self._match_log, self._store = match_log, match_log.store
        self._tables, self._pool, self._now, self._wake = match_log.store.reviews, pool, match_log.now, wake
        self._made: dict[int, asyncio.Event] = {}

    async def review(self, match_id: int, user: int) -> Review | None:
        """The review if it exists; otherwise order it, once for everyone, and return None.

        Raises Refused for a match that isn't finished, wasn't played, or can't be read, and for a match of strangers
        if one of them hides from the global leaderboards.
        """
        course = await self._course(match_id)
        await self._check_stranger(match_id, user)
        ordered = await self._tables.review(match_id)
        if ordered is None:
            await self._tables.order(match_id, self._now())
            self._wake()
            return None
        if ordered.has_failed:
            raise Refused("review.impossible" if ordered.efforts else "review.rules")
        return Review(course, _newest(_in_order(ordered))) if ordered.is_made else None

    async def made_of(self, match_id: int) -> Review | None:
        """The review of a match, if it exists, without checking who reads it."""
        ordered = await self._tables.review(match_id)
        return (
            Review(await self._course(match_id), _newest(_in_order(ordered)))
            if ordered is not None and ordered.is_made
            else None
        )

    async def before(self, match_id: int, seq: int, seat: Seat) -> Seen:
        """The match as a seat saw it when it moved in log row `seq`; Refused if that isn't stored."""
        match = await self._store.match(match_id)
        if match is None or match.phase != "over":
            raise Refused("house.unknown")
        game, state = self._match_log.game(match), await self._state(match, seq - 1)
        return Seen(without_key(match), seat, game.view(state, seat), game, number=seq)

    async def position(self, match_id: int, seq: int, user: int) -> tuple[Match, StoredPosition]:
        """The match, and its position when the seat that moved in log row `seq` was to move, to play on from there.

        In a sealed stage, no seat has moved yet. Raises Refused like `review`, and if there is no such move.
        """
        match, course = await self._match(match_id), await self._course(match_id)
        await self._check_stranger(match_id, user)
        row = next((row for row in course.rows if row.seq == seq), None)
        if row is None or row.by is None:
            raise Refused("house.button")
        game, before = self._match_log.game(match), seq - 1
        state = await self._state(match, before)
        first = course.rows[0].seq
        while before > first:
            earlier = await self._state(match, before - 1)
            if not is_sealed(game, earlier, state):
                break
            state, before = earlier, before - 1
        spec = game.spec
        return match, StoredPosition(before, row.by, spec.schema, encode(spec, state))

    async def awaited(self, match_id: int, user: int) -> Review:
        """The review once this bot or another on the same database has made it; Refused like `review`."""
        made = asyncio.ensure_future(self._made.setdefault(match_id, asyncio.Event()).wait())
        try:
            while (review := await self.review(match_id, user)) is None:
                await asyncio.wait({made}, timeout=LOOKS)
            return review
        finally:
            made.cancel()

    async def work(self) -> float | None:
        """Make all ordered reviews; returns when the next can be begun."""
        while not self._pool.is_closed:
            taken = await self._tables.take(self._now(), self._now() + LEASE)
            if taken is None:
                return await self._tables.next_ready()
            await self._make(taken)
        return None

    async def _check_stranger(self, match_id: int, user: int) -> None:
        people = {sitting.user for sitting in await self._store.careers.sittings(match_id)}
        if user not in people and any([await self._store.people.hidden(person) for person in people]):
            raise Refused("review.hidden")

    async def _state(self, match: Match, seq: int) -> Any:
        """A copy of the state after a row of the log."""
        if await self._store.snapshot(match.id, seq) is None:
            raise Refused("review.unkept")
        return await self._match_log.look(match, seq)

    async def _match(self, match_id: int) -> Match:
        match = await self._store.match(match_id)
        if match is None or match.phase == "lobby":
            raise Refused("house.unknown")
        if match.phase == "cancelled":
            raise Refused("review.cancelled")
        if match.phase != "over":
            raise Refused("review.running")
        if match.hidden:
            raise Refused("set.hidden")
        return match

    async def _course(self, match_id: int) -> Course:
        match = await self._match(match_id)
        if not 1 <= match.rules <= self._match_log.game(match).spec.rules:
            raise Refused("review.rules")
        course = course_of(match, await self._store.log(match_id), await self._match_log.position(match))
        if course is None:
            raise Refused("review.unkept")
        return course

    async def _make(self, wanted: Ordered) -> None:
        try:
            is_done = wanted.tries <= MOST_TRIES and await self._go_on(wanted)
            if not is_done and wanted.tries < MOST_TRIES:
                return  # another run takes it up when the lease ends: a busy machine may have been too slow
            if not is_done:
                await self._tables.fail(wanted.match)
                log.error("a review can't be made", match=wanted.match)
        except Refused:
            await self._tables.fail(wanted.match)
        if not self._pool.is_closed and (event := self._made.pop(wanted.match, None)):
            event.set()

    async def _go_on(self, wanted: Ordered) -> bool:
        """Make the missing pieces; False if one can't be made. A closed pool leaves the rest to a later run."""
        match, course = wanted.match, await self._course(wanted.match)
        efforts: Any = wanted.efforts or await self._pool.do(Measure(course.record))
        if efforts is None:
            return self._pool.is_closed
        if not wanted.efforts:
            await self._tables.plan(match, efforts)
        seconds, moments = SECONDS / sum(efforts), _in_order(wanted)
        while len(moments) < len(efforts):
            last = _end_of_piece(efforts, len(moments), AT_ONCE / seconds)
            piece = Piece(course.record, len(moments), last, seconds, match)
            if not await self._look(match, piece, moments):
                return self._pool.is_closed
        vague = coarse(moments[: len(efforts)])
        each = MORE / max(1, len(vague))
        while begun := vague[len(moments) - len(efforts) :]:
            rough = tuple(begun[: max(1, int(AT_ONCE / each))])
            if not await self._look(match, Refine(course.record, rough, each * len(rough), match), moments):
                return self._pool.is_closed
        count = len(efforts) + len(vague)
        costly = _moments_of(doubted, Review(course, _newest(moments[:count])))
        for moment in costly[len(moments) - count :]:
            if not await self._look(match, Confirm(course.record, moment, CONFIRMING / DOUBTED, match), moments):
                return self._pool.is_closed
        count += len(costly)
        turned = _moments_of(turning_points, Review(course, _newest(moments[:count])))
        for moment in turned[len(moments) - count :]:
            task = Illustrate(course.record, moment, EXAMPLES / TURNING_POINTS, match)
            if not await self._look(match, task, moments):
                if self._pool.is_closed:
                    return True
                break  # the costs of moves stand without an example
        await self._tables.finish(match, accuracies_of(Review(course, _newest(moments))))
        return True

    async def _look(self, match: int, piece: Piece | Refine | Confirm | Illustrate, moments: list[Moment]) -> bool:
        """Store a piece's moments and add them to `moments`; False if the piece failed."""
        brought: Any = await self._pool.do(piece)
        if brought is None:
            return False
        await self._tables.add(match, len(moments), zlib.compress(msgspec.json.encode(brought)))
        await self._tables.renew(match, self._now() + LEASE)
        moments += brought
        return True


def _end_of_piece(efforts: Sequence[float], first: int, most: float) -> int:
    """The end (exclusive) of a piece that begins at `first`: at least one moment, then at most `most` of effort."""
    taken, last = efforts[first], first + 1
    while last < len(efforts) and taken + efforts[last] <= most:
        taken, last = taken + efforts[last], last + 1
    return last


def _in_order(ordered: Ordered) -> list[Moment]:
    """All stored moments: each once, then second looks at the least certain, confirmations, and examples."""
    return [m for piece in ordered.pieces for m in msgspec.json.decode(zlib.decompress(piece), type=list[Moment])]


def _moments_of(points: Callable[[Review], Sequence[TurningPoint]], review: Review) -> list[Moment]:
    """The moments of these points of a review, in order."""
    by_row = {review.course.rows[moment.number].seq: moment for moment in review.moments}
    return [by_row[point.seq] for point in points(review)]


def _newest(moments: Sequence[Moment]) -> list[Moment]:
    """The latest look at each moment."""
    return [*{moment.number: moment for moment in moments}.values()]
