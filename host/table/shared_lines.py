"""Lines that people post after the match, as everyone would have seen them: what they tried out, or a review's."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import accumulate

from db.store import Store
from engines.table import Refused
from host.coach.report import turning_points
from host.coach.reviews import Reviews
from host.lobby.limits import daily, kept
from host.lobby.lobby import Person
from host.play.lines import Scene, Trial, led_on, tried, watched
from host.play.replay import UNSEEN, Replays
from host.play.row_numbers import is_silent
from host.play.seen import Seen
from host.time.worker import Now
from model.line import KEPT, Line
from model.match import Counted, LogRow, Match

SHOWN = 3  # answers
POSTING = 900.0  # seconds that posting a line can take: what isn't known to be there by then was lost with its process


class SharedLines:
    """The lines that a person kept in a match that is over, and those that begin with a better move of its review.

    While it goes on, they would tell what their author knows.
    """

    def __init__(self, store: Store, replays: Replays, reviews: Reviews, now: Now) -> None:
        self._store, self._replays, self._reviews, self._now = store, replays, reviews, now

    async def of(self, match: Match, user: int) -> list[tuple[Line, Trial]]:
        """The person's lines that can be shared, each as they tried it."""
        found: list[tuple[Line, Trial]] = []
        for line in await self._kept(match, user):
            begun = None if self._is_shared(line) or line.number > KEPT else await self._beginning(match, user, line)
            trial = begun and await asyncio.to_thread(tried, begun, line.answers)
            if trial:
                found.append((line, trial))
        return found

    async def one(self, match: Match, user: int, number: int, mark: str) -> Line:
        """A line that can be shared; Refused if it is gone, or has been shared."""
        line = next(
            (line for line in await self._kept(match, user) if (line.number, line.mark) == (number, mark)), None
        )
        if line is None:
            raise Refused("try.gone")
        if self._is_shared(line):
            raise Refused("try.shared")
        return line

    async def reviewed(self, match: Match, user: int, seq: int) -> tuple[Line, Seen]:
        """The better move at a turning point and what Fair would answer to it, and what its seat saw before it.

        Refused if there is no such turning point, or if the person has shared it.
        """
        stored, review = await self._kept(match, user), await self._reviews.review(match.id, user)
        turned = () if review is None else turning_points(review)
        point = next((point for point in turned if point.seq == seq), None)
        if point is None:
            raise Refused("house.button")
        if any(line.number == KEPT + seq and self._is_shared(line) for line in stored):
            raise Refused("try.shared")
        seen = await self._reviews.before(match.id, seq, point.seat)
        answers = await asyncio.to_thread(led_on, seen, ((point.seat, point.best),), SHOWN)
        return Line(KEPT + seq, seen.fingerprint, seen.number, answers), seen

    async def beginning(self, match: Match, user: int, line: Line) -> Seen:
        """What the person saw where a line begins that they kept; Refused if they don't have that seat any more."""
        if (begun := await self._beginning(match, user, line)) is None:
            raise Refused("try.impossible")
        return begun

    @staticmethod
    async def scenes(begun: Seen, line: Line) -> list[Scene]:
        """What everyone would have seen of a line: its beginning and its first answers; Refused if it is impossible."""
        scenes = await asyncio.to_thread(watched, begun, line.answers)
        if not scenes:
            raise Refused("try.impossible")
        return scenes[: SHOWN + 1]

    async def count(self, match: Match, by: Person, line: Line) -> None:
        """Count the line as shared, once; Refused if the person has shared enough today."""
        now = self._now()
        limit = daily(Counted.LINES, by.user, now, manages=by.manages)
        with kept():
            is_new = await self._store.lines.share(match.id, line, limit, time=now, lost=now - POSTING)
        if not is_new:
            raise Refused("try.shared")

    async def posted(self, match: Match, user: int, line: Line) -> None:
        """Note that a counted line has been posted; without that it can be shared again after a while."""
        await self._store.lines.posted(match.id, user, line.number)

    async def uncount(self, match: Match, user: int, line: Line) -> None:
        """Don't count a line that couldn't be posted."""
        await self._store.lines.unshare(match.id, user, line.number)

    def _is_shared(self, line: Line) -> bool:
        return line.posted or (line.shared is not None and line.shared > self._now() - POSTING)

    async def _kept(self, match: Match, user: int) -> list[Line]:
        """The lines of a person with a seat; Refused while the match, or another table of its set, goes on."""
        if match.phase != "over":
            raise Refused("share.early")
        if match.hidden:
            raise Refused("set.hidden")
        return [line for line in await self._store.lines.of(match.id, user) if line.number]

    async def _beginning(self, match: Match, user: int, line: Line) -> Seen | None:
        seqs = _rows_at(await self._store.log(match.id), line.since)
        frames = await self._replays.frames(match.id, user, seqs)
        return next((frame.seen for frame in frames if frame.seen.fingerprint == line.fingerprint), None)


def _rows_at(rows: Sequence[LogRow], number: int) -> list[int]:
    """The log rows after which everyone knew of so many, back to the last one that had changed the table before."""
    counted = list(zip(rows, accumulate(not is_silent(row) for row in rows), strict=True))
    found: list[int] = []
    for row, known in reversed([(row, known) for row, known in counted if known <= number]):
        found.append(row.seq)
        if known < number and row.kind not in UNSEEN:
            break
    return found
