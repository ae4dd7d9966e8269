"""Moments to which a match can be rewound, as everyone knows them.

Only what the public sees is read here, so a reader learns no more than from the match's thread. Rows that
only one person may know of aren't counted (`host.play.row_numbers`), and a sealed stage is one moment, its beginning,
however many have moved in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from db.sql.codec import encode
from engines.table import Event, Game, Refused, View
from host.play.match_log import MatchLog
from host.play.row_numbers import is_silent
from host.play.seen import Seen, fingerprint_of, may_hear, without_key
from host.time.rest_days import STEPS
from model.kinds import RowKind
from model.match import LogRow, Match

PAGE = 25  # moments per page: as many as a Discord select holds
WORLDS = 16  # worlds the public could imagine: if they are all one, nothing is hidden
SEED = 5  # arbitrary: the same question gets the same result


@dataclass(frozen=True, slots=True)
class Point:
    """A moment after the log row with this public number, at this time (unix seconds).

    `news` is what everyone heard then, `seen` the table after it; `seq` never leaves the host.
    """

    seq: int
    number: int
    at: float
    news: tuple[Event, ...]
    seen: Seen


@dataclass(frozen=True, slots=True)
class PointPage:
    """Some of the moments, the latest first, and whether there are earlier ones."""

    points: tuple[Point, ...]
    goes_on: bool


class Course:
    """A match step by step as everyone saw it."""

    def __init__(self, match_log: MatchLog, match: Match, rows: Sequence[LogRow]) -> None:
        self._match_log, self.match, self.game = match_log, match, match_log.game(match)
        public = [row for row in rows if not is_silent(row)]
        self.number = len(public)
        self._steps = [(number, row) for number, row in enumerate(public, 1) if row.kind in STEPS]
        self._views: dict[int, View | None] = {}

    async def view(self, seq: int) -> View | None:
        """The public view after this row; None if it can't be read any more."""
        if seq not in self._views:
            try:
                state = await self._match_log.look(self.match, seq)
                self._views[seq] = self.game.view(state, None)
            except Refused:
                self._views[seq] = None
        return self._views[seq]

    async def points(self, first: int, most: int) -> list[Point]:
        """Up to `most` moments, the latest first, from the `first` on; the present isn't one."""
        points: list[Point] = []
        for (_, before), (number, row) in self._pairs():
            if len(points) == first + most:
                break
            point = await self._point(number, row, before)
            if point is not None:
                points.append(point)
        return points[first:]

    async def point(self, number: int) -> Point | None:
        """The moment with this number, if there is one."""
        for (_, before), (place, row) in self._pairs():
            if place == number:
                return await self._point(number, row, before)
        return None

    def _pairs(self) -> Iterator[tuple[tuple[int, LogRow | None], tuple[int, LogRow]]]:
        """The steps before the last, the latest first, each with the one before it."""
        earlier: list[tuple[int, LogRow | None]] = [(0, None), *self._steps]
        return zip(reversed(earlier[:-2]), reversed(self._steps[:-1]), strict=True)

    async def _point(self, number: int, row: LogRow, before: LogRow | None) -> Point | None:
        view = await self.view(row.seq)
        if view is None or view.over:
            return None
        if before is not None and is_one(await self.view(before.seq), view):
            return None  # amid a sealed stage, only whose beginning is a moment
        seen = Seen(replace(without_key(self.match), seq=row.seq), None, view, self.game, number=number)
        return Point(row.seq, number, row.at, tuple(event for event in row.events if may_hear(event, None)), seen)

    def undone(self, point: Point) -> int:
        """The number of public moves since that moment."""
        return sum(row.kind == RowKind.MOVE for number, row in self._steps if number > point.number)

    async def may_have_shown(self, point: Point) -> bool:
        """Whether someone may have seen something since that the rewind hides again.

        Judged by public knowledge alone: where anything is hidden at all, any move may reveal it to someone, and
        sealed moves are known once their stage is over.
        """
        now = await self.view(self.match.seq)
        if is_one(point.seen.view, now):
            return False
        if hides(self.game, point.seen.view):
            return True
        since = [await self.view(row.seq) for number, row in self._steps if number >= point.number]
        return any(view is not None and view.sealed and not is_one(view, now) for view in since)


def is_one(view: View | None, other: View | None) -> bool:
    """Whether these are moments of one sealed stage, which differ only in whose move is missing."""
    if view is None or other is None or not (view.sealed and other.sealed):
        return False
    return fingerprint_of(view) == fingerprint_of(other)


def hides(game: Game[Any, Any], public: View) -> bool:
    """Whether something isn't known to everyone, as far as everyone can tell."""
    rng = Random(SEED)
    return len({encode(game.spec, game.imagine(public, rng)) for _ in range(WORLDS)}) > 1
