"""SuperEchelon: cards of riders form breakaways on a grand tour's stages; the winner of a stage takes the loot."""

from engines.extras import Extras
from engines.superechelon.badges import BADGES
from engines.superechelon.cards import (
    BAD,
    CARDS,
    FIGURES,
    GOOD,
    LAST_TERRAIN,
    TERRAINS,
    Card,
    Figure,
    backs,
    gc,
    hand_sizes,
    in_order,
    pack,
    total,
)
from engines.superechelon.foresight import as_if_asked, drawn_again, holdings
from engines.superechelon.game import SPEC, SuperEchelon
from engines.superechelon.orders import ORDERS
from engines.superechelon.road import best_of, entitled, places, targets, values
from engines.superechelon.state import (
    NEW,
    NONE,
    TOURS,
    WHOLE_TOUR,
    Breakaway,
    LegResult,
    Played,
    Ridden,
    Spoils,
    State,
    SuperEchelonView,
    TourResult,
)
from engines.superechelon.tour import legs, read_loot, standings, tours_won, turns

__all__ = [
    "BAD",
    "CARDS",
    "EXTRAS",
    "FIGURES",
    "GOOD",
    "LAST_TERRAIN",
    "NEW",
    "NONE",
    "SPEC",
    "TERRAINS",
    "TOURS",
    "WHOLE_TOUR",
    "Breakaway",
    "Card",
    "Figure",
    "LegResult",
    "Played",
    "Ridden",
    "Spoils",
    "State",
    "SuperEchelon",
    "SuperEchelonView",
    "TourResult",
    "backs",
    "best_of",
    "entitled",
    "gc",
    "hand_sizes",
    "in_order",
    "legs",
    "pack",
    "places",
    "read_loot",
    "standings",
    "targets",
    "total",
    "tours_won",
    "turns",
    "values",
]

EXTRAS = Extras(badges=BADGES, orders=ORDERS, as_if_asked=as_if_asked, holdings=holdings, drawn_again=drawn_again)
