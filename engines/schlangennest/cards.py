"""The cards of Schlangennest, the sides of a square and the names of squares (S1-S5).

A square is named by the letters of its column and the number of its row, rows counted downwards: `M20` lies beside
`N20` and above `M21`. The board floats, names don't: a first card on an empty table lies at `START`, a fixed field
begins at `CORNER`, and every other name follows from these by counting. No name ever moves when the board grows to any
side, so an old path can't mean another square. As on a globe the columns left of A are ZZ, ZY, ... and the rows above 1
are 999, 998, ...: a border keeps nearly every match far from there, and no match is wide enough to meet itself.

A side of a square is a number in loops (`N`, `E`, `S`, `W`) and a letter of `SIDES` in ids. An *end* is where a strand
comes out into a free square: `C4.w` is the end that enters the free square C4 through its west side.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

N, E, S, W = range(4)
SIDES = "nesw"

KINDS = ("straight", "curve", "tail", "head")
SET = (7, 9, 1, 1)  # S1: a set of one colour, in the order of KINDS

NOBODY = "x"  # the strands of a colour that no seat plays
GRAY = "g"  # with a number: a strand of gray parts alone
SNAKES = ("0", "1", "2", "3")  # a snake is the strand of its own number

START = "M20"
CORNER = (3, 3)  # column and row of the upper left square of a fixed field: C3

LETTERS = 26
COLUMNS, ROWS = LETTERS + LETTERS * LETTERS, 999  # how many names there are

SPELLED = re.compile(r"[A-Z]{1,2}[1-9][0-9]{0,2}")

Square = str
Sides = tuple[int, ...]

# Parts of a card by kind and rotation, each by the sides that it touches; the coloured part comes first. A rotation is
# named by the sides of the coloured part: so a straight has two, and every other card four (no mirror images).
PARTS: dict[tuple[str, str], tuple[Sides, ...]] = {
    **{("straight", f"{SIDES[s]}{SIDES[s + 2]}"): ((s, s + 2), (1 - s, 3 - s)) for s in (N, E)},  # S2
    ("curve", "ne"): ((N, E), (S, W)),
    ("curve", "es"): ((E, S), (W, N)),
    ("curve", "sw"): ((S, W), (N, E)),
    ("curve", "nw"): ((W, N), (E, S)),
    # S3: the coloured end, the gray head end opposite, the gray straight across, which touches neither
    **{
        (kind, SIDES[s]): ((s,), ((s + 2) % 4,), tuple(sorted(((s + 1) % 4, (s + 3) % 4))))
        for kind in KINDS[2:]
        for s in (N, E, S, W)
    },
}
CARDS = tuple(PARTS)  # each card in each rotation, in the order of the questions
ROTATIONS = {kind: tuple(rotation for other, rotation in CARDS if other == kind) for kind in KINDS}

# quarter turns clockwise from the card as it is printed: straight and curve open to the north, tail and head southwards
QUARTERS = {
    "straight": {"ns": 0, "ew": 1},
    "curve": {"ne": 0, "es": 1, "sw": 2, "nw": 3},
    "tail": {"s": 0, "w": 1, "n": 2, "e": 3},
    "head": {"s": 0, "w": 1, "n": 2, "e": 3},
}


@dataclass(frozen=True, slots=True)
class Card:
    """A card on the table: its set's colour (the snake's number, or an unused set's) and each part's strand.

    `strands` goes with `PARTS[kind, rotation]`: a snake ("0" to "3"), `No one`, or "g" and a number for gray parts that
    belong to no snake yet.
    """

    kind: str
    rotation: str
    colour: int
    strands: tuple[str, ...]

    @property
    def parts(self) -> tuple[Sides, ...]:
        """The sides that each part touches."""
        return PARTS[self.kind, self.rotation]


def square(column: int, row: int) -> Square:
    """The name of a square; column 1 is A, the column left of it ZZ; row 0 is 999."""
    column = (column - 1) % COLUMNS + 1
    row = (row - 1) % ROWS + 1
    first, last = divmod(column - 1, LETTERS)
    return f"{chr(ord('A') + first - 1) if first else ''}{chr(ord('A') + last)}{row}"


@cache
def place(name: Square) -> tuple[int, int]:
    """Column and row of a square; those before A1 are zero or negative."""
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = LETTERS * column + ord(letter) - ord("A") + 1
    row = int(name[len(letters) :])
    return column if column <= COLUMNS // 2 else column - COLUMNS, row if row <= ROWS // 2 else row - ROWS


@cache
def beside(name: Square) -> tuple[Square, Square, Square, Square]:
    """The squares to the north, east, south and west."""
    column, row = place(name)
    return square(column, row - 1), square(column + 1, row), square(column, row + 1), square(column - 1, row)


@cache
def around(name: Square) -> tuple[Square, ...]:
    """The eight squares beside or diagonally beside it (S7)."""
    column, row = place(name)
    steps = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
    return tuple(square(column + dx, row + dy) for dx, dy in steps)


def is_square(text: str) -> bool:
    """Whether a text is spelled like a square; such a one can be shown to people."""
    return SPELLED.fullmatch(text) is not None


def opposite(side: int) -> int:
    """The side across the square, which is also the same border seen from the neighbour."""
    return (side + 2) % 4
