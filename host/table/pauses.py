"""Pauses of matches: nothing is due or sent, and no clock runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from db.store import Stale
from engines.table import Event, Refused
from host.play.consequences import gathering
from host.play.loaded_match import LoadedMatch, Origin
from host.play.match_log import TRIES, MatchLog
from model.kinds import UNFINISHED, How, PauseReason, RowKind
from model.match import Match, MatchFacts, Outgoing, SeatRow, Step


class Pauses:
    """Pauses and resumes matches; each is a row of the log."""

    def __init__(self, match_log: MatchLog) -> None:
        self._match_log = match_log

    async def guild_gone(self, guild: int) -> None:
        """Pause the matches of a server that has removed the bot, hidden tables of its cups too; nothing is lost."""
        for match in await self._match_log.store.matches_in(UNFINISHED, settings_of=guild):
            await self._set(match.id, None, PauseReason.GONE)

    async def guild_back(self, guild: int) -> None:
        """Resume the matches of a server that has the bot (again)."""
        for match in await self._match_log.store.matches_in(UNFINISHED, settings_of=guild):
            await self._set(match.id, PauseReason.GONE, None)

    async def _set(self, match_id: int, old: PauseReason | None, why: PauseReason | None) -> None:
        for _ in range(TRIES):
            try:
                async with self._match_log.lock(match_id):
                    await self._try(match_id, old, why)
            except Stale:
                continue
            return

    async def _try(self, match_id: int, old: PauseReason | None, why: PauseReason | None) -> None:
        read = await self._match_log.store.facts(match_id)
        if read is None or read.match.paused != old:
            return
        match = read.match
        if match.phase == "running":
            await self.set(await self._match_log.loaded(read), why, Origin(How.HOUSE))
        else:
            kind, events = _said(why)
            row = self._match_log.row(match, Origin(How.HOUSE), kind, events)
            rested = self._rested(read, match, why, row.at)
            await self._match_log.store.commit(Step(rested, row, deadlines=gathering(rested, row)))
            self._match_log.wake()

    async def set(
        self,
        opened: LoadedMatch,
        why: PauseReason | None,
        by: Origin,
        announced: Sequence[Event] = (),
        *posts: Outgoing,
    ) -> Match:
        """Pause a running match for a reason, or (None) resume it."""
        if (opened.match.paused is None) == (why is None):
            raise Refused("pause.already" if why else "pause.not")
        kind, events = _said(why)
        row = self._match_log.row(opened.match, by, kind, [*announced, *events])
        rested = self._rested(opened.read, opened.match, why, row.at)
        return (await self._match_log.save(replace(opened, match=rested), row, *posts)).match

    def _rested(self, read: MatchFacts, match: Match, why: PauseReason | None, now: float) -> Match:
        """The match with the pause begun or ended; time that ran during a pause is given back."""
        if why is not None:
            return replace(match, paused=why, paused_at=now)
        since = now if match.paused_at is None else match.paused_at
        seats = tuple(
            row if row.asked is None else replace(row, credit=row.credit + self._ran(read, row, since, now))
            for row in match.seats
        )
        return replace(match, paused=None, paused_at=None, seats=seats)

    def _ran(self, read: MatchFacts, row: SeatRow, since: float, until: float) -> float:
        return self._match_log.clock_of(read, row).ran(since, until)


def _said(why: PauseReason | None) -> tuple[RowKind, list[Event]]:
    kind = RowKind.PAUSE if why is not None else RowKind.RESUME
    return kind, [Event(f"house.{kind}d", None, {"why": why or ""})]
