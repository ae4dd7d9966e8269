"""Votes of the players on their match: one vote each, the majority decides."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from math import ceil
from typing import TypeAlias

from engines.table import Event, Refused, Seat
from host.lobby.lobby import Person
from host.play.consequences import VOTE
from host.play.loaded_match import LoadedMatch, Origin
from host.play.match_log import MatchLog
from host.play.seen import is_person, seat_of, without_key
from host.table.newcomers import FAILED, OPENED, ballots, newcomers, voters
from host.table.pauses import Pauses
from host.table.seats import Seats
from host.time.clocks import DAY, HOUR
from model.kinds import How, PauseReason, RowKind, VoteKind
from model.match import Deadline, Match, Outgoing, SeatRow, Vote

SEATS = (VoteKind.REPLACE, VoteKind.DISMISS)  # votes about a seat's person
VOTES = (VoteKind.PAUSE, VoteKind.RESUME, VoteKind.EXTEND, *SEATS, VoteKind.CANCEL, VoteKind.END)
PASSED, AWARDED = "house.vote.passed", "house.awarded"  # kinds of events
LONG, SHORT = 2 * DAY, HOUR  # seconds for which a vote is open; short in a live match

Rewinder: TypeAlias = Callable[[LoadedMatch, int, Origin, list[Event]], Awaitable[Match]]


class Votes:
    """Opens votes, counts them, and carries out the decision; each press is a row of the log."""

    def __init__(self, match_log: MatchLog, pauses: Pauses, seats: Seats) -> None:
        self._match_log, self._pauses, self.seats = match_log, pauses, seats
        self.rewind: Rewinder = _no_one_rewinds

    async def open(
        self, match_id: int, user: int, about: VoteKind, seat: Seat | None, interaction_id: int | None
    ) -> Match:
        """Open a vote, with a yes by its opener. Raises Refused for what can't be voted on now."""
        async with self._match_log.lock(match_id):
            opened, by = await self._voter(match_id, user, interaction_id)
            match = opened.match
            self._check_no_other(match)
            if about in SEATS:
                about = VoteKind.DISMISS if seat in await self.newcomers(match) else VoteKind.REPLACE
            self._check(opened, by, about, seat)
            seat = seat if about in SEATS else None
            electorate = voters(match, seat)
            vote = Vote(about, seat, by, *self._times(match), electorate, (by,))
            what = {"about": about, "by": by} | ({} if seat is None else {"seat": seat})
            announced = Event(OPENED, None, what)
            return await self._count(
                opened, vote, Origin(How.PLAYER, user, interaction_id), announced, *ballots(match, vote)
            )

    async def award(self, match_id: int, seat: Seat, by: Person, electorate: tuple[Seat, ...]) -> Match:
        """Let these seats vote on whether this seat wins its table of a cup, which ends the match."""
        async with self._match_log.lock(match_id):
            opened = await self._match_log.load(match_id)
            return await self._put(opened, VoteKind.AWARD, by, electorate, seat=seat)

    async def put_back(self, match_id: int, point: tuple[int, float], by: Person) -> Match:
        """Let the others vote on a rewind to the moment with this number and time."""
        async with self._match_log.lock(match_id):
            opened = await self._match_log.load(match_id)
            return await self._put(opened, VoteKind.REWIND, by, voters(opened.match, None), point=point)

    async def _put(
        self,
        opened: LoadedMatch,
        about: VoteKind,
        by: Person,
        electorate: tuple[Seat, ...],
        *,
        seat: Seat | None = None,
        point: tuple[int, float] | None = None,
    ) -> Match:
        """Open a vote for a person who may not decide alone; they have no vote, whether or not they play."""
        await self._match_log.check_new(by.interaction_id)
        match = opened.match
        if match.phase != "running":
            raise Refused("house.finished")
        if match.paused not in (None, PauseReason.VOTED):
            raise Refused(f"house.paused.{match.paused}")
        self._check_no_other(match)
        asks = seat_of(match, by.user)
        left = tuple(s for s in electorate if s != asks)
        if not left:
            raise Refused("repair.player")
        vote = Vote(about, seat, asks, *self._times(match), left, (), user=by.user, name=by.name, point=point)
        what: dict[str, str | int] = {"about": about, "name": by.name}
        what |= ({} if seat is None else {"seat": seat}) | ({} if asks is None else {"by": asks})
        what |= {} if point is None else {"at": int(point[1])}
        origin = Origin(How.PLAYER, by.user, by.interaction_id)
        return await self._count(opened, vote, origin, Event(OPENED, None, what), *ballots(match, vote))

    def _check_no_other(self, match: Match) -> None:
        """Raise Refused while another vote is open."""
        if match.vote is not None and match.vote.until > self._match_log.now():
            raise Refused("vote.open")

    def _times(self, match: Match) -> tuple[float, float]:
        """Beginning and end of a vote that opens now."""
        now = self._match_log.now()
        return now, now + (SHORT if match.pace.is_live else LONG)

    async def newcomers(self, match: Match) -> frozenset[Seat]:
        """The seats whose person the others may vote to send away at once, because they have just taken over."""
        return newcomers(match, await self._match_log.store.log(match.id), self._match_log.now())

    async def cast(
        self, match_id: int, user: int, *, yes: bool, interaction_id: int | None, since: float | None = None
    ) -> Match:
        """Say yes or no, once; to the vote that began at this time (unix seconds), if it is given."""
        async with self._match_log.lock(match_id):
            opened, seat = await self._voter(match_id, user, interaction_id)
            vote = opened.match.vote
            if vote is None or vote.until <= self._match_log.now() or since not in (None, vote.since):
                raise Refused("vote.none")
            if seat not in vote.electorate:
                raise Refused("vote.not.yours")
            if seat in (*vote.yes, *vote.no):
                raise Refused("vote.cast")
            vote = replace(vote, yes=(*vote.yes, seat)) if yes else replace(vote, no=(*vote.no, seat))
            announced = Event("house.voted", None, {"seat": seat, "said": "yes" if yes else "no"})
            return await self._count(opened, vote, Origin(How.PLAYER, user, interaction_id), announced)

    async def close(self, deadline: Deadline) -> None:
        """Close a vote whose time is up: it fails unless more than half of those still there want it.

        A newcomer is admitted unless more than half are against it.
        """
        async with self._match_log.lock(deadline.match):
            opened = await self._match_log.load(deadline.match)
            vote = opened.match.vote
            if vote is None or vote.until > self._match_log.now():
                return
            await self._decide(
                opened, vote, Origin(How.HOUSE), [], passed=bool(_verdict(opened.match, vote, ended=True))
            )

    async def withdraw(self, match_id: int, user: int) -> None:
        """Drop an open vote about this newcomer, or one that this person opened from outside the match."""
        async with self._match_log.lock(match_id):
            opened = await self._match_log.load(match_id)
            vote = opened.match.vote
            if vote is not None and vote.user == user:
                await self._decide(opened, vote, Origin(How.HOUSE), [], passed=False)

    async def _voter(self, match_id: int, user: int, interaction_id: int | None) -> tuple[LoadedMatch, Seat]:
        opened = await self._match_log.load(match_id)
        seat = await self._match_log.seated(opened, user, interaction_id)
        if not is_person(opened.match.seats[seat]):
            raise Refused("seat.away")
        return opened, seat

    def _check(self, opened: LoadedMatch, by: Seat, about: VoteKind, seat: Seat | None) -> None:
        """Raise Refused for a vote that makes no sense now."""
        match = opened.match
        if about not in VOTES:
            raise Refused("vote.unknown")
        if about == VoteKind.PAUSE and match.paused is not None:
            raise Refused("pause.already")
        if about == VoteKind.RESUME and match.paused is None:
            raise Refused("pause.not")
        if about == VoteKind.EXTEND and match.pace.is_endless:
            raise Refused("vote.no.clock")
        if about in SEATS:
            self._check_seat(opened, by, about, seat)

    def _check_seat(self, opened: LoadedMatch, by: Seat, about: VoteKind, seat: Seat | None) -> None:
        match = opened.match
        row = match.seats[seat] if seat is not None and 0 <= seat < len(match.seats) else None
        if row is None or row.user is None:
            raise Refused("seat.unknown")
        if row.seat == by:
            raise Refused("vote.yourself")
        if not is_person(row):
            raise Refused("seat.free")
        if about == VoteKind.DISMISS:
            return
        if row.asked is None:
            raise Refused("vote.not.waiting")
        clock, now = self._match_log.running(opened.read).of(row.user), self._match_log.now()
        early = clock.after(row.asked, max(0.0, row.credit) + match.pace.replaced_after)
        if (now if match.paused_at is None else match.paused_at) < early:
            raise Refused("vote.early", {"at": ceil(early)})

    async def _count(self, opened: LoadedMatch, vote: Vote, by: Origin, announced: Event, *posts: Outgoing) -> Match:
        """Write the vote as it stands, with these posts, or carry out its decision; all in one step."""
        verdict = _verdict(opened.match, vote, ended=False)
        if verdict is None:
            return await self._write(opened, vote, by, [announced], *posts)
        return await self._decide(opened, vote, by, [announced], passed=verdict)

    async def _decide(
        self, opened: LoadedMatch, vote: Vote, by: Origin, announced: list[Event], *, passed: bool
    ) -> Match:
        if passed:
            decided = replace(opened, match=replace(opened.match, vote=None))
            carried = Event(PASSED, None, {"about": vote.about})
            try:
                return without_key(await self._carry_out(decided, vote, by, [*announced, carried]))
            except Refused:  # the newcomer can't sit down any more, or the moment can't be read
                if vote.about not in (VoteKind.TAKEOVER, VoteKind.REWIND):
                    raise
        return await self._write(opened, None, by, [*announced, Event(FAILED, None, {"about": vote.about})])

    async def _carry_out(self, opened: LoadedMatch, vote: Vote, by: Origin, announced: list[Event]) -> Match:
        match vote.about:
            case VoteKind.PAUSE:
                return await self._pauses.set(opened, PauseReason.VOTED, by, announced, VOTE)
            case VoteKind.RESUME:
                return await self._pauses.set(opened, None, by, announced, VOTE)
            case VoteKind.EXTEND:
                return await self._extend(opened, by, announced)
            case VoteKind.REPLACE:
                return await self.seats.sit_in(opened, _seat(vote), by, announced)
            case VoteKind.DISMISS:
                return await self.seats.dismiss(opened, _seat(vote), by, announced)
            case VoteKind.TAKEOVER:
                return await self.seats.welcome(opened, SeatRow(_seat(vote), vote.user, None, vote.name), by, announced)
            case VoteKind.CANCEL:
                return await self.seats.end(opened, "cancelled", by, announced)
            case VoteKind.END:
                return await self.seats.end(opened, "over", by, announced)
            case VoteKind.AWARD:
                won = Event(AWARDED, None, {"seat": _seat(vote)})
                return await self.seats.end(opened, "cancelled", by, [*announced, won])
            case VoteKind.REWIND:
                assert vote.point is not None, "a rewind has somewhere to go"
                return await self.rewind(opened, vote.point[0], by, announced)

    async def _extend(self, opened: LoadedMatch, by: Origin, announced: list[Event]) -> Match:
        """Give more time to everyone whose move is missing."""
        more = opened.match.pace.extension
        match = opened.match
        seats = tuple(replace(row, credit=row.credit + more) if row.asked is not None else row for row in match.seats)
        row = self._match_log.row(match, by, RowKind.EXTEND, announced)
        return (await self._match_log.save(replace(opened, match=replace(match, seats=seats)), row, VOTE)).match

    async def _write(
        self, opened: LoadedMatch, vote: Vote | None, by: Origin, announced: list[Event], *posts: Outgoing
    ) -> Match:
        row = self._match_log.row(opened.match, by, RowKind.VOTE, announced)
        kept = replace(opened, match=replace(opened.match, vote=vote))
        return without_key((await self._match_log.save(kept, row, VOTE, *posts)).match)


