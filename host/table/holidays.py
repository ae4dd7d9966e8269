"""Holidays: days of a yearly budget on which a person's clocks stop, except in live matches.

Holidays are stored first, then announced in each match from what is stored. If the bot ends in
between, no one loses time, and the rest is announced when a bot runs again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, tzinfo

import structlog
from structlog.typing import FilteringBoundLogger

from db.store import Doubled, Stale
from engines.table import Refused
from host.play.holiday_news import counts_holidays, holiday_news
from host.play.loaded_match import Origin
from host.play.match_log import TRIES, MatchLog
from host.play.seen import is_person, seat_of
from host.time.clocks import DAY, day_of, zone_of
from model.kinds import UNFINISHED, How, PostKind, RowKind
from model.match import Holiday, MatchFacts, Outgoing

log: FilteringBoundLogger = structlog.get_logger()

FARTHEST = 180  # days ahead that a holiday may be taken
KEPT = 800 * DAY  # seconds until a past holiday is deleted: no budget and no clock reaches further back


@dataclass(frozen=True, slots=True)
class Balance:
    """A person's current or next holiday, and what they may take: `left` of `days` this year.

    A holiday has at most `longest` days; `today` is the date where they are.
    """

    next: Holiday | None
    left: int
    days: int
    longest: int
    today: date


class Holidays:
    """Takes holidays and ends them."""

    def __init__(self, match_log: MatchLog) -> None:
        self._match_log, self._store = match_log, match_log.store
        self._people = match_log.store.people

    async def balance(self, user: int, guild: int | None) -> Balance:
        """The holidays that a person asking in this server has taken and may take."""
        now, (days, longest) = self._match_log.now(), await self._limits(user, guild)
        today = day_of(now, await self._zone(user, guild))
        taken = await self._people.holidays(user)
        coming = next((holiday for holiday in taken if holiday.until > now), None)
        return Balance(coming, max(0, days - used(taken, today.year)), days, longest, today)

    async def take(self, user: int, guild: int | None, first: date, last: date) -> Holiday:
        """Take a holiday from the first to the last of these days, in the person's own zone.

        Raises Refused for senseless days, for days taken already, and for more than the servers in which they play
        allow.
        """
        zone, (days, longest) = await self._zone(user, guild), await self._limits(user, guild)
        for _ in range(TRIES):
            now, taken = self._match_log.now(), await self._people.holidays(user)
            today = day_of(now, zone)
            if not today < first <= last or first > today + timedelta(days=FARTHEST):
                raise Refused("holiday.when", {"n": FARTHEST})
            if not days:
                raise Refused("holiday.none")
            end = last + timedelta(days=1)
            new = Holiday(first.toordinal(), last.toordinal(), _midnight(first, zone), _midnight(end, zone), now)
            _check(taken, new, days, longest)
            kept = [holiday for holiday in taken if holiday.until > now - KEPT]
            if await self._people.set_holidays(user, taken, sorted((*kept, new), key=lambda holiday: holiday.since)):
                await self.tell(user)
                return new
        raise Stale("another process takes the same person's holidays")

    async def end(self, user: int) -> Holiday:
        """End or call off a holiday, and give back its remaining days; returns what was taken.

        Raises Refused if there is none.
        """
        for _ in range(TRIES):
            now, booked = self._match_log.now(), await self._people.holidays(user)
            taken = next((holiday for holiday in booked if holiday.until > now), None)
            if taken is None:
                raise Refused("holiday.nothing")
            left = [holiday for holiday in booked if holiday != taken]
            if taken.since < now:
                gone = min(taken.last, taken.first + int((now - taken.since) // DAY))
                left.append(replace(taken, last=gone, until=now))
            if await self._people.set_holidays(user, booked, sorted(left, key=lambda holiday: holiday.since)):
                await self.tell(user)
                return taken
        raise Stale("another process takes the same person's holidays")

    async def work(self) -> None:
        """Announce holidays that an earlier run of a bot left unannounced."""
        for user in await self._people.unannounced():
            await self.tell(user)

    async def tell(self, user: int) -> None:
        """Announce the person's holidays in each running match, in its log and by message, if they are news there."""
        holidays = await self._people.holidays(user)
        for match in await self._store.matches_of(user, ("running",)):
            if not await self._tell_one(match.id, user):
                return  # it is retried
            await self._store.hurry(match.id, self._match_log.now())  # calls that were put off until its end
        await self._people.told(user, holidays)
        self._match_log.wake()

    async def _tell_one(self, match_id: int, user: int) -> bool:
        """Write what is news into a match's log, which renews its deadlines; False if others were faster."""
        for _ in range(TRIES):
            with suppress(Stale, Doubled):
                async with self._match_log.lock(match_id):
                    read = await self._store.facts(match_id)
                    if read is not None and read.match.phase == "running" and counts_holidays(read):
                        await self._write(read, user)
                return True
        log.warning("a match couldn't be told of a holiday", match=match_id)
        return False

    async def _write(self, read: MatchFacts, user: int) -> None:
        seat = seat_of(read.match, user)
        if seat is None:
            return
        events = holiday_news(read, await self._store.log(read.match.id), seat, self._match_log.now())
        if not events:
            return
        with suppress(Refused):  # it can't be read, so no one's time runs out in it
            opened = await self._match_log.loaded(read)
            row = self._match_log.row(read.match, Origin(How.PLAYER, user), RowKind.HOLIDAY, events)
            others = [s for s in read.match.seats if is_person(s) and s.seat != seat]
            await self._match_log.save(
                opened, row, *(Outgoing(PostKind.HOLIDAY, other.user, other.seat) for other in others)
            )

    async def _zone(self, user: int, guild: int | None) -> tzinfo:
        preferences, zone = await self._people.preferences_near(user, guild)
        return zone_of(preferences.zone or zone)

    async def _limits(self, user: int, guild: int | None) -> tuple[int, int]:
        """The days per year and in a row that are allowed by all servers the person plays in, and the asking one.

        A server that allows none has no say, as its clocks run on.
        """
        matches = await self._store.matches_of(user, UNFINISHED)
        servers = {match.settings_of for match in matches if not match.terms.pace.is_live} - {None}
        servers |= set() if guild is None else {guild}
        settings = [await self._store.servers.settings(server) for server in servers or {None}]
        limits = [(setting.holidays, setting.longest) for setting in settings if setting.holidays > 0]
        return (min(days for days, _ in limits), min(longest for _, longest in limits)) if limits else (0, 0)


