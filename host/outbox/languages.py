"""Languages of people and servers, as Discord reports or they choose them.

That is the one that they chose, else that of their Discord.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from db.store import Store

RENEWED = 60.0  # seconds after which a choice is read again: it may have been made at another worker


@dataclass(frozen=True, slots=True)
class Tongue:
    """The language of a person's Discord, the one that they chose, and what they are called over servers.

    "" stands for what isn't known; `read` is when it was read.
    """

    locale: str
    chosen: str
    name: str
    read: float


class Languages:
    """Remembers people over restarts; asks and tells the database only what it doesn't know yet."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._people, self._server_tables, self._clock = store.people, store.servers, clock
        self._known: dict[int, Tongue] = {}
        self._servers: dict[int, str] = {}
        self._servers_read: float | None = None

    # --- people

    async def remember(self, user: int, locale: str, name: str) -> None:
        """Remember that the person uses the bot in this language (a Discord locale like "de"), under this name."""
        tongue = await self._tongue(user)
        if (tongue.locale, tongue.name) != (locale, name):
            await self._people.meet(user, locale, name)
            tongue = self._known.get(user, tongue)  # a choice may have come meanwhile
            self._known[user] = replace(tongue, locale=locale, name=name)

    async def choose(self, user: int, language: str) -> None:
        """Keep the language that the person wants to read, or ("") that of their Discord."""
        tongue = await self._tongue(user)
        await self._people.set_language(user, language)
        self._known[user] = replace(tongue, chosen=language, read=self._clock())

    async def of(self, user: int) -> str | None:
        """The person's language, None if they have never used the bot."""
        tongue = await self._tongue(user)
        return tongue.chosen or tongue.locale or None

    def chosen(self, user: int) -> str:
        """The language that the person chose, as far as it was looked up lately; else ""."""
        return tongue.chosen if (tongue := self._known.get(user)) else ""

    async def _tongue(self, user: int) -> Tongue:
        tongue = self._known.get(user)
        if tongue is None or self._clock() - tongue.read >= RENEWED:
            tongue = Tongue(*await self._people.tongue(user), self._clock())
            if tongue.locale or tongue.chosen:  # newcomers are asked for until they come, perhaps to another worker
                self._known[user] = tongue
        return tongue

    def forget(self, user: int) -> None:
        """Forget the person's language, which isn't stored any more."""
        self._known.pop(user, None)

    # --- servers

    async def renew(self) -> None:
        """Look up what servers chose, if that was long ago."""
        now = self._clock()
        if self._servers_read is None or now - self._servers_read >= RENEWED:
            self._servers = await self._server_tables.languages()
            self._servers_read = now

    def server(self, guild: int | None, locale: str) -> str:
        """The language of a server: the one that its managers chose, else the one that its Discord has."""
        return self._servers.get(guild or 0) or locale

    def server_reads(self, guild: int, language: str) -> None:
        """Note that the managers have chosen this language, or ("") that of the server's Discord."""
        self._servers[guild] = language
