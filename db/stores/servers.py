"""Store of servers' settings; each method is one transaction."""

from __future__ import annotations

from sqlalchemy import select

from db.sql import queries
from db.sql.engine import TimedEngine
from db.sql.mapping import value_of
from db.sql.reader import Reader
from db.sql.tables import guilds
from db.sql.upsert import upsert
from model.server_settings import ServerSettings


class ServerTables:
    """Queries about servers."""

    def __init__(self, engine: TimedEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader

    async def settings(self, guild: int | None) -> ServerSettings:
        """All settings of a server; the defaults if its managers have changed none, or outside of servers."""
        rows = await self._reader.rows(queries.SERVER, guild_id=guild)
        return value_of(ServerSettings, rows[0]) if rows else ServerSettings()

    async def languages(self) -> dict[int, str]:
        """The languages of the servers whose managers chose one."""
        rows = await self._reader.rows(select(guilds.c.guild, guilds.c.language).where(guilds.c.language != ""))
        return {row["guild"]: row["language"] for row in rows}

    async def change(self, guild: int, **changes: object) -> None:
        """Store these settings."""
        await upsert(self._engine, guilds, {"guild": guild}, changes)
