"""Time zones as people name them: by city, country or offset such as UTC+2, or from a list by offset.

The first call for a language takes more than half a second, so never make it on the event loop.
"""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import Any

from babel import Locale
from babel.dates import get_timezone_location
from discord import app_commands

from cogs.local.dates import locale_of, marked
from cogs.ui.client import Interaction
from cogs.ui.replies import reader
from cogs.ui.views import MOST_OPTIONS
from engines.table import Refused
from host.time.clocks import zone_of, zones
from locales import Catalogue

NAMED = 5  # places named in a refusal
CITY, COUNTRY, BEGINNING, WITHIN = range(4)  # how a text names a place, the best way first
EXACT = (CITY, COUNTRY)
# One zone for each set of clock rules that many people share.
COMMON = (
    "Pacific/Honolulu",
    "America/Anchorage",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Halifax",
    "America/Sao_Paulo",
    "Atlantic/Azores",
    "Europe/London",
    "Europe/Berlin",
    "Africa/Lagos",
    "Europe/Athens",
    "Africa/Johannesburg",
    "Europe/Moscow",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Kolkata",
    "Asia/Dhaka",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Brisbane",
    "Australia/Sydney",
    "Pacific/Auckland",
)
SPOKEN = ("en", "de", "es", "fr")  # languages in which people type names, whatever their Discord language
ALIASES = {"usa": "US", "america": "US", "uk": "GB", "england": "GB", "holland": "NL"}
OFFSET = re.compile(r"(?:utc|gmt)?\s*([+\-−])\s*(\d{1,2})(?::?([0-5]\d))?", re.IGNORECASE)
FIXED = re.compile(r"Etc/GMT([+-])(\d+)")  # whose signs are reversed


@dataclass(frozen=True, slots=True)
class Spot:
    """A zone with its city, its country, and all folded names that may mean one or the other."""

    zone: str
    city: str
    country: str
    cities: frozenset[str]
    countries: frozenset[str]

    def grade(self, text: str) -> int | None:
        """How well a folded text names this place: smaller is better, None if it doesn't."""
        if text in self.cities:
            return CITY
        if text in self.countries:
            return COUNTRY
        names = (*self.cities, *self.countries)
        if any(name.startswith(text) for name in names):
            return BEGINNING
        return WITHIN if any(f" {text}" in name for name in names) else None


def zone_named(text: str, say: Catalogue, now: float) -> str:
    """The IANA zone a text means, "" for no text.

    Raises Refused if it names no place, or places with different clocks.
    """
    typed = text.strip()
    if not typed:
        return ""
    if (zone := _by_key().get(_folded(typed))) is not None:
        return zone
    if (zone := _by_offset(typed, now)) is not None:
        return zone
    graded = list(_matching_spots(typed, say))
    if not graded:
        raise Refused("habits.zone", {"zone": typed[:40]})
    best = [spot for grade, spot in graded if grade == graded[0][0]]
    if graded[0][0] in EXACT and len({_hours(spot.zone, now) for spot in best}) == 1:
        return best[0].zone
    places = ", ".join(spot.city for spot in best[:NAMED])
    raise Refused("habits.zone.several", {"zone": typed[:40], "places": places})


