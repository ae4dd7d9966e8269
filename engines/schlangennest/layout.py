"""Layouts before the first card: nothing, or a fence, a frame or both of no one's cards (S18a, S18b)."""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise

from engines.schlangennest.cards import CORNER, PARTS, ROTATIONS, SET, SIDES, Card, E, N, S, Square, W, place, square
from engines.schlangennest.field import (
    ARCS,
    BORDERS,
    FENCE,
    FRAME,
    Field,
    Rect,
    bends,
    size,
    snakes,
    squares_of,
    within,
)
from engines.schlangennest.nest import Nest
from engines.schlangennest.strands import trace
from engines.table import Dice, Table

# S18b: on a side of a given number of squares the two pairs of curves begin at these, counted from 1
PAIRS = {4: (1, 3), 5: (1, 4), 6: (1, 5), 7: (2, 5), 8: (2, 6)}


def begin(table: Table, dice: Dice) -> Nest:
    """The table before the first card. Raises IllegalMove for one that can't be played (`field.size`)."""
    wide, high = size(table)
    made = BORDERS[table.options["border"]]
    cards: dict[Square, Card] = {}
    rect: Rect = ()
    gaps: tuple[Square, ...] = ()
    if FENCE in made:
        rect, cards = _fence(table, dice, wide, high)
    if FRAME in made:
        rect = rect or _rect(wide, high)
        cards |= _frame(rect, table.seats, bends(wide, high) if cards else 0)
        gaps = tuple(s for s in squares_of(_ring(rect)) if s not in cards and not within(rect, s) and _beside(rect, s))
    nest = trace(Field(wide, high, rect, gaps), cards, (SET,) * snakes(table))
    assert nest is not None, "no player's colours"
    return nest


def _rect(wide: int, high: int) -> Rect:
    left, top = CORNER
    return left, top, left + wide - 1, top + high - 1


def _ring(rect: Rect) -> Rect:
    return rect[0] - 1, rect[1] - 1, rect[2] + 1, rect[3] + 1


def _beside(rect: Rect, name: Square) -> bool:
    """Whether a square outside lies beside the rectangle and not only at its corner."""
    column, row = place(name)
    return rect[0] <= column <= rect[2] or rect[1] <= row <= rect[3]


# --- the fence (S18a)


@cache
def stairs(wide: int, high: int) -> tuple[str, ...]:
    """The ways from corner to corner, in steps right (e) and down (s), that need exactly the straights of a set."""
    steps = wide + high - 2
    ways = ("".join("s" if s in down else "e" for s in range(steps)) for down in combinations(range(steps), high - 1))
    return tuple(way for way in ways if sum(a != b for a, b in pairwise(way)) == bends(wide, high))


def _fence(table: Table, dice: Dice, wide: int, high: int) -> tuple[Rect, dict[Square, Card]]:
    if wide != high and dice.roll("fence.long.side", 2)[0] == 2:
        wide, high = high, wide
    ways = stairs(wide, high)
    way = ways[dice.roll("fence.stair", len(ways))[0] - 1]
    corner = dice.roll("fence.corner", 4)[0] - 1
    across, down = (W if corner % 2 else E), (N if corner >= 2 else S)
    rect = _rect(wide, high)
    column, row = rect[2] if across == W else rect[0], rect[3] if down == N else rect[1]
    sides = [across if step == "e" else down for step in way]
    cards = {square(column, row): Card("tail", SIDES[sides[0]], table.seats, ())}
    for came, goes in pairwise((*sides, None)):
        assert came is not None
        column += {E: 1, W: -1}.get(came, 0)
        row += {S: 1, N: -1}.get(came, 0)
        back = (came + 2) % 4
        if goes is None:
            cards[square(column, row)] = Card("head", SIDES[back], table.seats, ())
        else:
            kind = "straight" if came == goes else "curve"
            rotation = next(r for r in ROTATIONS[kind] if set(PARTS[kind, r][0]) == {back, goes})
            cards[square(column, row)] = Card(kind, rotation, table.seats, ())
    return rect, cards


# --- the frame (S18b)


def _frame(rect: Rect, seats: int, spent: int) -> dict[Square, Card]:
    """The curves of two unused sets; a fence has `spent` some of the first."""
    left, top, right, bottom = rect
    first = min(ARCS // 2, SET[1] - spent)
    colours = iter([seats] * first + [seats + 1] * (ARCS - first))
    cards: dict[Square, Card] = {}
    for pair in PAIRS[right - left + 1]:
        for row, inside in ((top - 1, S), (bottom + 1, N)):
            cards[square(left + pair - 1, row)] = _arc(inside, E, next(colours))
            cards[square(left + pair, row)] = _arc(inside, W, next(colours))
    for pair in PAIRS[bottom - top + 1]:
        for column, inside in ((left - 1, E), (right + 1, W)):
            cards[square(column, top + pair - 1)] = _arc(inside, S, next(colours))
            cards[square(column, top + pair)] = _arc(inside, N, next(colours))
    return cards


def _arc(side: int, other: int, colour: int) -> Card:
    """A curve whose gray part joins these two sides."""
    rotation = next(r for r in ROTATIONS["curve"] if set(PARTS["curve", r][1]) == {side, other})
    return Card("curve", rotation, colour, ())
