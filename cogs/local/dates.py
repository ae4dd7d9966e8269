"""Dates in words, in the reader's language and the server's time zone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from datetime import tzinfo as Zone

from babel import Locale
from babel.dates import format_date, format_datetime, format_interval, format_skeleton

from cogs.ui.client import Client
from host.time.clocks import day_of, zone_of
from locales import PSEUDO, Catalogue

MONTHS = "yMMMM"  # CLDR's skeleton for a month with its year
INSTANT = 1.0  # seconds: a season doesn't include the moment of its end


async def zone_in(bot: Client, guild: int | None) -> Zone:
    """A server's time zone, UTC outside of servers."""
    return zone_of((await bot.house.servers.settings(guild)).zone)


def dated(say: Catalogue) -> Callable[[date], str]:
    """A function that writes a date with its year, in the catalogue's language."""
    locale = locale_of(say.language)
    return lambda day: marked(format_date(day, "medium", locale), say)


def months(begins: float, ends: float, zone: Zone, say: Catalogue) -> str:
    """A part of the year in words: "October – December 2026"; `ends` is the moment after it."""
    first, last = day_of(begins, zone), day_of(ends - INSTANT, zone)
    locale = locale_of(say.language)
    if (first.year, first.month) == (last.year, last.month):
        return marked(format_skeleton(MONTHS, first, locale=locale), say)
    return marked(format_interval(first, last, MONTHS, locale=locale), say)


def moment(time: float, zone: Zone, say: Catalogue) -> str:
    """A time (unix seconds) with its date, for places where Discord's own timestamps don't work."""
    when = datetime.fromtimestamp(time, zone)
    return marked(format_datetime(when, "short", locale=locale_of(say.language)), say)


def month_name(month: int, say: Catalogue) -> str:
    """The name of a month (1 to 12) as written within a sentence."""
    return marked(locale_of(say.language).months["stand-alone"]["wide"][month], say)


def locale_of(language: str) -> Locale:
    """Babel's locale for a catalogue's language."""
    return Locale.parse("en" if language == PSEUDO else language.replace("-", "_"))


def marked(text: str, say: Catalogue) -> str:
    """Mark a date as translated in the pseudo-language."""
    return f"⟦{text}⟧" if say.language == PSEUDO else text
