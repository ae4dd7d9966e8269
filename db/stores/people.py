"""Store of people and servers: languages, names, preferences, notes, time zones."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import and_, delete, select, update

from db.sql import queries
from db.sql.engine import TimedEngine
from db.sql.mapping import holidays_column, preferences_column, to_holidays, to_preferences
from db.sql.reader import Reader
from db.sql.tables import notes, people
from db.sql.upsert import put_new, upsert
from db.stores.names import names_of
from model.match import Holiday, Preferences


class People:
    """Queries about people, each one transaction."""

    def __init__(self, engine: TimedEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader

    async def tongue(self, user: int) -> tuple[str, str, str]:
        """The language of the person's Discord, their choice, and their global name; "" if unknown."""
        rows = await self._reader.rows(queries.TONGUE, user_id=user)
        return next(((row["locale"], row["language"], row["name"]) for row in rows), ("", "", ""))

    async def set_language(self, user: int, language: str) -> None:
        """Store the person's choice of language; "" for that of their Discord."""
        await upsert(self._engine, people, {"user": user}, {"language": language})

    async def meet(self, user: int, locale: str, name: str) -> None:
        """Store the person's Discord language and global name."""
        await upsert(self._engine, people, {"user": user}, {"locale": locale, "name": name})

    async def names(self, users: Collection[int], guild: int | None) -> dict[int, str]:
        """The names of these people in a guild or (None) globally; see `names_of`."""
        return await names_of(self._reader, users, guild)

    async def dm(self, user: int) -> int | None:
        """The channel of the person's direct messages with the bot; None if it was never opened."""
        return await self._reader.value(select(people.c.dm).where(people.c.user == user))

    async def set_dm(self, user: int, channel: int | None) -> None:
        """Store the person's direct-message channel; None if it is gone."""
        await upsert(self._engine, people, {"user": user}, {"dm": channel})

    async def is_closed(self, user: int) -> bool:
        """Whether the last direct message couldn't reach the person."""
        return bool(await self._reader.value(select(people.c.dm_closed).where(people.c.user == user)))

    async def set_closed(self, user: int, *, closed: bool) -> None:
        """Store whether direct messages reach the person."""
        await upsert(self._engine, people, {"user": user}, {"dm_closed": closed})

    async def preferences(self, user: int) -> Preferences:
        """The person's preferences; the defaults if they have set none."""
        said = await self._reader.value(queries.PREFERENCES, user_id=user)
        return to_preferences(said)

    async def preferences_near(self, user: int, guild: int | None) -> tuple[Preferences, str]:
        """The person's preferences, and that server's time zone, "" if it has none."""
        [row] = await self._reader.rows(queries.PREFERENCES_NEAR, user_id=user, guild_id=guild)
        return to_preferences(row["habits"]), row["zone"] or ""

    async def set_preferences(self, user: int, preferences: Preferences) -> None:
        """Store the person's preferences."""
        await upsert(self._engine, people, {"user": user}, {"habits": preferences_column(preferences)})

    async def holidays(self, user: int) -> tuple[Holiday, ...]:
        """The person's holidays in order, past ones included."""
        return to_holidays(await self._reader.value(select(people.c.holidays).where(people.c.user == user)))

    async def set_holidays(self, user: int, seen: Sequence[Holiday], holidays: Sequence[Holiday]) -> bool:
        """Replace the holidays that were `seen`, and note that the matches don't know of the new ones yet.

        False, and no change, if there are others by now.
        """
        condition = and_(people.c.user == user, people.c.holidays == holidays_column(seen))
        values = {"holidays": holidays_column(holidays), "unannounced": True}
        await self._engine.run(lambda write: put_new(write, people, {"user": user}, {"holidays": ""}))
        return bool(await self._engine.execute(update(people).where(condition).values(values)))

    async def unannounced(self) -> list[int]:
        """The people whose matches don't all know of their holidays."""
        query = select(people.c.user).where(people.c.unannounced).order_by(people.c.user)
        return [row["user"] for row in await self._reader.rows(query)]

    async def told(self, user: int, holidays: Sequence[Holiday]) -> None:
        """Note that all matches know of the person's holidays, if these are still the same."""
        condition = and_(people.c.user == user, people.c.holidays == holidays_column(holidays))
        await self._engine.execute(update(people).where(condition).values(unannounced=False))

    async def note(self, match: int, user: int) -> str:
        """A person's private note, "" if there is none."""
        condition = and_(notes.c.match == match, notes.c.user == user)
        return await self._reader.value(select(notes.c.text).where(condition)) or ""

    async def set_note(self, match: int, user: int, text: str) -> None:
        """Store a person's private note; an empty one deletes it."""
        if text:
            await upsert(self._engine, notes, {"match": match, "user": user}, {"text": text})
            return
        await self._engine.execute(delete(notes).where(notes.c.match == match, notes.c.user == user))

    async def hidden(self, user: int) -> bool:
        """Whether the person hides from other servers."""
        return bool(await self._reader.value(select(people.c.hidden).where(people.c.user == user)))

    async def followable(self, user: int) -> bool:
        """Whether others may follow the person."""
        return bool(await self._reader.value(select(people.c.followable).where(people.c.user == user)))

    async def hide(self, user: int, *, hidden: bool) -> None:
        """Hide the person from other servers, or show them again."""
        await upsert(self._engine, people, {"user": user}, {"hidden": hidden})
