"""Standing tables: open tables that reopen by themselves when they have begun or closed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import structlog
from structlog.typing import FilteringBoundLogger

from db.store import Store
from db.stores.limits import Reached
from engines.table import Refused
from host.lobby.lobby import Lobby, Person
from host.play.seen import without_key
from host.time.clocks import DAY
from host.time.worker import Now
from model.match import Match
from model.standing_table import Ended, StandingTable

log: FilteringBoundLogger = structlog.get_logger()

UNJOINED = 3  # openings in a row that no one has joined, after which a table reopens no more
AWAY = 14 * DAY  # seconds without a press of its opener, after which it doesn't either
AT_A_TIME = 3  # matches of this game that its opener may have begun; the table reopens when one of them is over
AGAIN = 60.0  # seconds to the next look
KEPT = 30 * DAY  # seconds for which it is known why a table has ended


class StandingTables:
    """Lets tables reopen. They count in their openers' limits like tables that they open with a press."""

    def __init__(self, store: Store, lobby: Lobby, *, now: Now, wake: Callable[[], None]) -> None:
        self._store, self._tables, self._lobby = store, store.standing_tables, lobby
        self._now, self._wake = now, wake

    async def of(self, match_id: int) -> StandingTable | None:
        """The table whose newest opening is this match; None if it doesn't reopen by itself."""
        table = await self._tables.of(match_id)
        return table if table is not None and table.ended is None else None

    async def here(self, guild: int) -> list[tuple[StandingTable, Match]]:
        """The tables of a server that reopen by themselves, with their newest openings."""
        found = [(table, await self._store.match(table.match)) for table in await self._tables.going_on(guild)]
        return [(table, without_key(match)) for table, match in found if match is not None]

    async def keep(self, match_id: int, by: Person) -> None:
        """Let the opener's table reopen by itself from now on."""
        match = await self._lobby.check_host(match_id, by)
        if match.guild is None or match.terms.invited_only:
            raise Refused("standing.private")
        await self._tables.keep(StandingTable(match_id, match.host, match.guild, self._now()))
        self._wake()

    async def stop(self, match_id: int, by: Person) -> None:
        """Let the opener's table, or one of the server that `by` manages, reopen no more."""
        table = await self.of(match_id)
        if table is None:  # it has been stopped, or has moved on to its next opening
            await self._lobby.check_host(match_id, by, managers=True)
            return
        if by.user != table.user and not by.manages:
            raise Refused("lobby.not.host", {"host": table.user})
        await self._tables.stop(table, self._now())
        self._wake()

    async def channel_gone(self, match_id: int) -> bool:
        """End a table whose channel is gone; False if there is none that reopens by itself."""
        table = await self.of(match_id)
        return table is not None and await self._end(table, Ended.CHANNEL)

    async def guild_gone(self, guild: int) -> None:
        """Forget the tables of a server that the bot has left."""
        await self._tables.clear(guild)

    async def work(self) -> float | None:
        """Reopen what has begun or closed; returns when to look again."""
        await self._tables.prune(self._now() - KEPT)
        tables = await self._tables.going_on()
        for table in tables:
            try:
                await self._tend(table)
            except (Reached, Refused):  # it reopens when its opener has room, and if its game can be played
                log.info("no room for a standing table", match=table.match)
            except Exception:
                log.exception("a standing table failed", match=table.match)
        return self._now() + AGAIN if tables else None

    async def _tend(self, table: StandingTable) -> None:
        match = await self._store.match(table.match)
        if match is None or match.paused is not None:
            return
        called_off = match.phase == "cancelled" and not await self._lobby.was_closed(match)
        if called_off or (match.phase == "lobby" and match.host != table.user):  # they have called it off, or left
            await self._tables.stop(table, self._now())
        elif match.phase != "lobby":
            await self._go_on(table, match)

    async def _go_on(self, table: StandingTable, old: Match) -> None:
        """Reopen a table, or end it; wait while its opener has begun enough matches of this kind."""
        joined = any(row.user not in (None, table.user) for row in old.seats)
        after = replace(table, unjoined=0 if joined else table.unjoined + 1)
        if after.unjoined >= UNJOINED:
            await self._end(table, Ended.UNJOINED)
        elif self._now() - await self._tables.last_press(table.user) >= AWAY:
            await self._end(table, Ended.AWAY)
        elif await self._under_way(table, old.game) < AT_A_TIME:
            await self._lobby.reopen(after, old)

    async def _under_way(self, table: StandingTable, game: str) -> int:
        begun = await self._store.matches_of(table.user, ("starting", "running"))
        kind = (table.guild, game, table.user)
        return sum((match.guild, match.game, match.host) == kind for match in begun)

    async def _end(self, table: StandingTable, why: Ended) -> bool:
        ended = await self._tables.end(table, why, self._now())
        self._wake()
        return ended
