"""Open tables: search, a server's list, and the call to its role."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace

import structlog
from structlog.typing import FilteringBoundLogger

from db.store import LEASE, Store
from db.stores.open_tables import Board
from host.lobby.rematch import hold_on
from host.play.consequences import is_full
from host.play.seen import without_key
from host.time.clocks import DAY
from host.time.worker import Now
from model.match import Match

__all__ = ["Board", "Boards", "Listing", "MessagePlace", "NotNow"]

log: FilteringBoundLogger = structlog.get_logger()

PAUSE = 60.0  # seconds between two edits of a message
SETTLED = 120.0  # seconds for which a table is open before a role hears of it: it may be full or called off by then
OFF = "off"  # what a message shows that isn't wanted any more
AGAIN = 300.0  # seconds after which is looked again, for a table may have opened to all by itself


@dataclass(frozen=True, slots=True)
class Listing:
    """The tables of a server that anybody there could join, and those of others as far as both share; newest first.

    At tables `elsewhere` people go by their names over servers; those who hide there have none.
    """

    here: tuple[Match, ...]
    elsewhere: tuple[Match, ...] = ()


@dataclass(frozen=True, slots=True)
class MessagePlace:
    """Where a message stands."""

    channel: int
    message: int


class NotNow(Exception):
    """It couldn't be sent now; it is tried again."""


Poster = Callable[[Board, Listing, str], Awaitable[MessagePlace | None]]
Caller = Callable[[Board, tuple[Match, ...], str], Awaitable[None]]


class Boards:
    """Lists open tables and tells of them.

    `poster` renews a server's message and says where it stands, None: nowhere, for the server wants none or the bot may
    not; `caller` calls a role to these tables. Both are given a nonce that stays the same over all tries, and raise
    NotNow.
    """

    def __init__(self, store: Store, now: Now, wake: Callable[[], None]) -> None:
        self._store, self._tables, self._now, self._wake = store, store.boards, now, wake
        self.poster: Poster = _nobody
        self.caller: Caller = _no_caller

    async def of(self, guild: int) -> Board:
        """What a server wants."""
        return await self._tables.of(guild)

    async def set_channel(self, guild: int, channel: int | None) -> None:
        """Keep where a server wants its message, None: nowhere; it is posted there, and the one before goes."""
        await self._tables.set(guild, channel=channel, shown="", ready=0.0)
        self._wake()

    async def set_role(self, guild: int, role: int | None) -> None:
        """Keep which role hears of new tables, None: none."""
        await self._tables.set(guild, role=role)
        self._wake()

    async def set_shares(self, guild: int, *, shares: bool) -> None:
        """Keep whether a server's tables are listed in others that want that too."""
        await self._tables.set(guild, shares=shares)
        self._wake()

    async def listing(self, guild: int) -> Listing:
        """What anybody in a server could join."""
        here = _open(await self._store.matches_in(("lobby",), guild=guild), self._now())
        sharing = await self._tables.sharing()
        if guild not in sharing:
            return Listing(here)
        others = [one for one in await self._store.matches_in(("lobby",)) if one.guild in sharing]
        elsewhere = _open((one for one in others if one.guild != guild), self._now())
        people = {row.user for one in elsewhere for row in one.seats if row.user is not None}
        names = await self._store.people.names(people, None)
        return Listing(here, tuple(_named(one, names) for one in elsewhere))

    async def work(self) -> float | None:
        """Renew messages and call roles where that is due; returns when to look again."""
        times: list[float] = []
        for board in await self._tables.wanted():
            try:
                times += await self._tend(board)
            except Exception:
                log.exception("board failed", guild=board.guild)
                times.append(self._now() + PAUSE)
        return min(times, default=None)

    async def _tend(self, board: Board) -> list[float]:
        listing, now = await self.listing(board.guild), self._now()
        times = [now + AGAIN]
        if board.channel is not None or board.message is not None:
            times += await self._show(board, listing)
        if board.role is not None:
            times += await self._call(board, listing.here)
        return times

    async def _show(self, board: Board, listing: Listing) -> list[float]:
        """Renew a message that is behind, or take it away; returns when to try again if that couldn't be done."""
        what, now = OFF if board.channel is None else _fingerprint(listing), self._now()
        if board.shown == what:
            return []
        if board.ready > now or not await self._tables.take_message(board.guild, now, now + LEASE):
            return [max(board.ready, now + 1.0)]
        try:
            place = await self.poster(board, listing, f"b{board.guild:x}.{what[:6]}")
        except NotNow:
            return [now + LEASE]
        stands = (None, None) if place is None else (place.channel, place.message)
        await self._tables.shown(board.guild, what, *stands, now + PAUSE)
        return []

    async def _call(self, board: Board, here: Iterable[Match]) -> list[float]:
        """Call a role to tables that have come since it was called last, at most twice in a day."""
        now = self._now()
        new = [one for one in here if one.opened > board.called and one.rematch_of is None]
        if not new:
            return []
        due = max(min(one.opened for one in new) + SETTLED, board.called_before + DAY, board.call_ready)
        if due > now:
            return [due]
        if not await self._tables.take_call(board, now, now + LEASE):
            return [now + LEASE]
        try:
            await self.caller(board, tuple(new), f"r{board.guild:x}.{int(board.called) % 2**24:x}")
        except NotNow:
            return [now + LEASE]
        await self._tables.called(board, now)
        return []


def _open(matches: Iterable[Match], now: float) -> tuple[Match, ...]:
    """Those in which anybody who may know of them could take a place, the newest first."""
    found = [one for one in matches if _is_open(one, now)]
    return tuple(without_key(one) for one in sorted(found, key=lambda one: (-one.opened, -one.id)))


def _is_open(match: Match, now: float) -> bool:
    hold = hold_on(match)
    held = hold is not None and now < hold.until
    return not (match.is_private or match.terms.invited_only or match.paused is not None or is_full(match) or held)


def _named(match: Match, names: Mapping[int, str]) -> Match:
    """The match with these names of its people."""
    return replace(
        match,
        seats=tuple(row if row.user is None else replace(row, name=names.get(row.user, "")) for row in match.seats),
    )


def _fingerprint(listing: Listing) -> str:
    """What a message shows, in a word."""
    tables = (*listing.here, *listing.elsewhere)
    parts = [(one.id, one.seq, [row.name for row in one.seats]) for one in tables]
    return hashlib.sha256(repr((len(listing.here), parts)).encode()).hexdigest()[:32]


async def _nobody(board: Board, listing: Listing, nonce: str) -> MessagePlace | None:
    """What posts before anybody can."""
    raise NotNow


async def _no_caller(board: Board, tables: tuple[Match, ...], nonce: str) -> None:
    """The same for calls."""
    raise NotNow
