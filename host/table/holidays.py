"""Holidays: days of a yearly budget on which a person's clocks stand, live matches excepted.

They are written first, then each match is told, and what is told is made from what is written: if the bot ends in
between, no one loses time, and the rest is told when one runs again.
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

FARTHEST = 180  # days before a holiday on which it may be taken
KEPT = 800 * DAY  # seconds after which one that is over is forgotten: no budget and no clock reaches further back


@dataclass(frozen=True, slots=True)
class Balance:
    """A person's holiday that comes next or is under way, and what they may take: `left` of `days` this year.

    A holiday has at most `longest` days; `today` is where they are.
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
        """Balance of a person who asks in this server: what they have taken and may take."""
        now, (days, longest) = self._match_log.now(), await self._limits(user, guild)
        today = day_of(now, await self._zone(user, guild))
        taken = await self._people.holidays(user)
        coming = next((holiday for holiday in taken if holiday.until > now), None)
        return Balance(coming, max(0, days - used(taken, today.year)), days, longest, today)

    async def take(self, user: int, guild: int | None, first: date, last: date) -> Holiday:
        """Be away from the first to the last of these days, in the person's own zone.

        Raises Refused for days that make no sense, are taken already, or that are more than a server gives in which
        they play.
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
        raise Stale("somebody else takes the same person's holidays")

    async def end(self, user: int) -> Holiday:
        """Be there again, or don't go at all; the days that are left may be taken again. Returns what was taken.

        Raises Refused if nothing was.
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
        raise Stale("somebody else takes the same person's holidays")

    async def work(self) -> None:
        """Announce what an earlier life of the bot, or another one that has died, has left unannounced."""
        for user in await self._people.unannounced():
            await self.tell(user)

    async def tell(self, user: int) -> None:
        """Tell the people of each running match, in its log and by message, what they don't know of the holidays."""
        holidays = await self._people.holidays(user)
        for match in await self._store.matches_of(user, ("running",)):
            if not await self._tell_one(match.id, user):
                return  # it is tried again
            await self._store.hurry(match.id, self._match_log.now())  # calls that were put off until its end
        await self._people.told(user, holidays)
        self._match_log.wake()

    async def _tell_one(self, match_id: int, user: int) -> bool:
        """Write what is news into the log of a match, which makes its deadlines again; False if others were faster."""
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
        """Days a year and days running that all servers give in which the person plays, and the one that they ask in.

        A server that gives none has no say: its clocks run on.
        """
        matches = await self._store.matches_of(user, UNFINISHED)
        servers = {match.guild for match in matches if match.guild is not None and not match.terms.pace.is_live}
        servers |= set() if guild is None else {guild}
        settings = [await self._store.servers.settings(server) for server in servers or {None}]
        limits = [(setting.holidays, setting.longest) for setting in settings if setting.holidays > 0]
        return (min(days for days, _ in limits), min(longest for _, longest in limits)) if limits else (0, 0)


def used(holidays: Iterable[Holiday], year: int) -> int:
    """How many days of these are in a year."""
    begin, end = date(year, 1, 1).toordinal(), date(year, 12, 31).toordinal()
    return sum(max(0, min(holiday.last, end) - max(holiday.first, begin) + 1) for holiday in holidays)


def _check(taken: Sequence[Holiday], new: Holiday, days: int, longest: int) -> None:
    """Refused if the new holiday isn't to be had besides those that are known."""
    if any(holiday.first <= new.last and new.first <= holiday.last for holiday in taken):
        raise Refused("holiday.overlaps")
    if _running(taken, new) > longest:
        raise Refused("holiday.long", {"n": longest})
    for year in sorted({date.fromordinal(new.first).year, date.fromordinal(new.last).year}):
        left = max(0, days - used(taken, year))
        if used([new], year) > left:
            raise Refused("holiday.budget", {"n": left, "year": year})


def _running(taken: Sequence[Holiday], new: Holiday) -> int:
    """How many days running a person would be away: holidays that follow one another are one."""
    first, last = new.first, new.last
    for _ in taken:
        first = next((holiday.first for holiday in taken if holiday.last + 1 == first), first)
        last = next((holiday.last for holiday in taken if holiday.first == last + 1), last)
    return last - first + 1


def _midnight(day: date, zone: tzinfo) -> float:
    return datetime.combine(day, time(), zone).timestamp()