async def _no_one_rewinds(opened: LoadedMatch, point: int, by: Origin, announced: list[Event]) -> Match:
    """The rewinder until one is set: raises Refused."""
    raise Refused("rewind.point")


def undecided(match: Match) -> tuple[Seat, ...]:
    """The seats that haven't voted yet."""
    vote = match.vote
    if vote is None or match.phase != "running":
        return ()
    return tuple(seat for seat in vote.electorate if seat not in (*vote.yes, *vote.no) and is_person(match.seats[seat]))


def _seat(vote: Vote) -> Seat:
    """The seat that the vote is about."""
    assert vote.seat is not None, f"{vote.about} is about a seat"
    return vote.seat


def _verdict(match: Match, vote: Vote, *, ended: bool) -> bool | None:
    """The result of a vote, None while it is open; only electors who are still there count.

    More than half must want it, but a newcomer is admitted unless more than half refuse.
    """
    there = [seat for seat in vote.electorate if is_person(match.seats[seat])]
    yes, no = (sum(seat in said for seat in there) for said in (vote.yes, vote.no))
    silent = 0 if ended else len(there) - yes - no
    if 2 * yes > len(there):
        return True
    if vote.about == VoteKind.TAKEOVER:
        return False if 2 * no > len(there) else (None if silent else True)
    return None if 2 * (yes + silent) > len(there) else False
