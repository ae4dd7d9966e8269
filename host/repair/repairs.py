"""Repairs: give time back, call a match off, post board and calls again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from db.store import Stale
from engines.table import Event, Refused, Seat
from host.judges import check_match
from host.lobby.limits import daily, kept
from host.lobby.lobby import shown
from host.play.consequences import VOTE
from host.play.loaded_match import LoadedMatch
from host.play.match_log import TRIES, MatchLog
from host.play.presence import Presence
from host.play.row_numbers import number_of
from host.play.seen import is_person, without_key
from host.repair.rewind import told
from host.repair.steward import Steward, check_running
from host.time.clocks import HOUR
from model.kinds import UNDEALT, UNFINISHED, PostKind, RowKind
from model.match import Counted, LogRow, Match, MatchFacts, Outgoing, SeatRow, Step

LOBBY = Outgoing(PostKind.LOBBY, None, None)


class Repairs:
    """Each repair is one row of the log, made only if the match hasn't moved on since it was ordered.

    `now` is the number of rows that everyone knew of then. All methods raise Refused for what can't be done, and
    Doubled for a press that counted before.
    """

    def __init__(self, match_log: MatchLog, presence: Presence) -> None:
        self._match_log, self._store, self._presence = match_log, match_log.store, presence

    async def matches(self, guild: int | None) -> list[Match]:
        """The unfinished matches of a server or (None) all, the longest untouched first."""
        return [without_key(match) for match in await self._store.matches_in(UNFINISHED, guild=guild)]

    async def number(self, match: Match) -> int:
        """The number of rows in the log that everyone knows of now."""
        return await number_of(self._store, match.id, match.seq)

    # --- time

    async def excused(self, match_id: int, seat: Seat | None, user: int) -> tuple[Match, tuple[Seat, ...]]:
        """The match, and the seats to give time back to: this one, or (None) all whose move is missing."""
        read = await self._read(match_id)
        match = read.match
        check_running(match)
        await check_match(self._store, match, user)
        if match.pace.is_endless:
            raise Refused("vote.no.clock")
        # as the public sees it: who has planned a move, and so isn't asked, is no one else's business
        waiting = (await self._match_log.loaded(read)).view(None).waiting
        asked = [match.seats[s] for s in waiting if s is not None and seat in (None, s)]
        asked = [row for row in asked if is_person(row)]
        if not asked:
            raise Refused("excuse.nobody" if seat is None else "vote.not.waiting")
        return without_key(match), tuple(row.seat for row in asked)

    async def excuse(self, match_id: int, seat: Seat | None, hours: int, now: int, by: Steward) -> Match:
        """Give back so many hours, or (0) all the time since they had to move, with a full bank."""

        async def write(read: MatchFacts) -> Match:
            _, seats = await self.excused(match_id, seat, by.user)
            opened = await self._match_log.loaded(read)
            match = read.match
            until = self._match_log.now() if match.paused_at is None else match.paused_at

            def given(row: SeatRow) -> SeatRow:
                if row.seat not in seats or row.asked is None:
                    return row
                if hours:
                    return replace(row, credit=row.credit + hours * HOUR, missed=0)
                ran = self._match_log.clock_of(read, row).ran(row.asked, until)
                return replace(row, credit=row.credit + ran, bank=max(row.bank, match.terms.pace.bank), missed=0)

            events = [by.event("house.excused", seat=seat, hours=hours) for seat in seats]
            row = self._match_log.row(match, by.origin, RowKind.EXCUSE, events)
            longer = replace(match, seats=tuple(given(seat) for seat in match.seats))
            return (await self._match_log.save(replace(opened, match=longer), row, *told(match))).match

        return await self._once(match_id, now, by, write)

    # --- the end

    async def check_drop(self, match_id: int, user: int) -> Match:
        """The match, if this person may call it off; anyone may if no one can play on."""
        read = await self._read(match_id)
        if read.match.phase not in UNFINISHED:
            raise Refused("repair.over")
        if read.match.phase in UNDEALT or await self._opened(read) is not None:
            await check_match(self._store, read.match, user)
        return without_key(read.match)

    async def drop(self, match_id: int, now: int, by: Steward) -> Match:
        """Call a match off in any phase, so that it counts for no one."""

        async def write(read: MatchFacts) -> Match:
            match = await self.check_drop(match_id, by.user)
            cancelled = replace(read.match, phase="cancelled", vote=None)
            if match.phase in UNDEALT:
                return await self._call_off(cancelled, by, read.match)
            events = [by.event("house.dropped"), Event("house.ended.cancelled", None, {})]
            row = self._match_log.row(read.match, by.origin, RowKind.END, events)
            opened = await self._opened(read)
            if opened is None:
                return await self._bury(cancelled, row)
            votes = () if read.match.vote is None else (VOTE,)
            return (await self._match_log.save(replace(opened, match=cancelled), row, *votes)).match

        return await self._once(match_id, now, by, write)

    async def _opened(self, read: MatchFacts) -> LoadedMatch | None:
        """A running match to be played on; None if its state can't be read."""
        try:
            return await self._match_log.loaded(read)
        except Refused:
            return None

    async def _call_off(self, cancelled: Match, by: Steward, before: Match) -> Match:
        """Call off a lobby or an opening. An unsendable opening would block later posts, so its retry is hurried."""
        name = by.event("lobby.cancel") if by.name else by.event("house.dropped")
        row = self._match_log.row(before, by.origin, RowKind.CANCEL, [name])
        saved = await self._store.commit(Step(cancelled, row, posts=shown(before)))
        await self._store.hurry(saved.id, self._match_log.now())
        self._match_log.wake()
        return saved

    async def _bury(self, cancelled: Match, row: LogRow) -> Match:
        """Call off a match whose state can't be shown any more."""
        calls = [Outgoing(PostKind.LAPSED, s.user, s.seat) for s in cancelled.seats if s.user and s.asked]
        seats = tuple(replace(seat, asked=None, play_on=None) for seat in cancelled.seats)
        posts = (*shown(cancelled), *calls)
        saved = await self._store.commit(Step(replace(cancelled, seats=seats), row, posts=posts))
        self._match_log.moved(saved.id)
        self._match_log.wake()
        return saved

    # --- messages

    async def check_repost(self, match_id: int) -> Match:
        """The match, if its board can be posted."""
        match = (await self._read(match_id)).match
        check_running(match)
        if match.paused is not None:
            raise Refused(f"house.paused.{match.paused}")
        return without_key(match)

    async def repost(self, match_id: int, now: int, by: Steward) -> Match:
        """Post the board again, and call everyone again whose move is missing."""

        async def write(read: MatchFacts) -> Match:
            match = await self.check_repost(match_id)
            opened = await self._match_log.loaded(read)
            asked = [seat for seat in match.seats if seat.asked is not None and is_person(seat)]
            calls = [Outgoing(PostKind.TURN, seat.user, seat.seat) for seat in asked]
            row = self._match_log.row(read.match, by.origin, RowKind.REPOST, [by.event("house.reposted")])
            self._presence.forget(match.id)  # people who have lost their panel are called even if they had looked at it
            limits = () if by.owns else (daily(Counted.REPOSTS, by.user, row.at),)
            with kept():
                return (await self._match_log.save(opened, row, LOBBY, *calls, limits=limits)).match

        return await self._once(match_id, now, by, write)

    # --- how it is done

    async def _once(
        self, match_id: int, now: int, by: Steward, write: Callable[[MatchFacts], Awaitable[Match]]
    ) -> Match:
        for _ in range(TRIES):
            try:
                async with self._match_log.lock(match_id), self._match_log.counted_once(by.interaction_id):
                    read = await self._read(match_id)
                    if await self.number(read.match) != now:
                        raise Refused("repair.moved")
                    return without_key(await write(read))
            except Stale:
                continue
        raise Refused("repair.moved")

    async def _read(self, match_id: int) -> MatchFacts:
        read = await self._store.facts(match_id)
        if read is None:
            raise Refused("house.unknown")
        return read
