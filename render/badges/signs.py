"""The medals of badges that belong to no game: for puzzles and for cups."""

from math import cos, pi, sin

from render.brush import Brush
from render.kit import rgb
from render.pen import arc
from render.style import Medals


def _tile(brush: Brush) -> None:
    brush.bar(5, 5, 95, 95, 16)


def _octagon(brush: Brush) -> None:
    brush.shape([(30, 1), (70, 1), (99, 30), (99, 70), (70, 99), (30, 99), (1, 70), (1, 30)])


def _first_find(brush: Brush) -> None:
    """A piece of a jigsaw."""
    brush.bar(8, 24, 74, 92, 4)
    brush.disc(41, 18, 14)
    brush.disc(84, 58, 14)
    brush.disc(41, 88, 14, ink=0)


def _seven_days(brush: Brush) -> None:
    """Seven pearls."""
    brush.disc(50, 50, 14)
    for pearl in range(6):
        brush.disc(50 + 34 * cos(pearl * pi / 3), 50 + 34 * sin(pearl * pi / 3), 14)


def _thirty_days(brush: Brush) -> None:
    """A calendar."""
    brush.bar(6, 16, 94, 94, 8)
    brush.bar(14, 38, 86, 86, 3, ink=0)
    for x in (28, 72):
        brush.bar(x - 5, 4, x + 5, 26, 4)
    for row in range(2):
        for column in range(3):
            brush.bar(23 + 20 * column, 46 + 20 * row, 37 + 20 * column, 58 + 20 * row, 2)


def _hundred(brush: Brush) -> None:
    """A laurel of two branches."""
    for side in (-1, 1):
        brush.line(arc((50, 46), (36, 44), 90, 90 - side * 150), 7)
        for leaf in range(4):
            angle = (90 - side * (38 + 34 * leaf)) * pi / 180
            brush.disc(50 + 40 * cos(angle), 46 + 46 * sin(angle), 11)


def _all_rounder(brush: Brush) -> None:
    """Four quarters of a wheel."""
    brush.disc(50, 50, 48)
    brush.bar(43, 0, 57, 100, ink=0)
    brush.bar(0, 43, 100, 57, ink=0)
    brush.disc(50, 50, 16, ink=0)


def _cup(brush: Brush) -> None:
    """A cup with two handles."""
    for x in (20, 80):
        brush.disc(x, 30, 19)
        brush.disc(x, 30, 9, ink=0)
    brush.shape([(24, 6), (76, 6), (72, 44), (58, 60), (42, 60), (28, 44)])
    brush.bar(45, 56, 55, 80)
    brush.bar(26, 78, 74, 94, 4)


PUZZLE_MEDALS = Medals(
    outline=_tile,
    rim=rgb("8a55c8"),
    signs={
        "first.find": _first_find,
        "seven.days": _seven_days,
        "thirty.days": _thirty_days,
        "hundred": _hundred,
        "all.rounder": _all_rounder,
    },
)
CUP_MEDALS = Medals(outline=_octagon, rim=rgb("c2591b"), signs={"cup": _cup})
