"""Clocks of slow play: all that tells one from another, in seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

HOUR = 3600.0
DEFAULT_CLOCK = "daily"
EVENING = "evening"
ENDLESS = "none"


@dataclass(frozen=True, slots=True)
class Pace:
    """A clock: `grace` of a move costs nothing, then the bank runs."""

    bank: float  # at the start
    more: float  # that each move adds to it
    most: float  # that it holds
    grace: float  # free time of a move; by the hour of an evening the time that it leaves at least
    stall: float  # for which a match waits for a player before its thread hears of it
    extension: float  # that a vote gives
    replaced_after: float  # for which a match waits for a player before there can be a vote on their seat
    handover: float = 0.0  # that a hand-over typically takes in slow play: people move long before their time is up
    by_evenings: bool = False  # moves are due at an hour of the day, and there is no bank
    is_endless: bool = False  # no one's time runs out
    is_live: bool = False  # all players are there together: no holidays, no cups


_PACES = {
    "relaxed": Pace(72 * HOUR, 36 * HOUR, 240 * HOUR, 8 * HOUR, 72 * HOUR, 48 * HOUR, 36 * HOUR, handover=8 * HOUR),
    "daily": Pace(72 * HOUR, 12 * HOUR, 120 * HOUR, 8 * HOUR, 36 * HOUR, 24 * HOUR, 24 * HOUR, handover=4 * HOUR),
    "brisk": Pace(24 * HOUR, 4 * HOUR, 72 * HOUR, 4 * HOUR, 16 * HOUR, 12 * HOUR, 8 * HOUR, handover=2 * HOUR),
    EVENING: Pace(0.0, 0.0, 0.0, 6 * HOUR, 36 * HOUR, 24 * HOUR, 12 * HOUR, by_evenings=True),
    "live": Pace(600.0, 60.0, 1200.0, 0.0, 480.0, 300.0, 300.0, is_live=True),
    ENDLESS: Pace(0.0, 0.0, 0.0, 0.0, 72 * HOUR, 0.0, 36 * HOUR, is_endless=True),
}
PACES: Mapping[str, Pace] = MappingProxyType(_PACES)

# Of a match by another clock whose players play live for an evening: no one's time runs, and silence ends it.
TONIGHT = Pace(0.0, 0.0, 0.0, 0.0, HOUR, 0.0, 36 * HOUR, is_endless=True, is_live=True)
