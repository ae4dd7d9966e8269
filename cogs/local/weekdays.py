"""Hours of the day and days of the week, in words and as people type them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from babel import Locale
from babel.dates import get_day_names
from discord import app_commands

from cogs.local.dates import locale_of, marked
from cogs.local.time_zones import SPOKEN
from cogs.ui.client import Interaction
from cogs.ui.replies import reader
from engines.table import Refused
from host.time.clocks import WEEK
from locales import Catalogue

USUAL = ("01234", "024", "13", "56")  # suggested sets of days
LEAST = 2  # letters of a day's name
PARTS = re.compile(r"[^\W\d_]+|[-\u2013]")


def o_clock(hour: int) -> str:
    """An hour of the day."""
    return f"{hour:02}:00"


def weekday_words(days: str, say: Catalogue) -> str:
    """Days of WEEK in short words."""
    names = get_day_names("abbreviated", context="format", locale=locale_of(say.language))
    return marked(", ".join(str(names[int(day)]) for day in days), say)


def weekday_name(day: str, say: Catalogue) -> str:
    """The full name of a day of WEEK, capitalised as at the start of a line."""
    name = str(get_day_names("wide", context="stand-alone", locale=locale_of(say.language))[int(day)])
    return marked(name[:1].upper() + name[1:], say)


def weekdays_named(text: str, language: str) -> str:
    """The days of WEEK named by a text, as single names or ranges: "mon, wed-fri".

    Raises Refused for a word that is no day, and for no day at all.
    """
    meant: set[int] = set()
    before, is_range = -1, False
    for part in PARTS.findall(text.casefold()):
        if part in "-\u2013":
            is_range = before >= 0
            continue
        day = _day(part, language)
        while is_range and before != day:
            before = (before + 1) % len(WEEK)
            meant.add(before)
        meant.add(day)
        before, is_range = day, False
    if not meant:
        raise Refused("open.days.none")
    return "".join(day for day in WEEK if int(day) in meant)


async def weekday_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Autocomplete of common sets of days."""
    say = reader(interaction)
    names = [weekday_words(days, say) for days in USUAL]
    typed = current.strip()
    return [
        app_commands.Choice(name=name, value=name) for name in names if name.casefold().startswith(typed.casefold())
    ]


def _day(word: str, language: str) -> int:
    """The day whose name begins with the word, in the person's language or another that we support."""
    for names in _names(language):
        if len(days := {day for day, name in names if name.startswith(word)}) == 1 and len(word) >= LEAST:
            return days.pop()
    raise Refused("open.days", {"word": word[:40]})


def _names(language: str) -> Iterator[tuple[tuple[int, str], ...]]:
    yield _names_in(locale_of(language))
    for other in SPOKEN:
        yield _names_in(Locale(other))


@cache
def _names_in(locale: Locale) -> tuple[tuple[int, str], ...]:
    names = get_day_names("wide", locale=locale)
    return tuple((int(day), str(names[int(day)]).casefold()) for day in WEEK)
