"""Presets: matches of a wanted length, found by forecasts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log
from types import MappingProxyType
from typing import Any

from engines.table import Game, Refused, Spec
from host.lobby.forecast import Forecast, Length
from host.lobby.playable import not_for, players
from host.time.clocks import DAY, HOUR

PRESETS = ("tonight", "week", "long")
SHORT, USUAL, LONG = range(3)  # of the options in `Spec.lengths`
# seconds that a hand-over usually takes with a clock: people answer long before their time is up
A_HANDOVER: Mapping[str, float] = MappingProxyType(
    {"live": 20.0, "brisk": 2 * HOUR, "daily": 4 * HOUR, "relaxed": 8 * HOUR}
)
AT_THE_TABLE = 4  # places that are offered first, where the game has as many


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a preset promises, in days (0: one evening), and the options and clocks among which it finds that."""

    days: float
    lengths: tuple[int, ...]
    clocks: tuple[str, ...]


WANTED: Mapping[str, Wanted] = MappingProxyType(
    {
        "tonight": Wanted(0.0, (SHORT,), ("live",)),
        "week": Wanted(7.0, (SHORT, USUAL), ("daily", "brisk", "relaxed")),
        "long": Wanted(28.0, (LONG, USUAL), ("daily", "relaxed")),
    }
)
ALONE: Mapping[str, int] = MappingProxyType({"tonight": SHORT, "week": USUAL, "long": LONG})


@dataclass(frozen=True, slots=True)
class Offer:
    """A match that a preset stands for: `name` is one of PRESETS.

    `fit` are the numbers of players that it is for. It takes people who are there together `minutes`, and each of them
    `own` minutes; played slowly it takes `days`, 0 for a match of one evening. These are 0 where it doesn't fit.
    """

    name: str
    options: Mapping[str, str]
    clock: str
    fit: tuple[int, ...]
    minutes: int = 0
    own: int = 0
    days: int = 0


def places_for(spec: Spec, asked: int | None = None, *, alone: bool = False) -> int:
    """The number of players to offer: the one asked for, as far as the game has it, else the usual one."""
    usual = spec.seats[0] if alone else AT_THE_TABLE
    return min(max(usual if asked is None else asked, spec.seats[0]), spec.seats[-1])


class Presets:
    """Finds out what each preset stands for at a table."""

    def __init__(self, games: Mapping[str, Game[Any, Any]], forecast: Forecast) -> None:
        self._games, self._forecast = games, forecast

    async def offers(self, game: str, places: int) -> tuple[Offer, ...]:
        """All presets for that many players, who play slowly or meet tonight."""
        return tuple([await self._offer(game, name, places) for name in PRESETS])

    async def alone(self, game: str, places: int) -> tuple[Offer, ...]:
        """All presets for a person who plays alone against computers, which keep nobody waiting."""
        spec = self._games[game].spec
        lengths = ((name, spec.lengths[at]) for name, at in ALONE.items())
        return tuple([await self._known(game, name, options, "none", places) for name, options in lengths])

    async def offer(self, game: str, name: str, places: int, *, alone: bool = False) -> Offer:
        """What one preset stands for; Refused if there is none of that name, or it isn't for that many players."""
        if name not in PRESETS:
            raise Refused("house.preset")
        offers = await (self.alone(game, places) if alone else self.offers(game, places))
        found = next(one for one in offers if one.name == name)
        if places not in found.fit:
            raise not_for(places, found.fit)
        return found

    async def _offer(self, game: str, name: str, places: int) -> Offer:
        wanted, spec = WANTED[name], self._games[game].spec
        tables = [
            # a preset of a clock's name is what is usual with that clock
            ({**spec.presets.get(clock, {}), **spec.lengths[length]}, clock)
            for length in wanted.lengths
            for clock in wanted.clocks
        ]
        found = [await self._known(game, name, options, clock, places) for options, clock in tables]
        return _nearest(found, wanted.days)

    async def _known(self, game: str, name: str, options: Mapping[str, str], clock: str, places: int) -> Offer:
        rules = self._games[game].spec.rules
        fit = await asyncio.to_thread(players, self._games[game], options, rules)
        offer = Offer(name, options, clock, fit)
        return _timed(offer, places, await self._forecast.length(game, places, options)) if places in fit else offer


def days_of(length: Length, clock: str) -> int:
    """How many days such a match usually takes with a clock for slow play, at least one."""
    return max(1, round(length.handovers * A_HANDOVER[clock] / DAY))


def _timed(offer: Offer, places: int, length: Length) -> Offer:
    slow = offer.clock in A_HANDOVER and offer.clock != "live"
    days = days_of(length, offer.clock) if slow else 0
    return Offer(offer.name, offer.options, offer.clock, offer.fit, length.minutes, length.own(places), days)


def _nearest(offers: Iterable[Offer], days: float) -> Offer:
    """The one that comes nearest to so many days, as a ratio; the first of several, and one that fits before others."""
    return min(offers, key=lambda one: (not one.minutes, abs(log(max(one.days, 1) / max(days, 1)))))
