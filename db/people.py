"""What is stored about people and servers besides matches: languages, habits, notes, zones."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from db.codec import decode_json, encode_json
from db.engine import READING
from db.rows import Habits
from db.tables import guilds, notes, people
from db.upsert import upsert


class People:
    """Questions to the database about people, each one transaction."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._reader = engine.execution_options(**READING)

    async def locale(self, user: int) -> str | None:
        """The language of the person's Discord, as far as it was ever seen."""
        return await self._value(select(people.c.locale).where(people.c.user == user)) or None

    async def set_locale(self, user: int, locale: str) -> None:
        """Remember the language of the person's Discord."""
        await upsert(self._engine, people, {"user": user}, {"locale": locale})

    async def habits(self, user: int) -> Habits:
        """How the person wants to be called; the house's usual way for who never said."""
        said = await self._value(select(people.c.habits).where(people.c.user == user))
        return decode_json(said, Habits) if said else Habits()

    async def set_habits(self, user: int, habits: Habits) -> None:
        """Keep how the person wants to be called."""
        await upsert(self._engine, people, {"user": user}, {"habits": encode_json(habits)})

    async def note(self, match: int, user: int) -> str:
        """What the person has written down for himself in this match."""
        return await self._value(select(notes.c.text).where(notes.c.match == match, notes.c.user == user)) or ""

    async def set_note(self, match: int, user: int, text: str) -> None:
        """Keep a person's own note; an empty one takes it away."""
        if text:
            await upsert(self._engine, notes, {"match": match, "user": user}, {"text": text})
            return
        async with self._engine.begin() as write:
            await write.execute(delete(notes).where(notes.c.match == match, notes.c.user == user))

    async def zone(self, guild: int) -> str:
        """The IANA zone of a server, "" if its managers have set none."""
        return await self._value(select(guilds.c.zone).where(guilds.c.guild == guild)) or ""

    async def set_zone(self, guild: int, zone: str) -> None:
        """Keep the zone of a server."""
        await upsert(self._engine, guilds, {"guild": guild}, {"zone": zone})

    async def _value(self, query: Any) -> Any:
        async with self._reader.begin() as read:
            return (await read.execute(query)).scalar_one_or_none()
