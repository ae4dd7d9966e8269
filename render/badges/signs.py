"""The signs on the medals: masks 100 units wide, each a shape of its own, so that none is known by colour alone."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from render import kit
from render.kit import Point
from render.pen import arc


class Brush:
    """Fills shapes of a mask in units, or with `ink=0` takes them out again."""

    def __init__(self, large: ImageDraw.ImageDraw, unit: float) -> None:
        self._large = large
        self._unit = unit

    def disc(self, x: float, y: float, r: float, *, ink: int = 255) -> None:
        """A disc."""
        self._large.ellipse([v * self._unit for v in (x - r, y - r, x + r, y + r)], fill=ink)

    def bar(self, left: float, top: float, right: float, bottom: float, radius: float = 0, *, ink: int = 255) -> None:
        """A rectangle, with round corners if there is a radius."""
        box = [v * self._unit for v in (left, top, right, bottom)]
        self._large.rounded_rectangle(box, radius * self._unit, fill=ink)

    def shape(self, points: Sequence[Point], *, ink: int = 255) -> None:
        """A polygon."""
        self._large.polygon([(x * self._unit, y * self._unit) for x, y in points], fill=ink)

    def line(self, points: Sequence[Point], width: float, *, ink: int = 255) -> None:
        """A line with round ends and joints."""
        placed = [(x * self._unit, y * self._unit) for x, y in points]
        self._large.line(placed, fill=ink, width=round(width * self._unit))
        for x, y in points:
            self.disc(x, y, width / 2, ink=ink)


Draw = Callable[[Brush], None]


# --- Pistard


def _headwind(brush: Brush) -> None:
    """Gusts."""
    for y, right, curl in ((30, 62, 16), (52, 80, 14), (74, 50, 12)):
        up = -1 if y < 60 else 1
        brush.line([(6, y), (right, y)], 9)
        brush.line(arc((right, y + up * curl), (curl, curl), 90 * -up, 90 * -up + 220 * up), 9)


def _lead_out(brush: Brush) -> None:
    """Four riders in a row, as arrows."""
    for left in (4, 27, 50, 73):
        brush.line([(left + 3, 26), (left + 20, 50), (left + 3, 74)], 10)


def _podium(brush: Brush) -> None:
    """Three steps."""
    brush.bar(4, 52, 34, 88)
    brush.bar(36, 32, 64, 88)
    brush.bar(66, 62, 96, 88)
    brush.disc(50, 17, 10)


def _last_row(brush: Brush) -> None:
    """An arrow from the back to the line."""
    brush.bar(8, 6, 92, 17)
    brush.shape([(50, 24), (82, 58), (60, 58), (60, 94), (40, 94), (40, 58), (18, 58)])


def _broom(brush: Brush) -> None:
    """A broom."""
    brush.line([(86, 10), (50, 48)], 10)
    brush.shape([(38, 38), (62, 60), (40, 94), (4, 62)])
    for start, end in (((48, 64), (32, 82)), ((38, 54), (18, 70))):
        brush.line([start, end], 5, ink=0)


# --- SuperEchelon


def _first_break(brush: Brush) -> None:
    """One ahead of the others."""
    brush.disc(82, 50, 17)
    for x, y in ((12, 24), (12, 50), (12, 76), (36, 37), (36, 63)):
        brush.disc(x, y, 10)


def _highwayman(brush: Brush) -> None:
    """A mask with two eyes."""
    brush.shape([(2, 30), (98, 30), (92, 62), (72, 74), (58, 62), (50, 54), (42, 62), (28, 74), (8, 62)])
    for x in (28, 72):
        brush.disc(x, 48, 10, ink=0)


def _gregarios(brush: Brush) -> None:
    """Two bottles."""
    for left in (10, 54):
        brush.bar(left + 10, 6, left + 26, 22, 5)
        brush.bar(left, 26, left + 36, 94, 10)
        brush.bar(left, 48, left + 36, 56, ink=0)


def _tyre(brush: Brush) -> None:
    """A wheel."""
    brush.disc(50, 50, 46)
    brush.disc(50, 50, 34, ink=0)
    for turn in range(4):
        dx, dy = 38 * cos(turn * pi / 4), 38 * sin(turn * pi / 4)
        brush.line([(50 - dx, 50 - dy), (50 + dx, 50 + dy)], 5)
    brush.disc(50, 50, 10)


def _from_behind(brush: Brush) -> None:
    """A line that falls and rises above where it began."""
    brush.line([(8, 56), (30, 86), (48, 62), (58, 70), (84, 22)], 11)
    brush.shape([(92, 4), (96, 40), (62, 22)])


# --- Schlangennest


def _gray_head(brush: Brush) -> None:
    """A snake's head with its tongue out."""
    brush.shape(arc((36, 50), (36, 33), 0, 360))
    brush.bar(0, 32, 30, 68)
    brush.disc(46, 36, 9, ink=0)
    brush.line([(68, 50), (82, 50), (95, 38)], 6)
    brush.line([(82, 50), (95, 62)], 6)


def _photo_finish(brush: Brush) -> None:
    """A camera."""
    brush.bar(4, 28, 96, 86, 9)
    brush.bar(32, 14, 68, 34, 5)
    brush.disc(50, 57, 22, ink=0)
    brush.disc(50, 57, 13)
    brush.disc(84, 40, 5, ink=0)