async def zone_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Autocomplete of time zones."""
    return await asyncio.to_thread(suggestions, current, reader(interaction), interaction.client.now())


def suggestions(text: str, say: Catalogue, now: float) -> list[app_commands.Choice[str]]:
    """Zones that begin with a text, or have a typed offset; without a text, the list by offset."""
    typed = text.strip()
    if not typed:
        return [app_commands.Choice(name=label, value=zone) for zone, label in by_offset(say, now)]
    exact = _by_key().get(_folded(typed)) or _by_offset(typed, now)
    named = [spot.zone for _, spot in _matching_spots(typed, say)]
    choices = dict.fromkeys([exact, *named] if exact else named)
    return [app_commands.Choice(name=_label(zone, say, now), value=zone) for zone in list(choices)[:MOST_OPTIONS]]


def by_offset(say: Catalogue, now: float) -> list[tuple[str, str]]:
    """The common zones from west to east, each with its label: offset, local time, city."""
    ordered = sorted(COMMON, key=lambda zone: _offset(zone, now))
    return [(zone, _label(zone, say, now)) for zone in ordered]


def spelled(zone: str, say: Catalogue) -> str:
    """A zone for people to read: its city in their language, or "UTC+2" for a fixed offset; quick in any language."""
    fixed = FIXED.fullmatch(zone)
    if fixed is not None:
        return f"UTC{'-' if fixed[1] == '+' else '+'}{fixed[2]}"
    if zone not in zones():
        return zone or "UTC"
    return marked(get_timezone_location(zone, locale=locale_of(say.language), return_city=True), say)


def typable(zone: str, say: Catalogue, now: float) -> str:
    """A text one could type for a zone: its city if it is recognised, else its IANA name; "" for none."""
    for text in (zone and spelled(zone, say), zone):
        try:
            if zone_named(text, say, now) == zone:
                return text
        except Refused:
            continue
    return zone


def _label(zone: str, say: Catalogue, now: float) -> str:
    spot = next((s for s in _spots(say.language) if s.zone == zone), None)
    place = spelled(zone, say) if spot is None else f"{spot.city}, {spot.country}"
    local = datetime.fromtimestamp(now, zone_of(zone))
    return marked(f"{_utc(_offset(zone, now))} · {local:%H:%M} · {place}", say)[:100]


def _utc(seconds: float) -> str:
    hours, minutes = divmod(abs(int(seconds)) // 60, 60)
    return f"UTC{'-' if seconds < 0 else '+'}{hours}" + (f":{minutes:02}" if minutes else "")


def _offset(zone: str, now: float) -> float:
    offset = datetime.fromtimestamp(now, zone_of(zone)).utcoffset()
    assert offset is not None, "a zone has an offset at any time"
    return offset.total_seconds()


def _hours(zone: str, now: float) -> tuple[float, float]:
    """The offsets in winter and summer, which tell a country's zones apart."""
    year = datetime.fromtimestamp(now, UTC).year
    winter, summer = (datetime(year, month, 1, tzinfo=UTC).timestamp() for month in (1, 7))
    return _offset(zone, winter), _offset(zone, summer)


def _by_offset(text: str, now: float) -> str | None:
    """The zone with a fixed offset."""
    if text.casefold() in ("utc", "gmt"):
        return "Etc/UTC"
    match = OFFSET.fullmatch(text)
    if match is None:
        return None
    sign, hours, minutes = 1 if match[1] == "+" else -1, int(match[2]), int(match[3] or 0)
    if not minutes:
        zone = f"Etc/GMT{'-' if sign > 0 else '+'}{hours}" if hours else "Etc/UTC"
        return zone if zone in zones() else None
    wanted = float(sign * (hours * 60 + minutes) * 60)
    return next((zone for zone, _ in _places() if _hours(zone, now) == (wanted, wanted)), None)


def _matching_spots(text: str, say: Catalogue) -> Iterator[tuple[int, Spot]]:
    """The places that a text may mean, each with its grade, the best first."""
    wanted = _folded(text)
    graded = [(grade, spot) for spot in _spots(say.language) if (grade := spot.grade(wanted)) is not None]
    yield from sorted(graded, key=lambda g: (g[0], g[1].zone not in COMMON))


def _territories(locale: Locale) -> Mapping[str, str]:
    """Country names by country code."""
    named: Any = locale.territories
    return named


@cache
def _spots(language: str) -> tuple[Spot, ...]:
    """All places in this language, which can also be found by their names in SPOKEN."""
    reader = locale_of(language)
    locales = [reader, *map(Locale, SPOKEN)]
    spots: list[Spot] = []
    for zone, code in _places():
        cities = [get_timezone_location(zone, locale=locale, return_city=True) for locale in locales]
        countries = [str(_territories(locale).get(code, code)) for locale in locales]
        aliases = [alias for alias, meant in ALIASES.items() if meant == code]
        spots.append(
            Spot(
                zone,
                cities[0],
                countries[0],
                frozenset(map(_folded, (*cities, zone.rpartition("/")[2], zone))),
                frozenset(map(_folded, (*countries, *aliases, code))),
            )
        )
    return tuple(spots)


@cache
def _places() -> tuple[tuple[str, str], ...]:
    """Zones with their country codes; in each country the most populous zone comes first."""
    lines = (files("tzdata.zoneinfo") / "zone.tab").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return tuple((row[2], row[0]) for row in rows if row[2] in zones())


@cache
def _by_key() -> dict[str, str]:
    return {_folded(zone): zone for zone in sorted(zones())}


def _folded(text: str) -> str:
    """A name without case, accents and punctuation."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return " ".join(re.split(r"[\s_/,.'’-]+", kept)).strip()
