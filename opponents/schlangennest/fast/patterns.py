"""Effect of each card on a free square, worked out once for every way that strands can come in (S5, S8).

The quick way through the rules (`simulation`) speaks in numbers. A *cell* is a square, a *port* is an open end: the
cell that it enters times four, and the side. A strand is a number too: 0 is none, 1 to 4 are the snakes, then comes
no one's colour, and above it are the gray strands by the number in their name.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from engines.schlangennest.cards import (
    CARDS,
    GRAY,
    KINDS,
    NOBODY,
    PARTS,
    SIDES,
    SNAKES,
    Square,
    opposite,
    place,
    square,
)
from engines.schlangennest.strands import meet, split

ROW = 2048  # cells from one row to the next, more than there are columns
MIDDLE = 1024  # what keeps columns and rows that are left of A or above 1 positive
STEPS = (-ROW, 1, ROW, -1)  # to the neighbours, in the order of SIDES
CELLS_AROUND = tuple(dy * ROW + dx for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)

NONE, FOREIGN = 0, len(SNAKES) + 1
FIRST_GRAY = FOREIGN + 1
BITS = (0, *(1 << snake for snake in range(len(SNAKES))), 0)

STRAIGHT, CURVE, TAIL, HEAD = range(len(KINDS))
KIND = tuple(KINDS.index(kind) for kind, _ in CARDS)
TURN, SWAP = len(CARDS), len(CARDS) + 1  # what else an answer can do

Reach = tuple[int, ...]  # the strand at each side of a free cell
NOTHING: Reach = (NONE, NONE, NONE, NONE)

KEPT = 4096  # results of a kind: a thought comes back to the newest, and 195,000 of all kinds took 50 MB


class Joint(NamedTuple):
    """Parts of a card that become one strand with what they meet.

    `owner` is a snake, FOREIGN, or NONE for gray alone; `parts` counts the card's parts and `closed` those that are a
    head or tail; `grays` holds one side for each gray strand that comes in; `outs` are the sides with free neighbours,
    each with the step there and the side through which it is entered; `part` is one of the card's parts by number.
    """

    owner: int
    parts: int
    closed: int
    grays: tuple[int, ...]
    outs: tuple[tuple[int, int], ...]
    part: int


class Plan(NamedTuple):
    """A card in a rotation that S5 lets lie on the square: what it joins, and that again where a snake takes part."""

    code: int
    kind: int
    joints: tuple[Joint, ...]
    owned: tuple[Joint, ...]


class Plans(NamedTuple):
    """All plans of a snake for one way that strands come in: by their code, all, and those that join each side (S8)."""

    by_code: tuple[Plan | None, ...]
    every: tuple[Plan, ...]
    joining: tuple[tuple[Plan, ...], ...]


class Crowd(NamedTuple):
    """The snakes at a free cell as bits, their number, and whether both ends of two of them come there (S11)."""

    snakes: int
    number: int
    double: bool


@lru_cache(maxsize=KEPT)
def plans(reach: Reach, snake: int) -> Plans:
    """The plans of that snake where these strands come in; they name gray strands by sides, so many reaches share."""
    if max(reach) < FIRST_GRAY:
        return _plans(reach, snake)
    grays = list(dict.fromkeys(strand for strand in reach if strand >= FIRST_GRAY))
    return _plans(tuple(FIRST_GRAY + grays.index(s) if s >= FIRST_GRAY else s for s in reach), snake)


@lru_cache(maxsize=KEPT // 2)
def _plans(reach: Reach, snake: int) -> Plans:
    by_code = tuple(_plan(reach, snake, code) for code in range(len(CARDS)))
    every = tuple(plan for plan in by_code if plan)
    joining = tuple(tuple(plan for plan in every if side in PARTS[CARDS[plan.code]][0]) for side in range(len(SIDES)))
    return Plans(by_code, every, joining)


def _plan(reach: Reach, snake: int, code: int) -> Plan | None:
    names, sides_of = tuple(map(strand_name, reach)), PARTS[CARDS[code]]
    joints: list[Joint] = []
    for group in meet(names, *CARDS[code], SNAKES[snake]):
        if group.clash:
            return None
        sides = [side for number in group.parts for side in sides_of[number]]
        joints.append(
            Joint(
                strand_number(group.owner),
                len(group.parts),
                sum(len(sides_of[number]) == 1 for number in group.parts),
                tuple(names.index(gray) for gray in group.grays),
                tuple((STEPS[side], opposite(side)) for side in sides if not reach[side]),
                group.parts[0],
            )
        )
    owned = tuple(joint for joint in joints if NONE < joint.owner < FOREIGN)
    return Plan(code, KIND[code], tuple(joints), owned)


@lru_cache(maxsize=KEPT)
def crowd_of(reach: Reach) -> Crowd:
    """Which snakes come together there."""
    snakes = 0
    for strand in reach:
        if strand < FIRST_GRAY:
            snakes |= BITS[strand]
    double = all(NONE < strand < FOREIGN and reach.count(strand) == 2 for strand in reach)
    return Crowd(snakes, snakes.bit_count(), double)


# --- the numbers and the names


def strand_name(strand: int) -> str:
    """The name of a strand in the nest, "" for none."""
    if strand >= FIRST_GRAY:
        return f"{GRAY}{strand - FOREIGN}"
    return ("", *SNAKES, NOBODY)[strand]


def strand_number(name: str) -> int:
    """The number of a strand that the nest names so."""
    if name.startswith(GRAY):
        return FOREIGN + int(name[len(GRAY) :])
    return ("", *SNAKES, NOBODY).index(name)


@cache
def cell_of(name: Square) -> int:
    """The number of a square."""
    column, row = place(name)
    return cell_at(column, row)


def cell_at(column: int, row: int) -> int:
    """The number of the square in that column and row."""
    return (row + MIDDLE) * ROW + column + MIDDLE


def place_of(cell: int) -> tuple[int, int]:
    """Column and row of a cell."""
    row, column = divmod(cell, ROW)
    return column - MIDDLE, row - MIDDLE


@cache
def square_of(cell: int) -> Square:
    """The name of a cell."""
    return square(*place_of(cell))


def port_of(end: str) -> int:
    """The number of an open end."""
    name, side = split(end)
    return cell_of(name) * 4 + side


@cache
def end_of(port: int) -> str:
    """The name of an open end."""
    return f"{square_of(port >> 2)}.{SIDES[port & 3]}"
