"""Pistard (Anki Toner, 2005): teams of four riders, driven by dice, on a velodrome of coloured squares."""

from engines.extras import Extras
from engines.pistard.badges import BADGES
from engines.pistard.foresight import as_if_asked
from engines.pistard.game import DIE, POINTS, SPEC, Pistard, PistardView, State, standings
from engines.pistard.track import (
    BASES,
    LANES,
    TRACKS,
    Rider,
    Spot,
    colour,
    find,
    follow,
    race_order,
    row,
    rows,
)

__all__ = [
    "BASES",
    "DIE",
    "EXTRAS",
    "LANES",
    "POINTS",
    "SPEC",
    "TRACKS",
    "Pistard",
    "PistardView",
    "Rider",
    "Spot",
    "State",
    "colour",
    "find",
    "follow",
    "race_order",
    "row",
    "rows",
    "standings",
]

EXTRAS = Extras(badges=BADGES, as_if_asked=as_if_asked)
