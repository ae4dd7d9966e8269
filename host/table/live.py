"""Live play for an evening: the players agree to it, and one of them, silence or the night ends it."""

from __future__ import annotations

from db.store import Stale
from engines.table import Event, Refused, Seat
from host.play.loaded_match import LoadedMatch, Origin
from host.play.match_log import TRIES, MatchLog
from host.play.seen import is_person, without_key
from host.time.live_play import OVER, SILENCE, check_table, have_agreed, is_open
from model.kinds import Evening, How, RowKind
from model.match import Deadline, Match

EXACT = 0.001  # seconds: sums of times are no more exact than that


class LivePlay:
    """Lets players agree to live play, and ends it; that it begins or ends is a row of the log, who agrees isn't."""

    def __init__(self, match_log: MatchLog) -> None:
        self._match_log = match_log

    async def agree(self, match_id: int, user: int, interaction_id: int | None) -> Match:
        """Agree to play live; with the last to agree it begins, or in a sealed stage with its end.

        Only the person themselves learns of it before that. Raises Refused if it isn't offered now.
        """
        for _ in range(TRIES):
            try:
                async with self._match_log.lock(match_id):
                    return without_key(await self._agree(match_id, user, interaction_id))
            except Stale:
                continue
        raise Stale(f"match {match_id} moves on all the time")

    async def _agree(self, match_id: int, user: int, interaction_id: int | None) -> Match:
        opened = await self._match_log.load(match_id)
        await self._match_log.check_new(interaction_id)
        seat = self._match_log.pressing(opened, user)
        self._check(opened)
        await self._match_log.store.agree(match_id, seat, opened.match.seq, self._match_log.now())
        # read after writing: of two who agree at once, the second sees both
        opened = await self._match_log.load(match_id)
        if not self._have_agreed(opened) or opened.view(None).sealed:
            return opened.match
        row = self._match_log.row(opened.match, Origin(How.PLAYER, user, interaction_id), RowKind.LIVE, [])
        return (await self._match_log.save(opened, row)).match

    def _check(self, opened: LoadedMatch) -> None:
        """Raise Refused unless the players can agree to live play now."""
        match, now = opened.match, self._match_log.now()
        if match.is_live:
            raise Refused("live.already")
        persons = [seat.seat for seat in match.seats if is_person(seat)]
        check_table(match, len(persons))
        stored = opened.read.seats if opened.read.keeps_holidays else ()
        if any(h.since <= now < h.until for seat in persons if stored for h in stored[seat].holidays):
            raise Refused("live.holiday")
        if not is_open(match, now):
            raise Refused("live.lapsed")

    @staticmethod
    def _have_agreed(opened: LoadedMatch) -> bool:
        match, seats = opened.match, opened.read.seats
        return have_agreed(match.live, [seats[row.seat].agreed for row in match.seats if is_person(row)])

    async def enough(self, match_id: int, user: int, interaction_id: int | None) -> Match:
        """End live play, as one of the players wishes; raises Refused if there is none."""
        async with self._match_log.lock(match_id), self._match_log.counted_once(interaction_id):
            opened = await self._match_log.load(match_id)
            seat = self._match_log.pressing(opened, user)
            return without_key(await self._end(opened, "enough", Origin(How.PLAYER, user, interaction_id), seat))

    async def close(self, deadline: Deadline) -> None:
        """End live play that has fallen silent, or whose evening is over; a silence may last longer by an outage."""
        async with self._match_log.lock(deadline.match):
            opened = await self._match_log.load(deadline.match)
            live = opened.match.live
            if live is None or not opened.match.is_live or opened.match.seq != deadline.seq:
                return
            if deadline.kind == Evening.ENDS:
                await self._end(opened, "evening", Origin(How.HOUSE))
                return
            due = self._match_log.running(opened.read).anyway.after(live.sign, SILENCE)
            if due > self._match_log.now() + EXACT:
                await self._match_log.store.delay(deadline, due)
            else:
                await self._end(opened, "silence", Origin(How.HOUSE))

    async def _end(self, opened: LoadedMatch, why: str, by: Origin, seat: Seat | None = None) -> Match:
        """End it; of a silence no one says whose it was, as a sealed stage keeps that to itself."""
        if not opened.match.is_live:
            raise Refused("live.over")
        event = Event(OVER, None, {"why": why} | ({} if seat is None else {"seat": seat}))
        row = self._match_log.row(opened.match, by, RowKind.LIVE, [event])
        return (await self._match_log.save(opened, row)).match