def used(holidays: Iterable[Holiday], year: int) -> int:
    """The number of days of these holidays that fall in a year."""
    begin, end = date(year, 1, 1).toordinal(), date(year, 12, 31).toordinal()
    return sum(max(0, min(holiday.last, end) - max(holiday.first, begin) + 1) for holiday in holidays)


def _check(taken: Sequence[Holiday], new: Holiday, days: int, longest: int) -> None:
    """Raise Refused if the new holiday exceeds the limits, given those taken."""
    if any(holiday.first <= new.last and new.first <= holiday.last for holiday in taken):
        raise Refused("holiday.overlaps")
    if _running(taken, new) > longest:
        raise Refused("holiday.long", {"n": longest})
    for year in sorted({date.fromordinal(new.first).year, date.fromordinal(new.last).year}):
        left = max(0, days - used(taken, year))
        if used([new], year) > left:
            raise Refused("holiday.budget", {"n": left, "year": year})


def _running(taken: Sequence[Holiday], new: Holiday) -> int:
    """The number of days in a row a person would be away; adjoining holidays count as one."""
    first, last = new.first, new.last
    for _ in taken:
        first = next((holiday.first for holiday in taken if holiday.last + 1 == first), first)
        last = next((holiday.last for holiday in taken if holiday.first == last + 1), last)
    return last - first + 1


def _midnight(day: date, zone: tzinfo) -> float:
    return datetime.combine(day, time(), zone).timestamp()
