"""Borders, ends and snakes: their combinations, the size of the nest, and the room for each card (S15-S18)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engines.schlangennest.cards import SET, SNAKES, Square, place, square
from engines.table import IllegalMove, Seat, Table

# S18: what a nest is made of, and what no one's cards make of it before the first card. There are four sets of cards; a
# snake is one of them, and the cards of the others suffice or don't.
FENCE, FRAME = "fence", "frame"
BORDERS = {"floating": (), "meadow": (), FENCE: (FENCE,), FRAME: (FRAME,), "fence-frame": (FENCE, FRAME)}
ARCS = 16  # the curves of a frame (S18b)
ENDS = ("two", "one")
EACH = {"one": 1, "twins": 2, "hunt": 2}  # how many snakes a player has
SCORES = ("longest", "sum")
LEAST = 2  # players

BOARDS: dict[int, dict[str, tuple[str, ...]]] = {  # S15: by the number of snakes, the first size is the default
    2: {"easy": ("6x6",), "recommended": ("5x7",), "hard": ("4x8",)},
    3: {"easy": ("7x7",), "recommended": ("6x8", "5x9"), "hard": ("4x10",)},
    4: {"easy": ("8x8",), "recommended": ("7x9", "6x10"), "hard": ("5x11",)},
}
SIZES = tuple(size for boards in BOARDS.values() for sizes in boards.values() for size in sizes)

Rect = tuple[int, ...]  # left column, upper row, right column, lower row; () for nothing


@dataclass(frozen=True, slots=True)
class Field:
    """Where cards may lie: a size that floats, or a fixed rectangle.

    `wide` and `high` are the border's sides in squares (both 0 on a meadow); while it floats they may change places.
    `rect` is the fixed field of fence and frame, else (). `gaps` are the squares outside a frame's field that its cards
    leave open for heads and tails; in a frame nothing else may lie outside.
    """

    wide: int
    high: int
    rect: Rect
    gaps: tuple[Square, ...]


def snakes(table: Table) -> int:
    """How many snakes there are (S18c: two for each seat in twins and hunt)."""
    return EACH[table.options["snakes"]] * table.seats


def bends(wide: int, high: int) -> int:
    """The curves of a fence across a field of these sides, which takes all other cards of its set (S18a)."""
    return wide + high - 1 - (sum(SET) - SET[1])


def _needed(border: str, snakes: int) -> tuple[int, ...]:
    """How many of no one's cards that border takes for so many snakes, in the order of KINDS (S18a, S18b)."""
    straights, _, tails, heads = SET
    curves = ARCS if FRAME in BORDERS[border] else 0
    if FENCE not in BORDERS[border]:
        return 0, curves, 0, 0
    wide, high = map(int, BOARDS[snakes]["recommended"][0].split("x"))  # all its sizes have fences of one length
    return straights, curves + bends(wide, high), tails, heads


@cache
def players(border: str, each: str) -> range:
    """For how many players the cards suffice with that border and number of snakes each (S18); empty where for none."""
    most = LEAST - 1
    for snakes in range(LEAST * EACH[each], len(SNAKES) + 1, EACH[each]):
        left = [(len(SNAKES) - snakes) * held for held in SET]
        if any(needed > held for needed, held in zip(_needed(border, snakes), left, strict=True)):
            break
        most += 1
    return range(LEAST, most + 1)


def begins_with_tails(table: Table) -> bool:
    """Whether the first card of every snake is its tail: a snake with one end, and always in twins and hunt (S18)."""
    return table.options["ends"] == "one" or EACH[table.options["snakes"]] > 1


def lays_both(table: Table) -> bool:
    """Whether a player lays a card of each of their two snakes in a turn (S18: twins)."""
    return table.options["snakes"] == "twins"


@cache
def snakes_of(seat: Seat, seats: int, count: int) -> tuple[int, ...]:
    """The snakes of a seat: the one of its number, and in twins and hunt the one two further."""
    return tuple(range(seat, count, seats))


def size(table: Table) -> tuple[int, int]:
    """The sides of the border (S15, S15a); (0, 0) on a meadow.

    Raises IllegalMove for a border, snakes or a size that aren't for this number of players or don't go together.
    """
    border, each = table.options["border"], table.options["snakes"]
    may, alone, borderless = players(border, each), players(border, "one"), players("floating", each)
    if not may:
        raise IllegalMove("border.snakes", {"border": border, "snakes": each, "least": alone[0], "most": alone[-1]})
    if table.seats not in borderless:
        raise IllegalMove("snakes.seats", {"snakes": each, "least": borderless[0], "most": borderless[-1]})
    if table.seats not in may:
        raise IllegalMove("border.seats", {"border": border, "least": may[0], "most": may[-1]})
    boards = BOARDS[snakes(table)]  # S18c
    sizes = tuple(size for some in boards.values() for size in some)
    board = boards[table.options["board"]][0] if table.options["board"] in boards else table.options["board"]
    if board not in sizes:
        raise IllegalMove("board.seats", {"board": board, "choices": ", ".join(sizes)})
    if border == "meadow":
        return 0, 0
    wide, high = (int(side) for side in board.split("x"))
    return wide, high


def widened(box: Rect, name: Square) -> Rect:
    """The box with that square in it."""
    column, row = place(name)
    if not box:
        return column, row, column, row
    left, top, right, bottom = box
    return min(left, column), min(top, row), max(right, column), max(bottom, row)


def has_room(field: Field, box: Rect, kind: str, name: Square) -> bool:
    """Whether the border lets such a card lie there, `box` being the bounding box of all straights and curves (S16)."""
    if kind in ("tail", "head"):
        # S17; S18b: outside a frame only in its gaps
        return not field.gaps or name in field.gaps or within(field.rect, name)
    if field.rect:
        return within(field.rect, name)
    return not field.wide or _fits(field, widened(box, name))


def within(rect: Rect, name: Square) -> bool:
    """Whether the square lies in the rectangle."""
    column, row = place(name)
    return rect[0] <= column <= rect[2] and rect[1] <= row <= rect[3]


def _fits(field: Field, box: Rect) -> bool:
    wide, high = box[2] - box[0] + 1, box[3] - box[1] + 1
    return (wide <= field.wide and high <= field.high) or (wide <= field.high and high <= field.wide)


def reaches(field: Field, box: Rect) -> tuple[Rect, ...]:
    """How far straights and curves may still go, for each way that the long side may yet lie.

    One rectangle for a fixed field; up to two while the border floats (each is as large as the border when its place
    is settled); none on a meadow or before the first straight or curve.
    """
    if field.rect:
        return (field.rect,)
    if not field.wide or not box:
        return ()
    left, top, right, bottom = box
    ways = dict.fromkeys(((field.wide, field.high), (field.high, field.wide)))
    return tuple(
        (right - wide + 1, bottom - high + 1, left + wide - 1, top + high - 1)
        for wide, high in ways
        if right - left < wide and bottom - top < high
    )


def squares_of(rect: Rect) -> tuple[Square, ...]:
    """The squares of a rectangle, row by row."""
    return tuple(square(c, r) for r in range(rect[1], rect[3] + 1) for c in range(rect[0], rect[2] + 1))
