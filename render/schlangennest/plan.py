"""Layout of a picture of Schlangennest: which squares are shown, how large, and the room beside them."""

from collections.abc import Iterable
from dataclasses import dataclass

from engines.schlangennest import SNAKES, START, Nest, beside, place, reaches
from engines.schlangennest.field import has_room
from render.kit import WIDTH
from render.places import Box

NEAR = 3  # a border is shown as soon as it is this many squares away
MARGIN = 8
GUTTER = 40  # for the numbers of the rows
TOP = 32  # for the letters of the columns
MOST_CELL = 104
MOST_HEIGHT = 960
MOST_WITH_STRIP = 1080
WIDE_BLOCK = (388, 68)
HIGH_BLOCK = (246, 104)
GAP = 8
RESULT = 3  # a result is shown with the squares around it
RESULT_CELL = 60
STRIP = RESULT * RESULT_CELL + 50

Rect = tuple[int, ...]  # left column, upper row, right column, lower row


@dataclass(frozen=True, slots=True)
class Window:
    """Some squares in pixels: `rect` are columns and rows, `left` and `top` the corner of the first one."""

    rect: Rect
    cell: int
    left: int
    top: int

    def corner(self, column: int, row: int) -> tuple[int, int]:
        """The upper left corner of a square."""
        return self.left + (column - self.rect[0]) * self.cell, self.top + (row - self.rect[1]) * self.cell

    def at(self, square: str) -> tuple[int, int]:
        """The upper left corner of a square by its name."""
        return self.corner(*place(square))

    def middle(self, square: str) -> tuple[float, float]:
        """The middle of a square by its name."""
        x, y = self.at(square)
        return x + self.cell / 2, y + self.cell / 2

    def shows(self, square: str) -> bool:
        """Whether the square is among them."""
        column, row = place(square)
        return self.rect[0] <= column <= self.rect[2] and self.rect[1] <= row <= self.rect[3]


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole picture: its height, the board, a block for each snake, and the top of the strip of results."""

    height: int
    window: Window
    blocks: tuple[Box, ...]
    strip: int


def plan(nest: Nest, strip: bool, name: int = 0, within: Rect = ()) -> Plan:
    """The plan that shows the squares largest: the snakes' blocks below them, or on the right of a high board.

    Each block has `name` pixels more for a line with a name, for which the picture grows where the blocks are below.
    What is `within` that rectangle is shown too, if there is one.
    """
    rect = joined(shown(nest), within) if within else shown(nest)
    columns, rows = rect[2] - rect[0] + 1, rect[3] - rect[1] + 1
    count, lines = len(nest.hands), -(-len(nest.hands) // 2)
    wide, high_block = (WIDE_BLOCK[0], WIDE_BLOCK[1] + name), (HIGH_BLOCK[0], HIGH_BLOCK[1] + name)
    below = lines * (wide[1] + GAP)
    room = (MOST_WITH_STRIP - STRIP if strip else MOST_HEIGHT) - TOP - 2 * MARGIN
    across = WIDTH - GUTTER - MARGIN
    cell_below = min(MOST_CELL, across // columns, (room - below + lines * name) // rows)
    cell_right = min(MOST_CELL, (across - HIGH_BLOCK[0] - MARGIN) // columns, room // rows)
    if cell_right > cell_below:
        cell, across = cell_right, across - HIGH_BLOCK[0] - MARGIN
        high = max(cell * rows, count * (high_block[1] + GAP) - GAP)
        first = TOP + (high - count * (high_block[1] + GAP) + GAP) // 2
        left = WIDTH - MARGIN - HIGH_BLOCK[0]
        blocks = tuple(Box(left, first + index * (high_block[1] + GAP), *high_block) for index in range(count))
        end = TOP + high
    else:
        cell, high = cell_below, cell_below * rows
        first = TOP + high + MARGIN
        blocks = tuple(
            Box(MARGIN + index % 2 * (wide[0] + GAP), first + index // 2 * (wide[1] + GAP), *wide)
            for index in range(count)
        )
        end = first + below - GAP
    window = Window(rect, cell, GUTTER + (across - cell * columns) // 2, TOP + (high - cell * rows) // 2)
    return Plan(end + MARGIN + (STRIP if strip else 0), window, blocks, end + MARGIN)


def shown(nest: Nest) -> Rect:
    """The squares of the picture: all cards, where further ones may lie, and borders that are near."""
    squares = [*nest.cards, *free_squares(nest)] or [START, *beside(START)]
    rect = around(squares)
    if nest.field.rect:
        return joined(rect, nest.field.rect)
    cards = rect
    for reach in reaches(nest.field, nest.box):
        # a side that is far away is left for later
        rect = joined(rect, tuple(b if abs(a - b) <= NEAR else a for a, b in zip(cards, reach, strict=True)))
    return rect


def free_squares(nest: Nest) -> list[str]:
    """The free squares beside cards that matter: where bodies may lie, or snakes come in."""
    return [
        square
        for square, reach in nest.reach.items()
        if has_room(nest.field, nest.box, "curve", square) or any(name in SNAKES for name in reach)
    ]


def around(squares: Iterable[str]) -> Rect:
    """The smallest rectangle that holds them."""
    columns, rows = zip(*map(place, squares), strict=True)
    return min(columns), min(rows), max(columns), max(rows)


def joined(rect: Rect, other: Rect) -> Rect:
    """The smallest rectangle that holds both."""
    return min(rect[0], other[0]), min(rect[1], other[1]), max(rect[2], other[2]), max(rect[3], other[3])