def _long_snake(brush: Brush) -> None:
    """A snake in four bends."""
    brush.line([(10, 90), (80, 90), *_bend(80, 78, 1), (24, 66), *_bend(24, 53, -1), (76, 40), *_bend(76, 28, 1)], 13)
    brush.line([(76, 16), (34, 16)], 13)
    brush.disc(30, 18, 13)
    brush.disc(27, 15, 4, ink=0)


def _bend(x: float, y: float, side: int) -> list[Point]:
    """Half a circle to the right (1) or left (-1), upwards."""
    return arc((x, y), (12 * side, 12.5), 90, -90)


def _wheelsucker(brush: Brush) -> None:
    """A horseshoe magnet."""
    brush.disc(50, 58, 40)
    brush.disc(50, 58, 17, ink=0)
    brush.bar(33, 6, 67, 58, ink=0)
    for left, right in ((10, 33), (67, 90)):
        brush.bar(left, 6, right, 58)
        brush.bar(left, 24, right, 31, ink=0)


# --- LEGSTRONG


def _lanterne_rouge(brush: Brush) -> None:
    """A lantern with its flame."""
    brush.line(arc((50, 20), (17, 15), 180, 360), 7)
    brush.shape([(26, 34), (38, 20), (62, 20), (74, 34)])
    brush.bar(22, 38, 78, 80, 5)
    brush.bar(30, 38, 70, 80, ink=0)
    brush.shape([(50, 42), (60, 62), (57, 72), (43, 72), (40, 62)])
    brush.bar(18, 82, 82, 94, 4)


def _iron_rider(brush: Brush) -> None:
    """A plaster."""
    brush.line([(22, 78), (78, 22)], 36)
    brush.line([(27, 45), (55, 73)], 5, ink=0)
    brush.line([(45, 27), (73, 55)], 5, ink=0)
    for x, y in ((50, 40), (60, 50), (40, 50), (50, 60)):
        brush.disc(x, y, 4, ink=0)


def _cannibal(brush: Brush) -> None:
    """Knife and fork."""
    for x in (18, 32, 46):
        brush.line([(x, 10), (x, 34)], 7)
    brush.line([(18, 38), (46, 38)], 12)
    brush.line([(32, 38), (32, 90)], 11)
    brush.shape([(66, 6), (80, 14), (86, 34), (84, 58), (66, 58)])
    brush.line([(72, 54), (72, 90)], 11)


def _caught(brush: Brush) -> None:
    """A great mouth, and a small one in front of it."""
    brush.disc(42, 50, 40)
    brush.shape([(42, 50), (100, 18), (100, 82)], ink=0)
    brush.disc(80, 50, 12)
    brush.disc(46, 27, 6, ink=0)


def _stripped(brush: Brush) -> None:
    """A jersey, crossed out."""
    outline = ((30, 8), (70, 8), (97, 26), (86, 48), (76, 42), (76, 94), (24, 94), (24, 42), (14, 48), (3, 26))
    brush.shape(outline)
    brush.line([(6, 92), (94, 8)], 22, ink=0)
    brush.line([(6, 92), (94, 8)], 9)


def _clean(brush: Brush) -> None:
    """A drop with a tick."""
    brush.disc(50, 62, 33)
    brush.shape([(50, 2), (79, 46), (21, 46)])
    brush.line([(34, 60), (46, 73), (67, 48)], 9, ink=0)


# --- puzzles


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


# --- cups


def _cup(brush: Brush) -> None:
    """A cup with two handles."""
    for x in (20, 80):
        brush.disc(x, 30, 19)
        brush.disc(x, 30, 9, ink=0)
    brush.shape([(24, 6), (76, 6), (72, 44), (58, 60), (42, 60), (28, 44)])
    brush.bar(45, 56, 55, 80)
    brush.bar(26, 78, 74, 94, 4)


SIGNS: dict[str, Draw] = {
    "headwind": _headwind,
    "lead.out": _lead_out,
    "podium": _podium,
    "last.row": _last_row,
    "broom": _broom,
    "first.break": _first_break,
    "highwayman": _highwayman,
    "gregarios": _gregarios,
    "tyre": _tyre,
    "from.behind": _from_behind,
    "gray.head": _gray_head,
    "photo.finish": _photo_finish,
    "long.snake": _long_snake,
    "wheelsucker": _wheelsucker,
    "lanterne.rouge": _lanterne_rouge,
    "iron.rider": _iron_rider,
    "cannibal": _cannibal,
    "caught": _caught,
    "stripped": _stripped,
    "clean": _clean,
    "first.find": _first_find,
    "seven.days": _seven_days,
    "thirty.days": _thirty_days,
    "hundred": _hundred,
    "all.rounder": _all_rounder,
    "cup": _cup,
}


@lru_cache(maxsize=128)
def sign(badge_id: str, size: int) -> Image.Image:
    """The mask of a badge's sign, `size` pixels wide and high."""
    return kit.shape((size, size), lambda large, factor: SIGNS[badge_id](Brush(large, factor * size / 100)))
