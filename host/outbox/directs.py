"""Direct messages: channels of people, and the pace of new channels."""

from __future__ import annotations

from db.store import Store
from host.delivery import Unsent
from host.time.worker import Now

AT_ONCE, WINDOW = 10, 60.0  # new channels in so many seconds: who opens more of them is taken for a spammer by Discord
OPENED = "opened"  # the key of the times (unix seconds) at which the last of them were opened


class Directs:
    """The channels are kept with the people, the times for the whole token, over all processes and restarts."""

    def __init__(self, store: Store, now: Now) -> None:
        self._people, self._turns, self._now = store.people, store.turns, now

    async def of(self, user: int) -> int | None:
        """The channel of the person's direct messages; None if the bot knows of none."""
        return await self._people.dm(user)

    async def met(self, user: int, channel: int) -> None:
        """Keep the channel in which the person was just met."""
        if await self.of(user) != channel:
            await self._people.set_dm(user, channel)

    async def lost(self, user: int) -> None:
        """Forget the channel, which isn't there any more."""
        await self._people.set_dm(user, None)

    async def turn(self) -> None:
        """Take the turn to open a new channel; Unsent, with the seconds to wait, if there were too many lately."""
        while True:
            seen, now = await self._turns.seen(OPENED), self._now()
            lately = [time for time in map(float, (seen or "").split()) if abs(now - time) < WINDOW]
            if len(lately) >= AT_ONCE:
                raise Unsent("too many new direct messages", min(lately) + WINDOW - now)
            if await self._turns.take(OPENED, seen, " ".join(map(str, [*lately, now]))):
                return
