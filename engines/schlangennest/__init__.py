"""Schlangennest (Guenter Cornett): snakes of crossing cards that grow through each other in one narrow nest."""

from engines.extras import Extras
from engines.schlangennest.badges import BADGES
from engines.schlangennest.cards import (
    CORNER,
    KINDS,
    NOBODY,
    PARTS,
    QUARTERS,
    ROTATIONS,
    SET,
    SIDES,
    SNAKES,
    START,
    Card,
    beside,
    place,
    square,
)
from engines.schlangennest.field import BOARDS, BORDERS, EACH, ENDS, Field, players, reaches, size, snakes, snakes_of
from engines.schlangennest.game import Schlangennest, freedom, standings
from engines.schlangennest.laying import Lay, lays
from engines.schlangennest.loops import openings, swapped, turned
from engines.schlangennest.nest import Nest, Strand, has, is_closed, is_loop, open_ends, parts
from engines.schlangennest.orders import ORDERS
from engines.schlangennest.state import SPEC, SchlangennestView, State
from engines.schlangennest.strands import lay, split, trace

__all__ = [
    "BOARDS",
    "BORDERS",
    "CORNER",
    "EACH",
    "ENDS",
    "EXTRAS",
    "KINDS",
    "NOBODY",
    "PARTS",
    "QUARTERS",
    "ROTATIONS",
    "SET",
    "SIDES",
    "SNAKES",
    "SPEC",
    "START",
    "Card",
    "Field",
    "Lay",
    "Nest",
    "Schlangennest",
    "SchlangennestView",
    "State",
    "Strand",
    "beside",
    "freedom",
    "has",
    "is_closed",
    "is_loop",
    "lay",
    "lays",
    "open_ends",
    "openings",
    "parts",
    "place",
    "players",
    "reaches",
    "size",
    "snakes",
    "snakes_of",
    "split",
    "square",
    "standings",
    "swapped",
    "trace",
    "turned",
]

EXTRAS = Extras(badges=BADGES, orders=ORDERS)
