"""Seats of a running match: resign, replace, return, take over, remove, end early."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.table import Event, Refused, Seat, Viewer
from host.judges import check_joins
from host.lobby.entry import Entry
from host.lobby.limits import kept
from host.lobby.rematch import Holds
from host.play.autoplay import AutoPlayer, with_seat
from host.play.consequences import VOTE
from host.play.loaded_match import LoadedMatch, Origin
from host.play.match_log import MatchLog
from host.play.seen import seat_of, without_key
from host.table.newcomers import DISMISSED, ballots, check_newcomer, knows_secrets, takeover_vote, voters
from host.time.clocks import DAY
from model.kinds import ENDED, How, Phase, PostKind, RowKind
from model.match import Limit, Match, Outgoing, SeatRow, Step
from opponents import FAIR

__all__ = ["Seats", "is_worth_playing"]


class Seats:
    """Changes who sits where in a running match; each change is a row of the log."""

    def __init__(self, match_log: MatchLog, autoplayer: AutoPlayer) -> None:
        self._match_log, self._autoplayer = match_log, autoplayer
        self._entry, self._holds = Entry(match_log.store, match_log.now), Holds(match_log.store, match_log.now)

    async def resign(self, match_id: int, user: int, interaction_id: int | None) -> Match:
        """Give up a seat: the bot plays it until someone takes it; with one person left the match ends."""
        async with self._match_log.lock(match_id):
            opened = await self._match_log.load(match_id)
            seat = await self._match_log.seated(opened, user, interaction_id)
            left = with_seat(opened, replace(opened.match.seats[seat], resigned=True, substitute=None, play_on=None))
            free = [] if await self._was_offered(match_id, user) else [Outgoing(PostKind.FREE, None, seat)]
            if not is_worth_playing(left.match):
                left, free = replace(left, match=replace(left.match, phase="over")), []
            return await self._write(
                left,
                Origin(How.PLAYER, user, interaction_id),
                RowKind.RESIGN,
                seat,
                [_house_event("resigned", seat)],
                *free,
            )

    async def _was_offered(self, match_id: int, user: int) -> bool:
        """Whether this person's seat was offered lately: that button still works, however often they come and go."""
        rows, lately = await self._match_log.store.log(match_id), self._match_log.now() - DAY
        return any(row.kind == RowKind.RESIGN and row.user == user and row.at > lately for row in rows)

    async def anonymise(self, match_id: int, user: int, anonymous_id: int) -> Match:
        """Replace a person in a running match by a nameless anonymous id; a seat they had is given up."""
        async with self._match_log.lock(match_id):
            opened = await self._match_log.load(match_id)
            match, seat = opened.match, seat_of(opened.match, user)
            seats = tuple(
                replace(row, user=anonymous_id, name="", resigned=True, substitute=None, play_on=None)
                if row.user == user
                else row
                for row in match.seats
            )
            left = replace(match, seats=seats, host=anonymous_id if match.host == user else match.host)
            if seat is None:
                return await self._write(replace(opened, match=left), Origin(How.HOUSE), RowKind.FORGET, None, [])
            posts = [Outgoing(PostKind.FREE, None, seat)]
            if match.phase == "running" and not is_worth_playing(left):
                left, posts = replace(left, phase="over"), []
            gone = replace(opened, match=left)
            return await self._write(
                gone, Origin(How.PLAYER, anonymous_id), RowKind.RESIGN, seat, [_house_event("resigned", seat)], *posts
            )

    async def take_over(self, match_id: int, seat: Seat, user: int, name: str, interaction_id: int | None) -> Match:
        """Sit down on a vacant seat, or one that a computer plays for someone.

        If the seat knows something that isn't public, the other players vote first, if there are any; the match
        returned then has their vote.
        """
        async with self._match_log.lock(match_id):
            opened = await self._match_log.load(match_id)
            await self._match_log.check_new(interaction_id)
            new, by = SeatRow(seat, user, None, name), Origin(How.PLAYER, user, interaction_id)
            await self._check_newcomer(opened.match, new)
            limits = await self._entry.check(opened.match, user)
            if voters(opened.match, seat) and await knows_secrets(self._match_log, opened, seat):
                return await self._ask(opened, new, by, limits)
            return await self._sit_down(opened, new, by, [], limits=limits)

    async def welcome(self, opened: LoadedMatch, new: SeatRow, by: Origin, announced: Sequence[Event]) -> Match:
        """Let a newcomer sit down, as voted; raises Refused if they can't any more."""
        await self._check_newcomer(opened.match, new)
        assert new.user is not None, "a computer asks no one"
        limits = await self._entry.limits(opened.match, new.user)
        hand = Outgoing(PostKind.HAND, new.user, new.seat)  # they may look at the seat now, even if it isn't to move
        return await self._sit_down(opened, new, by, announced, hand, VOTE, limits=limits)

    async def _check_newcomer(self, match: Match, new: SeatRow) -> None:
        store = self._match_log.store
        check_newcomer(match, new, await store.careers.sittings(match.id), await store.log(match.id))
        if match.is_together and new.user is not None:
            await self._holds.check_again(match, new.user, new.seat)
        if match.cup is not None and new.user is not None:
            await check_joins(store, match.cup, new.user)

    async def _ask(self, opened: LoadedMatch, new: SeatRow, by: Origin, limits: tuple[Limit, ...]) -> Match:
        """Open a vote on whether this person may have the seat, with what it knows."""
        match, now = opened.match, self._match_log.now()
        if match.vote is not None and match.vote.until > now:
            raise Refused("vote.open")
        vote, event = takeover_vote(match, new, now)
        asked = replace(opened, match=replace(match, vote=vote))
        return await self._write(asked, by, RowKind.VOTE, None, [event], VOTE, *ballots(match, vote), limits=limits)

    async def _sit_down(
        self,
        opened: LoadedMatch,
        new: SeatRow,
        by: Origin,
        announced: Sequence[Event],
        *posts: Outgoing,
        limits: tuple[Limit, ...],
    ) -> Match:
        events = [*announced, _house_event("taken.over", new.seat)]
        taken = with_seat(opened, replace(new, bank=opened.match.seats[new.seat].bank))
        return await self._write(taken, by, RowKind.TAKEOVER, new.seat, events, *posts, limits=limits)

    async def dismiss(self, opened: LoadedMatch, seat: Seat, by: Origin, announced: Sequence[Event]) -> Match:
        """Send away a person who took over a seat, as voted: a computer plays on, and they can't come back."""
        row = replace(opened.match.seats[seat], resigned=True, substitute=FAIR, play_on=None, missed=0)
        events = [*announced, Event(DISMISSED, None, {"seat": seat})]
        return await self._write(
            with_seat(opened, row), by, RowKind.REPLACE, None, events, Outgoing(PostKind.FREE, None, seat), VOTE
        )

    async def come_back(self, match_id: int, user: int, interaction_id: int | None) -> Match:
        """Take one's own seat back from the computer that plays it."""
        async with self._match_log.lock(match_id):
            opened = await self._match_log.load(match_id)
            seat = await self._match_log.seated(opened, user, interaction_id)
            row = opened.match.seats[seat]
            if row.substitute is None:
                raise Refused("seat.yours")
            back = with_seat(opened, replace(row, substitute=None, missed=0, stopped=False))
            return await self._write(
                back, Origin(How.PLAYER, user, interaction_id), RowKind.RETURN, seat, [_house_event("returned", seat)]
            )

    async def sit_in(self, opened: LoadedMatch, seat: Seat, by: Origin, announced: Sequence[Event]) -> Match:
        """Let a computer play for a person, as voted; anyone may take the seat over."""
        row = replace(opened.match.seats[seat], substitute=FAIR, play_on=None, missed=0)
        events = [*announced, _house_event("substituted", seat)]
        return await self._write(
            with_seat(opened, row), by, RowKind.REPLACE, None, events, Outgoing(PostKind.FREE, None, seat), VOTE
        )

    async def end(self, opened: LoadedMatch, phase: Phase, by: Origin, announced: Sequence[Event]) -> Match:
        """End a match as it stands ("over"), or call it off so that it counts for no one ("cancelled")."""
        ended = replace(opened, match=replace(opened.match, phase=phase))
        return await self._write(
            ended, by, RowKind.END, None, [*announced, Event(f"house.ended.{phase}", None, {})], VOTE
        )

    async def cancel(self, match_id: int) -> None:
        """Call off a match that isn't over, whatever has become of it."""
        async with self._match_log.lock(match_id):
            match = await self._match_log.store.match(match_id)
            if match is None or match.phase in ENDED:
                return
            try:
                opened = await self._match_log.load(match_id)
            except Refused:  # not dealt, or unreadable
                await self.call_off(match)
            else:
                await self.end(opened, "cancelled", Origin(How.HOUSE), [])

    async def call_off(self, match: Match) -> None:
        """Call off a match that hasn't been dealt, or whose save can't be read; the caller holds its lock."""
        row = self._match_log.row(match, Origin(How.HOUSE), RowKind.CANCEL, [])
        await self._match_log.store.commit(Step(replace(match, phase="cancelled"), row))
        await self._match_log.store.hurry(match.id, row.at)  # an opening that couldn't be sent blocks what follows
        self._match_log.wake()

    async def _write(
        self,
        opened: LoadedMatch,
        by: Origin,
        kind: RowKind,
        seat: Viewer,
        events: list[Event],
        *posts: Outgoing,
        limits: tuple[Limit, ...] = (),
    ) -> Match:
        row = self._match_log.row(opened.match, by, kind, events, seat=seat)
        with kept():
            written = await self._match_log.save(opened, row, *posts, limits=limits)
        return without_key((await self._autoplayer.play_on(written)).match)


def _house_event(what: str, seat: Seat) -> Event:
    return Event(f"house.{what}", None, {"seat": seat})


def is_worth_playing(match: Match) -> bool:
    """Whether the match goes on: with two people, or with one who began solo against computers."""
    persons = [row for row in match.seats if row.user is not None]
    left = [row for row in persons if not row.resigned]
    return len(left) >= min(2, len(persons)) and bool(left)
