"""Following matches and people, and the quiet digest that says once a day how many matches have moved."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

import structlog
from structlog.typing import FilteringBoundLogger

from db.store import Store
from engines.table import Refused
from host.access import Asker, Borders
from host.browsers import Browsers
from host.delivery import Compose, Delivery
from host.lobby.limits import followed, kept
from host.outbox.notifications import MORNING, CallPreferences, Notifications
from host.outbox.outbox import PutOff
from host.outside.herald import Herald, Place
from host.play.seen import without_key
from host.time.clocks import zone_of
from host.time.worker import Now
from model.follow import Digest, Followed
from model.kinds import BY_DM, PostKind
from model.match import Counted, Match, MessageRef, Post

log: FilteringBoundLogger = structlog.get_logger()

AGAIN = 60.0  # seconds until a digest that failed is tried again


@dataclass(frozen=True, slots=True)
class DigestMessage(Delivery):
    """A person's digest: matches that have moved `since`. Those in channels that not everyone sees don't count.

    What the person may see of them isn't known when it is sent, so it says nothing but their number.
    """

    user: int
    matches: tuple[Match, ...]
    since: float


class Follows:
    """Keeps who follows what, and sends digests: one a day, in the morning, outside of quiet hours and holidays."""

    def __init__(
        self,
        store: Store,
        borders: Borders,
        browsers: Browsers,
        notifications: Notifications,
        *,
        now: Now,
        wake: Callable[[], None],
    ) -> None:
        self._store, self._tables, self._borders, self._browsers = store, store.follows, borders, browsers
        self._notifications, self._now, self._wake = notifications, now, wake
        self.herald: Herald | None = None  # until there is one, no channel is known to be closed
        self.kinds: Mapping[PostKind, Compose] = {PostKind.FOLLOWED: self._digest}

    # --- what people follow

    async def of(self, user: int) -> Followed:
        """What a person follows."""
        return await self._tables.of(user)

    async def check(self, match: Match, user: int) -> None:
        """Raise Refused if the person, who may know of the match, can't follow it."""
        if match.phase != "running" or match.is_homeless or match.hidden:
            raise Refused("follow.over")
        sat = await self._store.careers.sittings(match.id)
        if user in {*(row.user for row in match.seats), *(sitting.user for sitting in sat)}:
            raise Refused("follow.own")
        if self._is_closed(match):
            raise Refused("follow.closed")

    async def follow_match(self, match_id: int, user: int) -> None:
        """Let a person who may know of the match follow it; nothing if they do."""
        match = await self._store.match(match_id)
        if match is None or match.guild is None:
            raise Refused("house.unknown")
        await self.check(match, user)
        if match_id in (await self._tables.of(user)).matches:
            return
        first, limit = await self._first(user, match.guild), followed(Counted.FOLLOWED_MATCHES, user)
        with kept():
            await self._tables.follow_match(match_id, first, limit, self._now())
        self._wake()

    async def leave_match(self, match_id: int, user: int) -> None:
        """Let a person follow a match no more."""
        await self._tables.leave_match(match_id, user)

    async def follow_person(self, person: int, user: int, guild: int) -> None:
        """Let a person follow another one's matches in this server; nothing if they do.

        Whether that one has blocked them, or allows no one, they don't learn.
        """
        if person == user:
            raise Refused("follow.self")
        if (person, guild) in (await self._tables.of(user)).people:
            return
        first, limit = await self._first(user, guild), followed(Counted.FOLLOWED_PEOPLE, user)
        with kept():
            if not await self._tables.follow_person(person, first, limit, self._now()):
                raise Refused("follow.unwanted")
        self._wake()

    async def leave_person(self, person: int, user: int, guild: int) -> None:
        """Let a person follow another one no more in this server."""
        await self._tables.leave_person(user, person, guild)

    async def leave_all(self, user: int) -> None:
        """Let a person follow nothing more."""
        await self._tables.leave_all(user)

    async def is_allowed(self, person: int) -> bool:
        """Whether others may follow this person."""
        return await self._store.people.followable(person)

    async def is_open(self, person: int, user: int) -> bool:
        """Whether this user may follow that person: they allow it, and no block stands between the two."""
        return await self.is_allowed(person) and not await self._store.seekers.blocked((person, user))

    async def allow(self, user: int, *, allowed: bool) -> None:
        """Let others follow this person; if they may no more, no one does from now on."""
        await self._tables.allow(user, allowed=allowed)

    async def guild_gone(self, guild: int) -> None:
        """Let no one follow anything in a server that the bot has left."""
        await self._tables.clear(guild)

    # --- what a press proves

    async def shown(self, asker: Asker, after: float | None = None) -> tuple[list[Match], list[Match]]:
        """The matches that the asker follows: those that this press proves that they may see, and the others.

        With a time, only those that have moved after it.
        """
        user = asker.user
        numbers = await (self._tables.matches(user) if after is None else self._tables.moved(user, after))
        proved, others = list[Match](), list[Match]()
        for match in await self._headers(numbers):
            (proved if await self._proves(match, asker) else others).append(match)
        return proved, others

    async def _proves(self, match: Match, asker: Asker) -> bool:
        """Whether the asker sees the match here, or a press in its server lets them look on for a while."""
        try:
            await self._borders.check_known(match.id, match, asker)
        except Refused:
            try:
                await self._browsers.check(match.id, asker.user)
            except Refused:
                return False
        return True

    async def _headers(self, numbers: Collection[int]) -> list[Match]:
        found = [await self._store.match(number) for number in numbers]
        return [without_key(match) for match in found if match is not None]

    def _is_closed(self, match: Match) -> bool:
        """Whether it is known that not everyone in the match's server sees its channel."""
        herald, guild = self.herald, match.guild
        if herald is None or guild is None or not herald.hears_of(guild):
            return False
        return herald.place(guild, match.channel) in (Place.CLOSED, Place.GONE)

    # --- digests

    async def work(self) -> float | None:
        """Queue the digests that are due; returns when to look again."""
        for digest in await self._tables.due(self._now()):
            try:
                await self._tend(digest)
            except Exception:
                log.exception("a digest failed")
        due = await self._tables.next_due()
        return None if due is None else max(due, self._now() + AGAIN)

    async def tells(self, user: int) -> bool:
        """Whether a person hears of what they follow: digests come by direct message alone."""
        return (await self._notifications.preferences(user)).channel in BY_DM

    async def _tend(self, digest: Digest) -> None:
        moved = await self.tells(digest.user) and await self._tables.moved(digest.user, digest.told)
        due = _morning(await self._preferences(digest.user, digest.guild), self._now())
        if await self._tables.owe(digest, due, self._now(), moved=bool(moved)):
            self._wake()

    async def _digest(self, post: Post) -> DigestMessage | None:
        """The digest, as of now; None if nothing has moved any more, or if the person wants no direct messages."""
        digest = None if post.to is None else await self._tables.digest(post.to)
        if digest is None or digest.closed:
            return None
        preferences, now = await self._preferences(digest.user, digest.guild), self._now()
        if not preferences.is_wanted(post):
            return None
        if (earliest := preferences.earliest_time(now)) > now:
            raise PutOff(earliest)
        moved = await self._headers(await self._tables.moved(digest.user, digest.told))
        if not moved:
            return None
        keep = partial(self._told, digest.user, now)
        return DigestMessage(post, None, digest.user, tuple(moved), digest.told, keep=keep)

    async def _told(self, user: int, through: float, place: MessageRef | None) -> None:
        if place is not None:  # else nothing was delivered
            await self._tables.tell(user, through)

    async def closed(self, user: int) -> None:
        """Note that a person takes no direct messages: they get no digest until they follow something again."""
        await self._tables.close(user)

    async def _first(self, user: int, guild: int) -> Digest:
        """The digest of a person who begins to follow something."""
        now = self._now()
        return Digest(user, guild, now, _morning(await self._preferences(user, guild), now))

    async def _preferences(self, user: int, guild: int) -> CallPreferences:
        holidays = await self._store.people.holidays(user)
        preferences = await self._notifications.call_preferences(user, guild)
        return replace(preferences, holidays=tuple((holiday.since, holiday.until) for holiday in holidays))


def _morning(preferences: CallPreferences, now: float) -> float:
    """The next morning, as these people have it, or when they may be disturbed after it."""
    local = datetime.fromtimestamp(now, zone_of(preferences.zone))
    today = datetime.combine(local.date(), MORNING, local.tzinfo)
    morning = today if today.timestamp() > now else today + timedelta(days=1)
    return preferences.earliest_time(morning.timestamp())
