"""Direct-message channels of people, and the rate at which new ones are opened."""

from __future__ import annotations

from db.store import Store
from host.delivery import Unsent
from host.time.worker import Now

AT_ONCE, WINDOW = 10, 60.0  # new channels in so many seconds: Discord takes a faster opener for a spammer
OPENED = "opened"  # the key of the times (unix seconds) of the last openings


class Directs:
    """Channels are stored with their people, opening times with the token, across all processes and restarts."""

    def __init__(self, store: Store, now: Now) -> None:
        self._people, self._turns, self._now = store.people, store.turns, now

    async def of(self, user: int) -> int | None:
        """The person's direct-message channel; None if the bot knows of none."""
        return await self._people.dm(user)

    async def met(self, user: int, channel: int) -> None:
        """Store the direct-message channel in which the person has just written or pressed."""
        if await self.of(user) != channel:
            await self._people.set_dm(user, channel)

    async def lost(self, user: int) -> None:
        """Forget a channel that no longer exists."""
        await self._people.set_dm(user, None)

    async def closed(self, user: int) -> bool:
        """Whether the person is known to accept no direct messages."""
        return await self._people.is_closed(user)

    async def close(self, user: int, *, closed: bool = True) -> None:
        """Note that a direct message couldn't reach the person, or did again."""
        await self._people.set_closed(user, closed=closed)

    async def turn(self) -> None:
        """Claim the right to open a new channel; raises Unsent, with the seconds to wait, after too many."""
        while True:
            seen, now = await self._turns.seen(OPENED), self._now()
            lately = [time for time in map(float, (seen or "").split()) if abs(now - time) < WINDOW]
            if len(lately) >= AT_ONCE:
                raise Unsent("too many new direct messages", min(lately) + WINDOW - now)
            if await self._turns.take(OPENED, seen, " ".join(map(str, [*lately, now]))):
                return
