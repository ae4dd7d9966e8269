"""Store of people and servers: languages, names, preferences, notes, time zones."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import and_, delete, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from db.sql import queries
from db.sql.mapping import holidays_column, preferences_column, to_holidays, to_preferences
from db.sql.reader import Reader
from db.sql.tables import guilds, notes, people
from db.sql.upsert import put_new, upsert
from db.stores.names import names_of
from model.match import Holiday, Preferences

LOBBIES = 10  # that one person may have open in a server
HOUR = 21  # of the day at which answers are due by the clock `evening`
HOLIDAYS = (30, 14)  # days a year, and days running, that a person may take
USUAL = (3, 1)  # months of a season, and the month in which one begins: calendar quarters


class People:
    """Questions to the database about people, each one transaction."""

    def __init__(self, engine: AsyncEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader

    async def tongue(self, user: int) -> tuple[str, str, str]:
        """The language of the person's Discord, the one that they chose, and their name; "" for what isn't known."""
        rows = await self._reader.rows(queries.TONGUE, user_id=user)
        return next(((row["locale"], row["language"], row["name"]) for row in rows), ("", "", ""))

    async def set_language(self, user: int, language: str) -> None:
        """Keep the language that a person chose; "" for that of their Discord."""
        await upsert(self._engine, people, {"user": user}, {"language": language})

    async def server_languages(self) -> dict[int, str]:
        """The languages of the servers whose managers chose one."""
        rows = await self._reader.rows(select(guilds.c.guild, guilds.c.language).where(guilds.c.language != ""))
        return {row["guild"]: row["language"] for row in rows}

    async def set_server_language(self, guild: int, language: str) -> None:
        """Keep the language that a server's managers chose; "" for that of its Discord."""
        await upsert(self._engine, guilds, {"guild": guild}, {"language": language})

    async def meet(self, user: int, locale: str, name: str) -> None:
        """Remember the language of the person's Discord, and what they are called there over servers."""
        await upsert(self._engine, people, {"user": user}, {"locale": locale, "name": name})

    async def names(self, users: Collection[int], guild: int | None) -> dict[int, str]:
        """What these people are called in a guild or (None) over all; see `names_of`."""
        return await names_of(self._reader, users, guild)

    async def dm(self, user: int) -> int | None:
        """The channel of the person's direct messages with the bot; None if it was never opened."""
        return await self._reader.value(select(people.c.dm).where(people.c.user == user))

    async def set_dm(self, user: int, channel: int | None) -> None:
        """Keep that channel; None if it is gone."""
        await upsert(self._engine, people, {"user": user}, {"dm": channel})

    async def preferences(self, user: int) -> Preferences:
        """How the person wants to be called; the house's usual way for people who never said."""
        said = await self._reader.value(queries.PREFERENCES, user_id=user)
        return to_preferences(said)

    async def preferences_near(self, user: int, guild: int | None) -> tuple[Preferences, str]:
        """How the person wants to be called, and the zone of that server; "" if it has none."""
        [row] = await self._reader.rows(queries.PREFERENCES_NEAR, user_id=user, guild_id=guild)
        return to_preferences(row["habits"]), row["zone"] or ""

    async def set_preferences(self, user: int, preferences: Preferences) -> None:
        """Keep how the person wants to be called."""
        await upsert(self._engine, people, {"user": user}, {"habits": preferences_column(preferences)})

    async def holidays(self, user: int) -> tuple[Holiday, ...]:
        """The person's holidays, in order, those that are over too."""
        return to_holidays(await self._reader.value(select(people.c.holidays).where(people.c.user == user)))

    async def set_holidays(self, user: int, seen: Sequence[Holiday], holidays: Sequence[Holiday]) -> bool:
        """Put holidays in the place of those that were `seen`, and remember that matches haven't heard of them.

        False, and nothing is changed, if there are others by now.
        """
        here = and_(people.c.user == user, people.c.holidays == holidays_column(seen))
        values = {"holidays": holidays_column(holidays), "untold": True}
        async with self._engine.begin() as write:
            await put_new(write, people, {"user": user}, {"holidays": ""})
        async with self._engine.begin() as write:
            return bool((await write.execute(update(people).where(here).values(values))).rowcount)

    async def untold(self) -> list[int]:
        """The people of whose holidays not all of their matches have heard."""
        query = select(people.c.user).where(people.c.untold).order_by(people.c.user)
        return [row["user"] for row in await self._reader.rows(query)]

    async def told(self, user: int, holidays: Sequence[Holiday]) -> None:
        """All matches have heard of the person's holidays, if they are still these."""
        here = and_(people.c.user == user, people.c.holidays == holidays_column(holidays))
        async with self._engine.begin() as write:
            await write.execute(update(people).where(here).values(untold=False))

    async def note(self, match: int, user: int) -> str:
        """A person's own note, "" if there is none."""
        here = and_(notes.c.match == match, notes.c.user == user)
        return await self._reader.value(select(notes.c.text).where(here)) or ""

    async def set_note(self, match: int, user: int, text: str) -> None:
        """Keep a person's own note; an empty one takes it away."""
        if text:
            await upsert(self._engine, notes, {"match": match, "user": user}, {"text": text})
            return
        async with self._engine.begin() as write:
            await write.execute(delete(notes).where(notes.c.match == match, notes.c.user == user))

    async def zone(self, guild: int) -> str:
        """The IANA zone of a server, "" if its managers have set none."""
        return await self._reader.value(select(guilds.c.zone).where(guilds.c.guild == guild)) or ""

    async def set_zone(self, guild: int, zone: str) -> None:
        """Keep the zone of a server."""
        await upsert(self._engine, guilds, {"guild": guild}, {"zone": zone})

    async def calendar(self, guild: int) -> tuple[int, int, str]:
        """How many months a season of this server takes, in which month (1 to 12) one begins, and the server's zone."""
        query = select(guilds.c.months, guilds.c.first, guilds.c.zone).where(guilds.c.guild == guild)
        rows = await self._reader.rows(query)
        return next(((row["months"], row["first"], row["zone"]) for row in rows), (*USUAL, ""))

    async def set_rhythm(self, guild: int, months: int, first: int) -> None:
        """Keep how long a server's seasons are and in which month one begins."""
        await upsert(self._engine, guilds, {"guild": guild}, {"months": months, "first": first})

    async def ceremonies(self, guild: int) -> int | None:
        """The channel for the ceremonies at the ends of a server's seasons, None if its managers have set none."""
        return await self._reader.value(select(guilds.c.ceremonies).where(guilds.c.guild == guild))

    async def set_ceremonies(self, guild: int, channel: int) -> None:
        """Keep the channel for a server's ceremonies."""
        await upsert(self._engine, guilds, {"guild": guild}, {"ceremonies": channel})

    async def rated(self, guild: int) -> bool:
        """Whether the matches of a server are rated unless the person who opens one says otherwise."""
        return await self._reader.value(select(guilds.c.rated).where(guilds.c.guild == guild)) is not False

    async def set_rated(self, guild: int, *, rated: bool) -> None:
        """Keep whether a server's matches are rated unless somebody says otherwise."""
        await upsert(self._engine, guilds, {"guild": guild}, {"rated": rated})

    async def lobbies(self, guild: int) -> int:
        """How many lobbies one person may have open in a server."""
        return await self._reader.value(select(guilds.c.lobbies).where(guilds.c.guild == guild)) or LOBBIES

    async def set_lobbies(self, guild: int, most: int) -> None:
        """Keep how many lobbies one person may have open in a server."""
        await upsert(self._engine, guilds, {"guild": guild}, {"lobbies": most})

    async def evening(self, guild: int | None) -> int:
        """The hour of the day at which answers are due by the clock `evening`, where nobody says another one."""
        hour = await self._reader.value(select(guilds.c.evening).where(guilds.c.guild == guild))
        return HOUR if hour is None else hour

    async def set_evening(self, guild: int, hour: int) -> None:
        """Keep that hour for a server."""
        await upsert(self._engine, guilds, {"guild": guild}, {"evening": hour})

    async def holidays_in(self, guild: int | None) -> tuple[int, int]:
        """How many days of holiday a server gives a person a year, and how many running."""
        query = select(guilds.c.holidays, guilds.c.longest).where(guilds.c.guild == guild)
        rows = await self._reader.rows(query)
        return next(((row["holidays"], row["longest"]) for row in rows), HOLIDAYS)

    async def set_holidays_in(self, guild: int, days: int, longest: int) -> None:
        """Keep how many days of holiday a server gives."""
        await upsert(self._engine, guilds, {"guild": guild}, {"holidays": days, "longest": longest})

    async def hidden(self, user: int) -> bool:
        """Whether the person wants to be hidden from other servers."""
        return bool(await self._reader.value(select(people.c.hidden).where(people.c.user == user)))

    async def hide(self, user: int, *, hidden: bool) -> None:
        """Hide the person from other servers, or show them again."""
        await upsert(self._engine, people, {"user": user}, {"hidden": hidden})
