"""The nest: all cards on the table, the strands that they make and who holds which cards, as one value.

A nest is never changed: laying a card makes another nest that shares with the old one whatever is the same. The strands
are kept from card to card, so that nothing here ever looks over the whole board.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.schlangennest.cards import KINDS, SNAKES, Card, Square
from engines.schlangennest.field import Field, Rect

PLACES = {kind: p for p, kind in enumerate(KINDS)}

Reach = tuple[str, ...]  # the strand that enters a free square through each side, in the order of SIDES; "" for none
NOTHING: Reach = ("", "", "", "")


@dataclass(frozen=True, slots=True)
class Strand:
    """Connected parts (S5): how many, the open ends ("C4.w" enters the free square C4 through its west side), and how
    many of its two ends are closed by a head or tail part."""

    parts: int
    ends: tuple[str, ...]
    closed: int


@dataclass(frozen=True, slots=True)
class Nest:
    """The whole board, all of it public."""

    field: Field  # where cards can lie
    cards: dict[Square, Card]  # by square, in the order in which they were laid
    # strands at the sides of each free square beside a card; "" towards a free neighbour (S4)
    reach: dict[Square, Reach]
    # by name: "0" to "3" are snakes, "g7" is of gray parts alone; no one's colour isn't kept
    strands: dict[str, Strand]
    box: Rect  # round the players' straights and curves (S16)
    hands: tuple[tuple[int, ...], ...]  # cards left of each snake's set, in the order of KINDS
    grays: int  # gray strands named so far


def parts(nest: Nest, snake: int) -> int:
    """The parts of a snake, which are its score (S6); 0 before its first card."""
    strand = nest.strands.get(SNAKES[snake])
    return strand.parts if strand else 0


def open_ends(nest: Nest, snake: int) -> tuple[str, ...]:
    """The snake's open ends, such as "C4.w"."""
    strand = nest.strands.get(SNAKES[snake])
    return strand.ends if strand else ()


def is_loop(nest: Nest, snake: int) -> bool:
    """Whether the snake's ends are joined (S13)."""
    strand = nest.strands.get(SNAKES[snake])
    return strand is not None and not strand.ends and not strand.closed


def is_closed(nest: Nest, snake: int) -> bool:
    """Whether both ends are closed by heads or tails (S12)."""
    strand = nest.strands.get(SNAKES[snake])
    return strand is not None and not strand.ends and bool(strand.closed)


def has(nest: Nest, snake: int, kind: str) -> bool:
    """Whether a card of that kind is left in the snake's set."""
    return nest.hands[snake][PLACES[kind]] > 0
