"""Rewind of a match to an earlier moment.

It is a row of the log that restores an earlier snapshot, as undo is one. Row numbers only grow, and dice are drawn by
them: what has fallen since never falls again. People stay on the seats that they have now; clocks, calls and panels are
made again, plans and votes are dropped.

People who play could roll again until the dice suit them, or let a match that they lose count no more. So they can do
it alone only where they play with no one else (`host.judges`); elsewhere the other players vote on it. Either way the
match counts for no ladder and no badge from then on.
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
from model.kinds import PostKind, RowKind
from model.match import Match, MatchFacts, Outgoing, SeatRow
from model.pace import Pace


@dataclass(frozen=True, slots=True)
class Prospect:
    """Prospect of a rewind: so many answers would be taken back, and the match may count no more, for a reason.

    `number` is how many rows of the log everyone knows of now: a confirmation holds for no other. Who `plays` in it
    with others doesn't decide, and can put it to their vote.
    """

    match: Match
    number: int
    point: Point
    undone: int
    uncounted: str | None  # "hidden" or "player"; None: it counts as before
    plays: bool


class Rewinds:
    """Shows the moments, says what going back to one would do, and does it."""

    def __init__(self, match_log: MatchLog, autoplayer: AutoPlayer, presence: Presence, votes: Votes) -> None:
        self._match_log, self._autoplayer, self._presence = match_log, autoplayer, presence
        self._store, self._votes = match_log.store, votes
        votes.rewind = self._as_voted

    async def page(self, match_id: int, page: int) -> PointPage:
        """The moments of a running match, the latest first, PAGE of them; raises Refused if there are none."""
        course = await self._course(match_id)
        points = await course.points(page * PAGE, PAGE + 1)
        if not points and not page:
            raise Refused("rewind.none")
        return PointPage(tuple(points[:PAGE]), goes_on=len(points) > PAGE)

    async def prospect(self, match_id: int, number: int, user: int) -> Prospect:
        """Prospect of a rewind to that moment by this person; raises Refused if it is none."""
        return await self._prospect(await self._course(match_id), number, user)

    async def rewind(self, match_id: int, number: int, now: int, by: Steward) -> Match:
        """Put the match back to the moment `number`, if it is still where it was with `now` rows known.

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
        """Put it to the vote of the other players, for a person who plays; Refused if `rewind` would raise it."""
        prospect = await self.prospect(match_id, number, by.user)
        if prospect.number != now:
            raise Refused("repair.moved")
        return await self._votes.put_back(match_id, (number, prospect.point.at), by)

    async def _as_voted(self, opened: LoadedMatch, number: int, by: Origin, announced: list[Event]) -> Match:
        """Put a match back as its players have voted; from then on it counts for no ladder and no badge."""
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
        row = self._match_log.row(read.match, by, RowKind.REWIND, events)
        row = replace(row, path=(str(prospect.point.seq),))
        seats = tuple(_asked_anew(seat, terms.pace) for seat in read.match.seats)
        paused_at = None if read.match.paused_at is None else row.at
        back = replace(read.match, seats=seats, vote=None, terms=terms, paused_at=paused_at)
        self._presence.forget(match_id)  # what they have looked at isn't so any more
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
        """Prospect of a rewind by this person, or (None) by the players' vote."""
        match, point = course.match, await course.point(number)
        if point is None:
            raise Refused("rewind.point")
        mine = user is None or await has_sat(self._store, match, user)
        plays = user is not None and await is_concerned(self._store, match, user)
        why = "hidden" if await course.may_have_shown(point) else "player" if mine or plays else None
        return Prospect(without_key(match), course.number, point, course.undone(point), why, plays)


def _asked_anew(seat: SeatRow, pace: Pace) -> SeatRow:
    """The seat with a clock as at the start, asked for nothing yet."""
    return replace(seat, asked=None, play_on=None, bank=pace.bank, credit=0.0, missed=0, stopped=False)


def _told(match: Match) -> tuple[Outgoing, ...]:
    """Posts to the thread, the players, and the readers of the vote that is dropped."""
    return (*told(match), *(() if match.vote is None else (VOTE,)))


def told(match: Match) -> tuple[Outgoing, ...]:
    """Posts to the thread and the players about what was put right."""
    persons = [Outgoing(PostKind.REPAIR, seat.user, seat.seat) for seat in match.seats if is_person(seat)]
    return (Outgoing(PostKind.REPAIR, None, None), *persons)
