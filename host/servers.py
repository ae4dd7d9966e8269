"""Servers' decisions for their matches."""

from __future__ import annotations

from dataclasses import dataclass

from db.store import Store


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The IANA `zone` ("" if none was set), how many `months` a season takes and in which month (1 to 12) one begins.

    `ceremonies` is the channel for the ends of seasons, None: the usual one. `rated` says whether matches are unless
    the person who opens one says otherwise; one person may have that many `lobbies` open. By the clock `evening`
    answers are due at that hour. A
    person may take so many days of `holidays` a year, the `longest` of them that many days.
    """

    zone: str
    months: int
    first: int
    ceremonies: int | None
    rated: bool
    lobbies: int
    evening: int
    holidays: int
    longest: int


class Servers:
    """The settings of the servers."""

    def __init__(self, store: Store) -> None:
        self._people = store.people

    async def settings(self, guild: int) -> ServerSettings:
        """All of them."""
        months, first, zone = await self._people.calendar(guild)
        holidays, longest = await self._people.holidays_in(guild)
        return ServerSettings(
            zone,
            months,
            first,
            await self._people.ceremonies(guild),
            await self._people.rated(guild),
            await self._people.lobbies(guild),
            await self._people.evening(guild),
            holidays,
            longest,
        )

    async def zone(self, guild: int | None) -> str:
        """The zone of a server; "" if it has none, or there is no server."""
        return "" if guild is None else await self._people.zone(guild)

    async def set_ceremonies(self, guild: int, channel: int) -> None:
        """Keep the channel for a server's ceremonies."""
        await self._people.set_ceremonies(guild, channel)

    async def set_rated(self, guild: int, *, rated: bool) -> None:
        """Keep whether a server's matches are rated unless somebody says otherwise."""
        await self._people.set_rated(guild, rated=rated)

    async def set_lobbies(self, guild: int, most: int) -> None:
        """Keep how many lobbies one person may have open in a server."""
        await self._people.set_lobbies(guild, most)

    async def set_evening(self, guild: int, hour: int) -> None:
        """Keep the hour of the day at which answers are due by the clock `evening`."""
        await self._people.set_evening(guild, hour)

    async def set_holidays(self, guild: int, days: int, longest: int) -> None:
        """Keep how many days of holiday a server gives a person a year, and how many running."""
        await self._people.set_holidays_in(guild, days, longest)
