"""Presets: matches of a desired length, found by forecasts."""

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
from host.time.clocks import DAY
from model.pace import ENDLESS, PACES

PRESETS = ("tonight", "week", "long")
SHORT, USUAL, LONG = range(3)  # of the options in `Spec.lengths`
AT_THE_TABLE = 4  # seats offered at first, if the game has as many


@dataclass(frozen=True, slots=True)
class Wanted:
    """A preset's promise in days (0: one evening), and the options and clocks to search."""

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
    """The match behind a preset; its lengths are 0 if no match fits."""

    name: str  # one of PRESETS
    options: Mapping[str, str]  # the game's
    clock: str  # a key of PACES
    fit: tuple[int, ...]  # the numbers of players it suits
    minutes: int = 0  # when all players are there
    own: int = 0  # for which each player is busy
    days: int = 0  # at slow play; 0: a match of one evening


def places_for(spec: Spec, asked: int | None = None, *, alone: bool = False) -> int:
    """The number of players to offer: the number asked for if the game allows it, else the default."""
    usual = spec.seats[0] if alone else AT_THE_TABLE
    return min(max(usual if asked is None else asked, spec.seats[0]), spec.seats[-1])


class Presets:
    """Finds the match behind each preset at a table."""

    def __init__(self, games: Mapping[str, Game[Any, Any]], forecast: Forecast) -> None:
        self._games, self._forecast = games, forecast

    async def offers(self, game: str, places: int) -> tuple[Offer, ...]:
        """All presets for that many players, who play slowly or meet tonight."""
        return tuple([await self._offer(game, name, places) for name in PRESETS])

    async def alone(self, game: str, places: int) -> tuple[Offer, ...]:
        """All presets for a solo match; computers keep no one waiting."""
        spec = self._games[game].spec
        lengths = ((name, spec.lengths[index]) for name, index in ALONE.items())
        return tuple([await self._known(game, name, options, ENDLESS, places) for name, options in lengths])

    async def offer(self, game: str, name: str, places: int, *, alone: bool = False) -> Offer:
        """A single preset; Refused if its name is unknown or it doesn't suit that many players."""
        if name not in PRESETS:
            raise Refused("house.preset")
        offers = await (self.alone(game, places) if alone else self.offers(game, places))
        chosen = next(offer for offer in offers if offer.name == name)
        if places not in chosen.fit:
            raise not_for(places, chosen.fit)
        return chosen

    async def _offer(self, game: str, name: str, places: int) -> Offer:
        wanted, spec = WANTED[name], self._games[game].spec
        tables = [
            # a preset with the name of a clock is the default game at that clock
            ({**spec.presets.get(clock, {}), **spec.lengths[length]}, clock)
            for length in wanted.lengths
            for clock in wanted.clocks
        ]
        lengths = [await self._known(game, name, options, clock, places) for options, clock in tables]
        return _nearest(lengths, wanted.days)

    async def _known(self, game: str, name: str, options: Mapping[str, str], clock: str, places: int) -> Offer:
        rules = self._games[game].spec.rules
        fit = await asyncio.to_thread(players, self._games[game], options, rules)
        offer = Offer(name, options, clock, fit)
        return _timed(offer, places, await self._forecast.length(game, places, options)) if places in fit else offer


def days_of(length: Length, clock: str) -> int:
    """The days such a match typically takes at a slow clock, at least one."""
    return max(1, round(length.handovers * PACES[clock].handover / DAY))


def _timed(offer: Offer, places: int, length: Length) -> Offer:
    days = days_of(length, offer.clock) if PACES[offer.clock].handover else 0
    return Offer(offer.name, offer.options, offer.clock, offer.fit, length.minutes, length.own(places), days)


def _nearest(offers: Iterable[Offer], days: float) -> Offer:
    """The offer nearest to so many days, by ratio; offers that fit come first, and the first of equals wins."""
    return min(offers, key=lambda offer: (not offer.minutes, abs(log(max(offer.days, 1) / max(days, 1)))))
