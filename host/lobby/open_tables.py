"""Open tables: search, a server's list, and pings of its role."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

import structlog
from structlog.typing import FilteringBoundLogger

from db.store import Store
from db.stores.open_tables import OpenTablesRow
from host.delivery import Compose, Delivery
from host.lobby.rematch import hold_on
from host.play.consequences import is_full
from host.play.seen import without_key
from host.time.clocks import DAY
from host.time.worker import Now
from model.kinds import PostKind
from model.match import Match, Post

__all__ = ["Listing", "OpenTables", "OpenTablesRow"]

log: FilteringBoundLogger = structlog.get_logger()

PAUSE = 60.0  # seconds between two edits of a message
SETTLED = 120.0  # seconds a table is open before a role is pinged: it may be full or called off by then
OFF = "off"  # the fingerprint of a list that is no longer wanted
AGAIN = 300.0  # seconds to the next look, as a table may have opened to all by itself


@dataclass(frozen=True, slots=True)
class Listing:
    """The tables anyone in a server could join, and those of other servers if both share; the newest first.

    At tables `elsewhere` people go by their global names; people who hide there have none.
    """

    here: tuple[Match, ...]
    elsewhere: tuple[Match, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenTablesMessage(Delivery):
    """A server's list of open tables; an unwanted one is deleted."""

    row: OpenTablesRow
    listing: Listing

    @property
    def through(self) -> int:
        """See `Delivery`."""
        return self.row.seq


@dataclass(frozen=True, slots=True)
class RoleCall(Delivery):
    """A ping of the role that wants to hear of these tables."""

    row: OpenTablesRow
    tables: tuple[Match, ...]


class OpenTables:
    """Lists open tables and announces them."""

    def __init__(self, store: Store, now: Now, wake: Callable[[], None]) -> None:
        self._store, self._tables, self._now, self._wake = store, store.open_tables, now, wake
        self.kinds: Mapping[PostKind, Compose] = {
            PostKind.OPEN_TABLES: self._message,
            PostKind.ROLE: self._role_call,
        }

    async def of(self, guild: int) -> OpenTablesRow:
        """A server's settings for open tables."""
        return await self._tables.of(guild)

    async def set_channel(self, guild: int, channel: int | None) -> None:
        """Set the channel of a server's list (None: nowhere); it is posted there, and the old list goes."""
        await self._tables.set(guild, channel=channel, shown="", ready=0.0)
        self._wake()

    async def set_role(self, guild: int, role: int | None) -> None:
        """Set the role to ping about new tables (None: no role)."""
        await self._tables.set(guild, role=role)
        self._wake()

    async def set_shares(self, guild: int, *, shares: bool) -> None:
        """Set whether a server's tables are listed in other servers that share theirs."""
        await self._tables.set(guild, shares=shares)
        self._wake()

    async def listing(self, guild: int) -> Listing:
        """The tables that anyone in a server could join."""
        tables = _open(await self._store.matches_in(("lobby",), guild=guild), self._now())
        sharing = await self._tables.sharing()
        if guild not in sharing:
            return Listing(tables)
        others = [match for match in await self._store.matches_in(("lobby",)) if match.guild in sharing]
        elsewhere = _open((other for other in others if other.guild != guild), self._now())
        people = {row.user for table in elsewhere for row in table.seats if row.user is not None}
        names = await self._store.people.names(people, None)
        return Listing(tables, tuple(_named(table, names) for table in elsewhere))

    async def work(self) -> float | None:
        """Queue due updates of lists and pings of roles; returns when to look again."""
        times: list[float] = []
        for row in await self._tables.wanted():
            try:
                times.append(await self._tend(row))
            except Exception:
                log.exception("the list of open tables failed", guild=row.guild)
                times.append(self._now() + PAUSE)
        return min(times, default=None)

    async def _tend(self, row: OpenTablesRow) -> float:
        listing, now = await self.listing(row.guild), self._now()
        what, ready = OFF if row.channel is None else _fingerprint(listing), max(now, row.ready)
        if row.shown != what and (row.channel is not None or row.message is not None):
            shows = {"shown": what, "ready": ready + PAUSE}
            await self._tables.owe(row, PostKind.OPEN_TABLES, shows, now, ready=ready)
            self._wake()
            return now  # made from the state at that time
        # tables opened since the last ping of the role, at most twice a day
        new = () if row.role is None else _new(listing, row.called, now)
        if not new:
            return now + AGAIN
        due = max(min(table.opened for table in new) + SETTLED, row.called_before + DAY)
        if due <= now:
            called = {"called": now, "called_before": row.called}
            await self._tables.owe(row, PostKind.ROLE, called, now, ready=now)
            self._wake()
        return min(max(due, now), now + AGAIN)

    async def _message(self, post: Post) -> OpenTablesMessage:
        row = await self._of(post)
        keep = partial(self._tables.show, row.guild)
        return OpenTablesMessage(post, row.place, row, await self.listing(row.guild), keep=keep)

    async def _role_call(self, post: Post) -> RoleCall | None:
        """A ping of the role; None if all its tables are full or gone by now."""
        row = await self._of(post)
        listing = await self.listing(row.guild)
        new = _new(listing, row.called_before, row.called) if row.role is not None else ()
        return RoleCall(post, None, row, new, keep=None) if new else None

    async def _of(self, post: Post) -> OpenTablesRow:
        assert post.guild is not None, "it is about a server"
        return await self.of(post.guild)


def _new(listing: Listing, after: float, until: float) -> tuple[Match, ...]:
    """A server's tables opened between these times, without rematches."""
    return tuple(table for table in listing.here if after < table.opened <= until and table.rematch_of is None)


def _open(matches: Iterable[Match], now: float) -> tuple[Match, ...]:
    """The tables in which anyone who may know of them could take a seat, the newest first."""
    tables = [match for match in matches if _is_open(match, now)]
    return tuple(without_key(table) for table in sorted(tables, key=lambda table: (-table.opened, -table.id)))


def _is_open(match: Match, now: float) -> bool:
    hold = hold_on(match)
    held = hold is not None and now < hold.until
    return not (match.is_homeless or match.terms.invited_only or match.paused is not None or is_full(match) or held)


def _named(match: Match, names: Mapping[int, str]) -> Match:
    """The match with these names for its people."""
    return replace(
        match,
        seats=tuple(row if row.user is None else replace(row, name=names.get(row.user, "")) for row in match.seats),
    )


def _fingerprint(listing: Listing) -> str:
    """Fingerprint of what a list shows."""
    tables = (*listing.here, *listing.elsewhere)
    parts = [(table.id, table.seq, [row.name for row in table.seats]) for table in tables]
    return hashlib.sha256(repr((len(listing.here), parts)).encode()).hexdigest()[:32]
