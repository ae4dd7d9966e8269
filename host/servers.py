"""Settings that servers choose for their matches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from db.store import Store
from engines.table import Refused
from host.outbox.languages import Languages
from host.outbox.notifications import check_zone
from host.time.seasons import LENGTHS, YEAR
from model.server_settings import ServerSettings
from model.terms import Terms


class Servers:
    """Reads and changes the settings of servers."""

    def __init__(self, store: Store, languages: Languages) -> None:
        self._tables, self._languages = store.servers, languages

    async def settings(self, guild: int | None) -> ServerSettings:
        """All settings of a server."""
        return await self._tables.settings(guild)

    async def resting(self) -> list[int]:
        """The servers whose unfinished matches rest because the bot was removed."""
        return await self._tables.resting()

    async def in_use(self) -> list[int]:
        """The servers in which something goes on that ends when the bot is removed (`House.server_gone`)."""
        return await self._tables.in_use()

    async def terms(self, guild: int | None) -> Terms:
        """The default terms of a match in this server."""
        return (await self._tables.settings(guild)).terms()

    async def change(self, guild: int, **changes: Any) -> None:
        """Store these settings; Refused for senseless ones."""
        changed = replace(await self._tables.settings(guild), **changes)
        if "zone" in changes:
            check_zone(changed.zone)
        if changed.months not in LENGTHS or not 1 <= changed.first <= YEAR:
            raise Refused("season.unknown")
        await self._tables.change(guild, **changes)
        if "language" in changes:  # otherwise what was read may be older than another manager's choice
            self._languages.server_reads(guild, changed.language)
