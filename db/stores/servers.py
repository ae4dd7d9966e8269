"""Store of servers' settings; each method is one transaction."""

from __future__ import annotations

from sqlalchemy import select, union

from db.sql import queries
from db.sql.engine import TimedEngine
from db.sql.mapping import value_of
from db.sql.reader import Query, Reader
from db.sql.tables import followed_matches, followed_people, guilds, matches, seekers, standing_tables, webhooks
from db.sql.upsert import upsert
from model.kinds import UNFINISHED, PauseReason
from model.server_settings import ServerSettings

_SERVER = matches.c.settings_of.label("guild")
_UNFINISHED = select(_SERVER).where(matches.c.settings_of.is_not(None), matches.c.phase.in_(UNFINISHED))
_RESTS = matches.c.paused.is_not_distinct_from(PauseReason.GONE)


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

    async def resting(self) -> list[int]:
        """The servers whose unfinished matches rest because the bot was removed."""
        return await self._guilds(_UNFINISHED.where(_RESTS).distinct().order_by(matches.c.settings_of))

    async def in_use(self) -> list[int]:
        """The servers in which something goes on: matches that don't rest, or what ends when the bot is removed."""
        kept = (select(table.c.guild) for table in (seekers, standing_tables, followed_people, webhooks))
        followed = select(matches.c.guild).join(followed_matches).where(matches.c.guild.is_not(None))
        known = union(_UNFINISHED.where(~_RESTS), *kept, followed).subquery()
        return await self._guilds(select(known.c.guild).order_by(known.c.guild))

    async def change(self, guild: int, **changes: object) -> None:
        """Store these settings."""
        await upsert(self._engine, guilds, {"guild": guild}, changes)

    async def _guilds(self, query: Query) -> list[int]:
        return [row["guild"] for row in await self._reader.rows(query)]
