"""Pauses: while a match rests nothing is owed or sent and no clock runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from db.kinds import How, RowKind
from db.rows import GONE, Change, Match, Note
from db.store import Stale
from engines.table import Event, IllegalMove
from host.play.consequences import gathering
from host.play.match_log import By, Ledger, Open
from host.time.clocks import Running

ALIVE = ("lobby", "starting", "running")
TRIES = 8  # how often somebody else may be faster


class Pausing:
    """Puts matches to rest and lets them go on; each is a row of the log."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def guilds(self) -> list[int]:
        """The guilds in which something is gathered or played that doesn't rest because the bot was put out of them."""
        return await self._ledger.store.guilds_with(ALIVE)

    async def guild_gone(self, guild: int) -> None:
        """The bot was put out of a guild: its matches rest, nothing is lost."""
        for match in await self._ledger.store.matches_in(ALIVE, guild=guild):
            await self._set(match.id, None, GONE)

    async def guild_back(self, guild: int) -> None:
        """The bot is in the guild (again): what rested for that reason goes on where it was."""
        for match in await self._ledger.store.matches_in(ALIVE, guild=guild):
            await self._set(match.id, GONE, None)

    async def _set(self, match_id: int, old: str | None, why: str | None) -> None:
        for _ in range(TRIES):
            try:
                async with self._ledger.lock(match_id):
                    await self._try(match_id, old, why)
            except Stale:
                continue
            return

    async def _try(self, match_id: int, old: str | None, why: str | None) -> None:
        match = await self._ledger.store.match(match_id)
        if match is None or match.paused != old:
            return
        if match.phase == "running":
            await self.set(await self._ledger.load(match_id), why, By(How.HOUSE))
        else:
            kind, events = _said(why)
            row = self._ledger.row(match, By(How.HOUSE), kind, events)
            clock = await self._ledger.running(match)
            rested = _rested(match, why, row.at, clock)
            await self._ledger.store.commit(Change(rested, row, deadlines=gathering(rested, row)))
            self._ledger.wake()

    async def set(self, opened: Open, why: str | None, by: By, told: Sequence[Event] = (), *notes: Note) -> Match:
        """Let a running match rest for a reason, or (None) go on."""
        if (opened.match.paused is None) == (why is None):
            raise IllegalMove("pause.already" if why else "pause.not")
        kind, events = _said(why)
        row = self._ledger.row(opened.match, by, kind, [*told, *events])
        rested = _rested(opened.match, why, row.at, await self._ledger.running(opened.match))
        return await self._ledger.save(replace(opened, match=rested), row, *notes)


def _said(why: str | None) -> tuple[RowKind, list[Event]]:
    kind = RowKind.PAUSE if why is not None else RowKind.RESUME
    return kind, [Event(f"house.{kind}d", None, {"why": why or ""})]


def _rested(match: Match, why: str | None, at: float, clock: Running) -> Match:
    """The match with the pause begun or over; what a clock ran in a pause is given back."""
    if why is not None:
        return replace(match, paused=why, paused_at=at)
    rest = 0.0 if match.paused_at is None else clock.ran(match.paused_at, at)
    seats = tuple(replace(s, credit=s.credit + rest) if s.asked is not None else s for s in match.seats)
    return replace(match, paused=None, paused_at=None, seats=seats)
