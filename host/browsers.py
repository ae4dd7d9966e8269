"""Ways to the page: a press leaves a token, a browser spends it for a session, and both count for a while."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from db.store import Store
from engines.table import Refused
from host.access import Borders
from host.time.worker import Now
from model.page import Browser, Entered, Invited, Moves

TOKEN: Final = 5 * 60.0  # seconds in which a token can be spent, once
SESSION: Final = 30 * 86400.0  # seconds that a browser stays open
GRANT: Final = 3600.0  # seconds for which someone who isn't at the table may look on
STALE: Final = 3600.0  # seconds after which the time of a browser's last use is written again
LONGEST: Final = 100  # characters of a secret that is looked up at all


@dataclass(frozen=True, slots=True)
class Opened:
    """A browser that was opened just now, and the secret of its session, which only that browser is given."""

    entered: Entered
    session: str


class Browsers:
    """Who may use the page: nothing but a press opens it, and it asks Discord for nothing."""

    def __init__(self, store: Store, borders: Borders, now: Now) -> None:
        self._page, self._borders, self._now = store.page, borders, now

    async def invite(self, user: int, match: int, reply: str = "") -> str:
        """A token for one browser of this person, who has just been let near the match; they may look on for a while.

        The bot keeps its hash alone. `reply` is Discord's token of the message with the link.
        """
        token, now = secrets.token_urlsafe(), self._now()
        await self._page.leave(hash_of(token), Invited(user, match, reply), now=now, until=now + TOKEN)
        await self._page.grant(match, user, now, now + GRANT)
        return token

    async def invited(self, token: str) -> int:
        """The person whose token it is, which stays unspent; raises Refused like `enter`."""
        user = await self._page.invited(hash_of(token), self._now())
        if user is None:
            raise Refused("page.token")
        return user

    async def enter(self, token: str) -> Opened:
        """Open a browser; raises Refused for a token that is unknown, spent or too old, which all look alike."""
        await self.invited(token)  # what is no token takes no turn to write
        session, now = secrets.token_urlsafe(), self._now()
        entered = await self._page.spend(hash_of(token), hash_of(session), now, now + SESSION)
        if entered is None:
            raise Refused("page.token")
        return Opened(entered, session)

    async def reader(self, session: str) -> Browser:
        """The browser with this session, and so its person; raises Refused if it has ended."""
        now = self._now()
        browser = await self._page.browser(hash_of(session), now)
        if browser is None:
            raise Refused("page.session")
        if browser.used < now - STALE:
            await self._page.used(browser.id, now)
        return browser

    async def check(self, match: int, user: int) -> float | None:
        """Raise Refused unless the person may see the match on the page, exactly as for a number that no match has.

        Players always may (None); others until the time that is returned.
        """
        try:
            await self._borders.check_player(match, user)
        except Refused:
            until = await self._page.granted(match, user, self._now())
            if until is None:
                raise
            return until
        return None

    async def moves(self, matches: Collection[int], browsers: Collection[int]) -> Moves:
        """The newest rows of these matches, and which of these browsers are still open; one query."""
        return await self._page.moves(matches, browsers, self._now())

    async def of(self, user: int) -> list[Browser]:
        """The person's open browsers, the one used last first."""
        return await self._page.browsers(user, self._now())

    async def close(self, user: int, browser: int) -> None:
        """End a browser's session; nothing if it has ended, or is another person's."""
        await self._page.close(user, browser)


def hash_of(secret: str) -> bytes:
    """What is kept of a secret."""
    return hashlib.sha256(secret[:LONGEST].encode("utf-8", "replace")).digest()
