"""Planned downtime: announcements, during which clocks stop."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import structlog
from structlog.typing import FilteringBoundLogger

from db.store import Stale
from engines.table import Event, Refused
from host.lobby.limits import daily, kept
from host.play.match_log import TRIES, MatchLog
from host.repair.rewind import told
from host.repair.steward import Steward
from host.time.clocks import DAY
from model.kinds import RowKind
from model.match import Counted, Downtime

log: FilteringBoundLogger = structlog.get_logger()

FARTHEST, LONGEST = 7 * DAY, 3 * DAY  # seconds: how far ahead, and for how long


class Downtimes:
    """Announces downtime of one server, or (guild None) of all; each running match there gets a log row."""

    def __init__(self, match_log: MatchLog) -> None:
        self._match_log, self._heartbeat, self._store = match_log, match_log.heartbeat, match_log.store

    async def ahead(self, guild: int | None) -> Downtime | None:
        """The downtime announced there that isn't over."""
        downtimes = await self._store.outages.downtimes(self._match_log.now())
        return next((downtime for downtime in downtimes if downtime.guild == guild), None)

    async def announce(self, guild: int | None, since: float, until: float, by: Steward) -> int:
        """Stop the clocks from `since` to `until` (unix seconds); returns how many matches heard of it.

        The clocks of the person who announces it go on, as no one gives time to themselves. The clocks stop first,
        then each match is informed: if the bot ends in between, no one loses time. Raises Refused for a senseless
        time, if something is announced there already, or if a manager has reached their limit for the
        day.
        """
        now = self._match_log.now()
        since = max(since, now)  # a moment has passed since the command
        if since >= until or since > now + FARTHEST or until > since + LONGEST:
            raise Refused("downtime.when")
        limits = [] if by.owns else [daily(Counted.ANNOUNCEMENTS, by.user, now)]
        with kept():
            is_new = await self._store.outages.announce(Downtime(guild, since, until, by.user), now, limits)
        if not is_new:
            raise Refused("downtime.already")
        await self._heartbeat.look()
        return await self._tell(guild, by, by.event("house.downtime", since=int(since), until=int(until)))

    async def end(self, guild: int | None, by: Steward) -> int:
        """Let the clocks run again from now on; Refused if nothing is announced there."""
        if await self._store.outages.end(guild, self._match_log.now()) is None:
            raise Refused("downtime.none")
        await self._heartbeat.look()
        return await self._tell(guild, by, by.event("house.uptime"))

    async def _tell(self, guild: int | None, by: Steward, event: Event) -> int:
        """Write it into each match's log, which renews its deadlines; returns the number of matches."""
        number = 0
        for match in await self._store.matches_in(("running",), settings_of=guild):
            number += await self._tell_one(match.id, by, event)
        self._match_log.wake()
        return number

    async def _tell_one(self, match_id: int, by: Steward, event: Event) -> bool:
        origin = replace(by.origin, interaction_id=None)  # an interaction counts only once over all logs
        for _ in range(TRIES):
            with suppress(Stale):
                async with self._match_log.lock(match_id):
                    try:
                        opened = await self._match_log.load(match_id)
                    except Refused:
                        return False  # it can't be read, so no one's time runs out in it
                    if opened.match.phase != "running":
                        return False
                    row = self._match_log.row(opened.match, origin, RowKind.ANNOUNCE, [event])
                    await self._match_log.save(opened, row, *told(opened.match))
                return True
        log.warning("a match couldn't be told of downtime", match=match_id)
        return False
