"""Rewind a match to an earlier moment.

A rewind is a log row that restores an earlier snapshot, as an undo is. Row numbers only grow, and the dice depend on
them, so the same draws never come again. People keep their present seats; clocks, calls and panels are
renewed, plans and votes are dropped.

Players could rewind until the dice suit them, or make a match that they are losing not count. So they can do
it alone only if no one else plays (`host.judges`); otherwise the other players vote on it. Either way the
match counts for no leaderboard and no badge from then on.
"""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace

from db.store import Stale
from engines.table import Event, Refused
from host.judges import has_sat, is_concerned
from host.lobby.lobby import Person
from host.play.autoplay import AutoPlayer
from host.play.consequences import VOTE
from host.play.loaded_match import LoadedMatch, Origin
from host.play.match_log import TRIES, MatchLog
from host.play.presence import Presence
from host.play.results import UNCOUNTED
from host.play.seen import is_person, without_key
from host.repair.points import PAGE, Course, Point, PointPage
from host.repair.steward import Steward, check_running
from host.table.votes import Votes
from host.time.live_play import OVER
from model.kinds import PostKind, RowKind
from model.match import Match, MatchFacts, Outgoing, SeatRow
from model.pace import Pace


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a rewind would do: undo so many moves, and perhaps make the match uncounted, for a reason.

    `number` is the number of public rows now: a confirmation is valid for no other. A person who `plays` in the match
    with others doesn't decide, but can let them vote on it.
    """

    match: Match
    number: int
    point: Point
    undone: int
    uncounted: str | None  # "hidden" or "player"; None: it counts as before
    plays: bool


class Rewinds:
    """Shows the moments, tells what a rewind to one would do, and does it."""

    def __init__(self, match_log: MatchLog, autoplayer: AutoPlayer, presence: Presence, votes: Votes) -> None:
        self._match_log, self._autoplayer, self._presence = match_log, autoplayer, presence
        self._store, self._votes = match_log.store, votes
        votes.rewind = self._as_voted

    async def page(self, match_id: int, page: int) -> PointPage:
        """A page of a running match's moments, the latest first; raises Refused if there are none."""
        course = await self._course(match_id)
        points = await course.points(page * PAGE, PAGE + 1)
        if not points and not page:
            raise Refused("rewind.none")
        return PointPage(tuple(points[:PAGE]), goes_on=len(points) > PAGE)

    async def prospect(self, match_id: int, number: int, user: int) -> Prospect:
        """What a rewind to that moment by this person would do; raises Refused if there is no such moment."""
        return await self._prospect(await self._course(match_id), number, user)

    async def rewind(self, match_id: int, number: int, now: int, by: Steward) -> Match:
        """Rewind the match to the moment `number`, if it still has `now` public rows.

        Raises Refused for what can't be done, Doubled for a press that counted before.
        """
        for _ in range(TRIES):
            try:
                async with self._match_log.lock(match_id), self._once(by):
                    return await self._try(match_id, number, now, by)
            except Stale:
                continue
        raise Refused("repair.moved")

    def _once(self, by: Steward) -> AbstractAsyncContextManager[None]:
        return self._match_log.counted_once(by.interaction_id)

    async def _try(self, match_id: int, number: int, now: int, by: Steward) -> Match:
        read = await self._read(match_id)
        course = await self._course_of(read.match)
        if course.number != now:
            raise Refused("repair.moved")
        prospect = await self._prospect(course, number, by.user)
        if prospect.plays:
            raise Refused("repair.player")
        event = by.event("house.rewound", at=int(prospect.point.at), undone=prospect.undone)
        return await self._put_back(read, course, prospect, by.origin, [event])

    async def ask(self, match_id: int, number: int, now: int, by: Person) -> Match:
        """Let the other players vote on a rewind, for a person who plays; Refused where `rewind` would be."""
        prospect = await self.prospect(match_id, number, by.user)
        if prospect.number != now:
            raise Refused("repair.moved")
        return await self._votes.put_back(match_id, (number, prospect.point.at), by)

    async def _as_voted(self, opened: LoadedMatch, number: int, by: Origin, announced: list[Event]) -> Match:
        """Rewind a match as its players have voted; from then on it counts for no leaderboard and no badge."""
        course = await self._course_of(opened.read.match)
        prospect = await self._prospect(course, number, None)
        event = Event("house.restored", None, {"at": int(prospect.point.at), "undone": prospect.undone})
        return await self._put_back(opened.read, course, prospect, by, [*announced, event])

    async def _put_back(
        self, read: MatchFacts, course: Course, prospect: Prospect, by: Origin, events: list[Event]
    ) -> Match:
        match_id = read.match.id
        snapshot = await self._store.snapshot(match_id, prospect.point.seq)
        if snapshot is None:
            raise Refused("rewind.point")
        state = self._match_log.decoded(read.match, snapshot)
        terms = read.match.terms
        if prospect.uncounted is not None:
            terms = replace(terms, rated=False)
            events.append(Event(UNCOUNTED, None, {"why": prospect.uncounted}))
        if read.match.is_live:
            events.append(Event(OVER, None, {"why": "table"}))
        row = self._match_log.row(read.match, by, RowKind.REWIND, events)
        row = replace(row, path=(str(prospect.point.seq),))
        seats = tuple(_asked_anew(seat, terms.pace) for seat in read.match.seats)
        paused_at = None if read.match.paused_at is None else row.at
        back = replace(read.match, seats=seats, vote=None, live=None, terms=terms, paused_at=paused_at)
        self._presence.forget(match_id)  # what they have looked at is out of date
        loaded = LoadedMatch(back, course.game, state, read)
        played = await self._autoplayer.play_on(await self._match_log.save(loaded, row, *_told(read.match)))
        return without_key(played.match)

    async def _read(self, match_id: int) -> MatchFacts:
        read = await self._store.facts(match_id)
        if read is None:
            raise Refused("house.unknown")
        check_running(read.match)
        return read

    async def _course(self, match_id: int) -> Course:
        return await self._course_of((await self._read(match_id)).match)

    async def _course_of(self, match: Match) -> Course:
        rows = [row for row in await self._store.log(match.id) if row.seq <= match.seq]
        return Course(self._match_log, match, rows)

    async def _prospect(self, course: Course, number: int, user: int | None) -> Prospect:
        """What a rewind by this person, or (None) by the players' vote, would do."""
        match, point = course.match, await course.point(number)
        if point is None:
            raise Refused("rewind.point")
        mine = user is None or await has_sat(self._store, match, user)
        plays = user is not None and await is_concerned(self._store, match, user)
        why = "hidden" if await course.may_have_shown(point) else "player" if mine or plays else None
        return Prospect(without_key(match), course.number, point, course.undone(point), why, plays)


def _asked_anew(seat: SeatRow, pace: Pace) -> SeatRow:
    """The seat with a fresh clock, not asked anything yet."""
    return replace(seat, asked=None, play_on=None, bank=pace.bank, credit=0.0, missed=0, stopped=False)


def _told(match: Match) -> tuple[Outgoing, ...]:
    """Posts to the thread, the players, and the readers of the dropped vote."""
    return (*told(match), *(() if match.vote is None else (VOTE,)))


def told(match: Match) -> tuple[Outgoing, ...]:
    """Posts to the thread and the players about a repair."""
    persons = [Outgoing(PostKind.REPAIR, seat.user, seat.seat) for seat in match.seats if is_person(seat)]
    return (Outgoing(PostKind.REPAIR, None, None), *persons)
