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
    """The whole board, all of it public.

    `cards` by square, in the order in which they were laid. `reach` holds every free square beside a card and the
    strand at each of its sides: since every side of every card carries a part (S4), an empty text there means that the
    neighbour is free too. `strands` by name: "0" to "3" are the snakes that have a card, "g7" is one of gray parts
    alone; those of nobody's colour are not kept. `box` is the bounding box of the players' straights and curves (S16),
    `hands` the cards left of each snake's set in the order of KINDS, `grays` counts the gray strands named so far.
    """

    field: Field
    cards: dict[Square, Card]
    reach: dict[Square, Reach]
    strands: dict[str, Strand]
    box: Rect
    hands: tuple[tuple[int, ...], ...]
    grays: int


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
