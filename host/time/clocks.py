"""Clocks of slow play: time banks, grace, evenings, days off, quiet hours; all in unix seconds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from itertools import takewhile
from math import inf
from zoneinfo import ZoneInfo, available_timezones

from model.match import Downtime
from model.pace import HOUR, Pace

DAY = 24 * HOUR
SATURDAY = 5  # of datetime.weekday()
WEEK = "0123456"  # the days of datetime.weekday()
PUT_OFF = HOUR  # an outage up to this long delays an evening's deadline; a longer one moves it to the next evening
HALF, NINETY = 0.5, 0.9  # of the time for a move: when a person is reminded
NIGHT = (22 * 60, 8 * 60)  # minutes of the day: default quiet hours where a zone is known


@cache
def zone_of(name: str) -> tzinfo:
    """The IANA zone with this name; UTC for "" or a name that no longer exists."""
    return ZoneInfo(name) if name in zones() else UTC


def day_of(when: float, zone: tzinfo) -> date:
    """The date in that zone at that time (unix seconds)."""
    return datetime.fromtimestamp(when, zone).date()


@cache
def zones() -> frozenset[str]:
    """The names of all IANA zones."""
    return frozenset(available_timezones())


def days_on(*, weekends: bool, days: str) -> str:
    """The days of WEEK on which clocks run, given whether they run at `weekends`, and on which `days` ("": all)."""
    return "".join(day for day in WEEK if day in (days or WEEK) and not (weekends and int(day) >= SATURDAY))


@dataclass(frozen=True, slots=True)
class Running:
    """The times at which clocks run: outside outages and holidays (since, until), on these `days` of WEEK ("": all).

    Without `weekends` they stop on Saturdays and Sundays, and always during `announced` downtime.
    """

    weekends: bool = False
    zone: str = ""
    outages: tuple[tuple[float, float], ...] = ()
    days: str = ""
    holidays: tuple[tuple[float, float], ...] = ()
    announced: tuple[Downtime, ...] = ()

    def of(self, user: int | None) -> Running:
        """The same for this person, whose clock runs on in downtime they have announced themselves."""
        if all(downtime.author != user for downtime in self.announced):
            return self
        return replace(self, announced=tuple(downtime for downtime in self.announced if downtime.author != user))

    @property
    def anyway(self) -> Running:
        """The same without days off and holidays: it stands only while no bot runs, and in announced downtime."""
        return replace(self, weekends=False, days="", holidays=())

    def ran(self, start: float, end: float) -> float:
        """The seconds a clock ran from start to end."""
        stretches = takewhile(lambda stretch: stretch[0] < end, self._stretches(start))
        return sum(min(until, end) - since for since, until in stretches)

    def after(self, start: float, seconds: float) -> float:
        """The time at which a clock has run this many seconds since start."""
        for since, until in self._stretches(start):
            if seconds <= until - since:
                return since + seconds
            seconds -= until - since
        raise AssertionError("there is always another Monday")

    def evening(self, hour: int, start: float) -> float:
        """The first time from start on when it is that hour in the zone, on a day on which the clock runs."""
        zone, day = zone_of(self.zone), day_of(start, zone_of(self.zone))
        while True:
            moment = datetime.combine(day, time(hour), zone).timestamp()
            if moment >= start and self.ran(moment - 1.0, moment) > 0.0:
                return moment
            day += timedelta(days=1)

    def due(self, hour: int, asked: float, credit: float, least: float) -> float:
        """When a move asked for then is due: on the evening of the first day that leaves `least` for it.

        `credit` is free time in seconds; below 0, that much of `least` is used up. After an outage or a pause the move
        is due that much later, if it is still the same evening, else on the next one.
        """
        calendar = replace(self, outages=(), announced=())
        first = calendar.evening(hour, calendar.after(asked, max(0.0, least + min(0.0, credit))))
        moment = self.after(asked, calendar.ran(asked, first) + max(0.0, credit))
        return max(moment, calendar.evening(hour, moment - PUT_OFF))

    def _stretches(self, start: float) -> Iterator[tuple[float, float]]:
        """The times (since, until) from start on at which clocks run."""
        stood = self.outages
        if self.holidays or self.announced:
            announced = ((downtime.since, downtime.until) for downtime in self.announced)
            stood = tuple(sorted((*self.outages, *self.holidays, *announced)))
        for day, night in self._days(start):
            since = day
            for down, up in stood:
                if down < night and up > since:
                    if down > since:
                        yield since, down
                    since = up
            if since < night:
                yield since, night

    def _days(self, start: float) -> Iterator[tuple[float, float]]:
        """The times from start on, without days off."""
        on = days_on(weekends=self.weekends, days=self.days)
        if on == WEEK:
            yield start, inf
            return
        zone, moment = zone_of(self.zone), start
        while True:
            day = day_of(moment, zone)
            midnight = datetime.combine(day + timedelta(days=1), time(), zone).timestamp()
            if str(day.weekday()) in on:
                yield moment, midnight
            moment = midnight


@dataclass(frozen=True, slots=True)
class Quiet:
    """Quiet hours, in which a person isn't called: from minute `start` to minute `end` of the day, in a zone."""

    start: int
    end: int
    zone: str

    def over(self, moment: float) -> float:
        """The first time from `moment` on that isn't quiet."""
        zone = zone_of(self.zone)
        local = datetime.fromtimestamp(moment, zone)
        minute = local.hour * 60 + local.minute
        quiet = self.start <= minute < self.end if self.start < self.end else minute >= self.start or minute < self.end
        if not quiet:
            return moment
        tomorrow = minute >= self.end
        # when an hour comes twice, the night ends in the second
        end = time(self.end // 60, self.end % 60, fold=0 if tomorrow else local.fold)
        return datetime.combine(local.date() + timedelta(days=tomorrow), end, zone).timestamp()


def stopped(pace: Pace, ran: float, bank: float, credit: float) -> tuple[float, float]:
    """Bank and credit of a clock that stops after it ran that long: free time is used up first."""
    free = credit - ran
    return max(0.0, bank + min(0.0, pace.grace + free)), max(-pace.grace, free)


def refilled(pace: Pace, bank: float) -> float:
    """The bank at the start of a move: the rest of it plus what a move adds."""
    return min(pace.most, bank + pace.more)
