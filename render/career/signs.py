"""Small signs of careers: what a column counts, who climbed and who fell, and the markers of curves."""
# pyright: reportUnknownMemberType=false

from functools import lru_cache

from PIL import Image, ImageDraw

from render import kit
from render.kit import Colour, Point
from render.masks import Draw, cup, heart, polygons, star


def _box(brush: ImageDraw.ImageDraw, unit: float, box: tuple[float, ...], round_by: float = 0, fill: int = 255) -> None:
    brush.rounded_rectangle([value * unit for value in box], round_by * unit, fill=fill)


def _bicycle(brush: ImageDraw.ImageDraw, unit: float) -> None:
    """Two wheels and a frame: a match that was ridden."""
    for x in (23, 77):
        brush.ellipse([v * unit for v in (x - 22, 40, x + 22, 84)], outline=255, width=round(8 * unit))
    for line in ((23, 62, 38, 32, 66, 32, 77, 62), (38, 32, 50, 62, 23, 62), (50, 62, 66, 32), (62, 20, 78, 20)):
        brush.line([v * unit for v in line], fill=255, width=round(8 * unit), joint="curve")
    brush.line([v * unit for v in (62, 20, 66, 32)], fill=255, width=round(8 * unit))
    brush.line([v * unit for v in (28, 24, 46, 24)], fill=255, width=round(9 * unit))


def _podium(brush: ImageDraw.ImageDraw, unit: float) -> None:
    for box in ((2, 54, 33, 92), (35, 30, 65, 92), (67, 66, 98, 92)):
        _box(brush, unit, box, 4)
    brush.ellipse([v * unit for v in (41, 6, 59, 24)], fill=255)


def _flame(brush: ImageDraw.ImageDraw, unit: float) -> None:
    """A run that is still on."""
    outer = [
        (52, 2),
        (60, 20),
        (78, 38),
        (84, 62),
        (72, 86),
        (50, 96),
        (28, 88),
        (16, 66),
        (22, 46),
        (34, 52),
        (42, 28),
    ]
    brush.polygon([(x * unit, y * unit) for x, y in outer], fill=255)
    brush.polygon([(x * unit, y * unit) for x, y in ((50, 50), (62, 68), (56, 84), (44, 84), (38, 70))], fill=0)


def _robot(brush: ImageDraw.ImageDraw, unit: float) -> None:
    _box(brush, unit, (14, 28, 86, 88), 14)
    _box(brush, unit, (46, 8, 54, 30))
    brush.ellipse([v * unit for v in (40, 2, 60, 20)], fill=255)
    for x in (34, 66):
        brush.ellipse([v * unit for v in (x - 9, 42, x + 9, 60)], fill=0)
    _box(brush, unit, (34, 70, 66, 77), fill=0)


def _medal(brush: ImageDraw.ImageDraw, unit: float) -> None:
    for line in ((28, 4, 46, 44), (72, 4, 54, 44)):
        brush.line([v * unit for v in line], fill=255, width=round(16 * unit))
    brush.ellipse([v * unit for v in (22, 40, 78, 96)], fill=255)
    brush.ellipse([v * unit for v in (36, 54, 64, 82)], fill=0)


def _clock(brush: ImageDraw.ImageDraw, unit: float) -> None:
    brush.ellipse([v * unit for v in (4, 4, 96, 96)], fill=255)
    brush.ellipse([v * unit for v in (16, 16, 84, 84)], fill=0)
    brush.line([v * unit for v in (50, 26, 50, 52, 68, 62)], fill=255, width=round(11 * unit), joint="curve")


def _bolt(brush: ImageDraw.ImageDraw, unit: float) -> None:
    points = ((58, 2), (18, 58), (46, 58), (36, 98), (82, 38), (54, 38), (68, 2))
    brush.polygon([(x * unit, y * unit) for x, y in points], fill=255)


def _disc(brush: ImageDraw.ImageDraw, unit: float) -> None:
    brush.ellipse([v * unit for v in (8, 8, 92, 92)], fill=255)


def _ring(brush: ImageDraw.ImageDraw, unit: float) -> None:
    brush.ellipse([v * unit for v in (4, 4, 96, 96)], outline=255, width=round(26 * unit))


def _square(brush: ImageDraw.ImageDraw, unit: float) -> None:
    _box(brush, unit, (12, 12, 88, 88), 6)


def _cross(brush: ImageDraw.ImageDraw, unit: float) -> None:
    for ends in ((14, 14, 86, 86), (86, 14, 14, 86)):
        brush.line([v * unit for v in ends], fill=255, width=round(26 * unit))


SIGNS: dict[str, Draw] = {
    "matches": _bicycle,
    "wins": cup,
    "podiums": _podium,
    "streak": _flame,
    "computer": _robot,
    "new": star,
    "up": polygons(((50, 10), (96, 88), (4, 88))),
    "down": polygons(((4, 12), (96, 12), (50, 90))),
    "mine": polygons(((8, 4), (96, 50), (8, 96))),
    "best": _medal,
    "time": _clock,
    "favourite": heart,
    "nemesis": _bolt,
    "disc": _disc,
    "ring": _ring,
    "square": _square,
    "triangle": polygons(((50, 4), (98, 90), (2, 90))),
    "diamond": polygons(((50, 0), (100, 50), (50, 100), (0, 50))),
    "cross": _cross,
}


@lru_cache(maxsize=128)
def mask(kind: str, size: int) -> Image.Image:
    """The shape of a sign, `size` pixels high and wide."""
    return kit.shape((size, size), lambda brush, factor: SIGNS[kind](brush, size * factor / 100))


def put_sign(canvas: Image.Image, point: Point, kind: str, size: int, colour: Colour) -> None:
    """A sign with its middle at `at`."""
    canvas.paste(colour, (round(point[0] - size / 2), round(point[1] - size / 2)), mask(kind, size))
