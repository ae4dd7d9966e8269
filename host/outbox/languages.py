"""Languages of people and servers: the one they chose, else the one Discord reports."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from cachetools import LRUCache

from db.store import Store

RENEWED = 60.0  # seconds after which a choice is read again, as another worker may have changed it
KEPT = 4096  # people, those who came last


@dataclass(frozen=True, slots=True)
class Tongue:
    """A person's Discord language, the language they chose, and their global name.

    "" stands for unknown; `read` is the time of reading.
    """

    locale: str
    chosen: str
    name: str
    read: float


class Languages:
    """Remembers people across restarts; reads and writes the database only for what is new."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._people, self._server_tables, self._clock = store.people, store.servers, clock
        self._known = LRUCache[int, Tongue](KEPT)
        self._servers: dict[int, str] = {}
        self._servers_read: float | None = None

    # --- people

    async def remember(self, user: int, locale: str, name: str) -> None:
        """Note that the person uses the bot in this language (a Discord locale like "de"), under this name."""
        tongue = await self._tongue(user)
        if (tongue.locale, tongue.name) != (locale, name):
            await self._people.meet(user, locale, name)
            tongue = self._known.get(user, tongue)  # a choice may have arrived meanwhile
            self._known[user] = replace(tongue, locale=locale, name=name)

    async def choose(self, user: int, language: str) -> None:
        """Store the language the person wants to read; "" means that of their Discord."""
        tongue = await self._tongue(user)
        await self._people.set_language(user, language)
        self._known[user] = replace(tongue, chosen=language, read=self._clock())

    async def of(self, user: int) -> str | None:
        """The person's language; None if they have never used the bot."""
        tongue = await self._tongue(user)
        return tongue.chosen or tongue.locale or None

    async def name(self, user: int) -> str:
        """The person's global name; "" if they have never used the bot."""
        return (await self._tongue(user)).name

    def chosen(self, user: int) -> str:
        """The language the person chose, if it was read lately; else ""."""
        return tongue.chosen if (tongue := self._known.get(user)) else ""

    async def _tongue(self, user: int) -> Tongue:
        tongue = self._known.get(user)
        if tongue is None or self._clock() - tongue.read >= RENEWED:
            tongue = Tongue(*await self._people.tongue(user), self._clock())
            if tongue.locale or tongue.chosen:  # others may come by another worker
                self._known[user] = tongue
        return tongue

    def forget(self, user: int) -> None:
        """Forget the person's language, which has been deleted from the database."""
        self._known.pop(user, None)

    # --- servers

    async def renew(self) -> None:
        """Read the servers' choices again if the last reading is old."""
        now = self._clock()
        if self._servers_read is None or now - self._servers_read >= RENEWED:
            self._servers = await self._server_tables.languages()
            self._servers_read = now

    def server(self, guild: int | None, locale: str) -> str:
        """The language of a server: its managers' choice, else the language set in Discord."""
        return self._servers.get(guild or 0) or locale

    def server_reads(self, guild: int, language: str) -> None:
        """Note that the managers chose this language, or with "" that of the server's Discord."""
        self._servers[guild] = language
