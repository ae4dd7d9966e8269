"""Small signs: what a rider is, what they have and what lies on the road."""
# pyright: reportUnknownMemberType=false

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from render import kit
from render.kit import DARK, INK, Colour, Point
from render.legstrong.colours import CLIMB, DOTS, GREEN, POLKA, TEAM, YELLOW
from render.masks import Draw, cup, heart, polygons, star


def _wheel(brush: ImageDraw.ImageDraw, unit: float) -> None:
    brush.ellipse([v * unit for v in (4, 4, 96, 96)], fill=255)
    brush.ellipse([v * unit for v in (18, 18, 82, 82)], fill=0)
    for spoke in range(3):
        x, y = 40 * cos(spoke * pi / 3 + pi / 6), 40 * sin(spoke * pi / 3 + pi / 6)
        ends = [(50 - x) * unit, (50 - y) * unit, (50 + x) * unit, (50 + y) * unit]
        brush.line(ends, fill=255, width=round(9 * unit))


def _bottle(brush: ImageDraw.ImageDraw, unit: float) -> None:
    brush.rounded_rectangle([v * unit for v in (26, 34, 74, 98)], 10 * unit, fill=255)
    brush.rounded_rectangle([v * unit for v in (34, 18, 66, 32)], 5 * unit, fill=255)
    brush.rectangle([v * unit for v in (43, 2, 57, 16)], fill=255)
    brush.rectangle([v * unit for v in (26, 54, 74, 60)], fill=0)


def _clock(brush: ImageDraw.ImageDraw, unit: float) -> None:
    brush.ellipse([v * unit for v in (4, 4, 96, 96)], fill=255)
    brush.ellipse([v * unit for v in (16, 16, 84, 84)], fill=0)
    brush.line([50 * unit, 24 * unit, 50 * unit, 52 * unit, 70 * unit, 62 * unit], fill=255, width=round(11 * unit))


def _bunch(brush: ImageDraw.ImageDraw, unit: float) -> None:
    """Heads close together: the peloton."""
    for x, y in ((28, 34), (72, 34), (50, 28)):
        brush.ellipse([(x - 13) * unit, (y - 13) * unit, (x + 13) * unit, (y + 13) * unit], fill=255)
    for x in (26, 74):
        brush.pieslice([(x - 24) * unit, 50 * unit, (x + 24) * unit, 108 * unit], 180, 360, fill=255)
    brush.ellipse([25 * unit, 42 * unit, 75 * unit, 120 * unit], fill=0)
    brush.pieslice([29 * unit, 44 * unit, 71 * unit, 116 * unit], 180, 360, fill=255)
    brush.rectangle([0, 80 * unit, 100 * unit, 120 * unit], fill=0)


def _cross(brush: ImageDraw.ImageDraw, unit: float) -> None:
    for ends in ((16, 16, 84, 84), (84, 16, 16, 84)):
        brush.line([v * unit for v in ends], fill=255, width=round(20 * unit))


def _die(brush: ImageDraw.ImageDraw, unit: float) -> None:
    """A twelve-sided die."""
    points = [(50 + 48 * sin(corner * pi / 5), 50 - 48 * cos(corner * pi / 5)) for corner in range(10)]
    brush.polygon([(x * unit, y * unit) for x, y in points], fill=255)
    inner = [(50 + 25 * sin(corner * 2 * pi / 5), 51 - 25 * cos(corner * 2 * pi / 5)) for corner in range(5)]
    corners = [(50 + 44 * sin(corner * 2 * pi / 5), 50 - 44 * cos(corner * 2 * pi / 5)) for corner in range(5)]
    for (x, y), (u, v) in zip(inner, corners, strict=True):
        brush.line([x * unit, y * unit, u * unit, v * unit], fill=0, width=round(6 * unit))
    loop = [*inner, inner[0]]
    brush.line([(x * unit, y * unit) for x, y in loop], fill=0, width=round(6 * unit))


def _spade(brush: ImageDraw.ImageDraw, unit: float) -> None:
    for x in (28, 72):
        brush.ellipse([v * unit for v in (x - 24, 36, x + 24, 84)], fill=255)
    brush.polygon([(x * unit, y * unit) for x, y in ((5, 56), (50, 0), (95, 56), (72, 70), (28, 70))], fill=255)
    brush.polygon([(x * unit, y * unit) for x, y in ((50, 56), (68, 100), (32, 100))], fill=255)


def _club(brush: ImageDraw.ImageDraw, unit: float) -> None:
    for x, y in ((50, 25), (25, 60), (75, 60)):
        brush.ellipse([v * unit for v in (x - 24, y - 24, x + 24, y + 24)], fill=255)
    brush.rectangle([v * unit for v in (42, 40, 58, 62)], fill=255)
    brush.polygon([(x * unit, y * unit) for x, y in ((50, 50), (68, 100), (32, 100))], fill=255)


def _flask(brush: ImageDraw.ImageDraw, unit: float) -> None:
    """A test."""
    brush.polygon(
        [(x * unit, y * unit) for x, y in ((36, 10), (64, 10), (64, 40), (96, 96), (4, 96), (36, 40))], fill=255
    )
    brush.rounded_rectangle([v * unit for v in (26, 0, 74, 14)], 6 * unit, fill=255)
    brush.polygon(
        [(x * unit, y * unit) for x, y in ((46, 20), (54, 20), (54, 46), (64, 62), (36, 62), (46, 46))], fill=0
    )


def _joker(brush: ImageDraw.ImageDraw, unit: float) -> None:
    """A fool with bells on the cap."""
    brush.ellipse([v * unit for v in (25, 44, 75, 98)], fill=255)
    cap = ((24, 60), (8, 40), (16, 16), (40, 30), (50, 6), (60, 30), (84, 16), (92, 40), (76, 60))
    brush.polygon([(x * unit, y * unit) for x, y in cap], fill=255)
    for x, y in ((9, 46), (91, 46), (50, 8)):
        brush.ellipse([v * unit for v in (x - 9, y - 9, x + 9, y + 9)], fill=255)
    brush.rectangle([v * unit for v in (22, 56, 78, 61)], fill=0)
    for x in (40, 60):
        brush.ellipse([v * unit for v in (x - 5, 66, x + 5, 76)], fill=0)
    brush.arc([v * unit for v in (35, 66, 65, 91)], 20, 160, fill=0, width=max(round(5 * unit), 1))


def _speech(brush: ImageDraw.ImageDraw, unit: float) -> None:
    """Something that is said."""
    brush.rounded_rectangle([v * unit for v in (2, 8, 98, 70)], 18 * unit, fill=255)
    brush.polygon([(x * unit, y * unit) for x, y in ((24, 64), (54, 64), (22, 98))], fill=255)


_SIGNS: dict[str, Draw] = {
    "leader": star,
    "rouleur": _wheel,
    "climber": polygons(((2, 90), (38, 16), (58, 56), (68, 40), (98, 90))),
    "sprinter": polygons(((58, 0), (14, 56), (44, 56), (34, 100), (86, 38), (54, 38), (70, 0))),
    "descender": polygons(((4, 10), (30, 10), (70, 64), (86, 50), (94, 96), (44, 92), (58, 78))),
    "energy": heart,
    "bottle": _bottle,
    "clock": _clock,
    "cup": cup,
    "bunch": _bunch,
    "chase": polygons(
        ((2, 14), (24, 14), (50, 50), (24, 86), (2, 86), (28, 50)),
        ((48, 14), (70, 14), (98, 50), (70, 86), (48, 86), (74, 50)),
    ),
    "cross": _cross,
    "die": _die,
    "heart": heart,
    "diamond": polygons(((50, 0), (88, 50), (50, 100), (12, 50))),
    "spade": _spade,
    "club": _club,
    "joker": _joker,
    "crown": polygons(((4, 24), (30, 54), (50, 12), (70, 54), (96, 24), (86, 90), (14, 90))),
    "flask": _flask,
    "check": polygons(((4, 54), (20, 38), (40, 58), (80, 14), (96, 30), (40, 90))),
    "speech": _speech,
    "face": polygons(tuple((50 + 49 * sin(corner * pi / 5), 50 - 49 * cos(corner * pi / 5)) for corner in range(10))),
}


@lru_cache(maxsize=256)
def sign(name: str, size: int) -> Image.Image:
    """The mask of a sign."""

    def draw(brush: ImageDraw.ImageDraw, factor: int) -> None:
        _SIGNS[name](brush, factor * size / 100)

    return kit.shape((size, size), draw)


def put_sign(canvas: Image.Image, point: Point, name: str, size: int, colour: Colour) -> None:
    """Paint a sign about its middle."""
    canvas.paste(colour, (round(point[0] - size / 2), round(point[1] - size / 2)), sign(name, size))


# --- jerseys of the classifications

_OUTLINE = ((30, 6), (70, 6), (98, 26), (87, 50), (77, 43), (77, 95), (23, 95), (23, 43), (13, 50), (2, 26))
LEADERS = ("yellow", "green", "polka", "team")


@lru_cache(maxsize=32)
def leader(kind: str, size: int) -> Image.Image:
    """The jersey of a classification as RGBA: yellow with a star, green with a bolt, dots, blue with a wheel."""
    mask = kit.shape((size, size), lambda brush, factor: polygons(_OUTLINE)(brush, factor * size / 100))
    image = Image.new("RGBA", (size, size), (*DARK, 0))
    image.paste((*DARK, 255), (0, 0), mask)
    cloth = Image.new("RGB", (size, size), {"yellow": YELLOW, "green": GREEN, "polka": POLKA, "team": TEAM}[kind])
    if kind == "polka":
        for x in range(3):
            for y in range(5):
                kit.dot(cloth, (size * (0.16 + x * 0.3 + y % 2 * 0.15), size * (0.1 + y * 0.2)), size * 0.085, DOTS)
    else:
        mark, ink = {"yellow": ("leader", DARK), "green": ("sprinter", INK), "team": ("rouleur", INK)}[kind]
        put_sign(cloth, (size / 2, size * 0.56), mark, round(size * 0.42), ink)
    inner = mask.resize((size - 4, size - 4))
    image.paste(cloth.resize((size - 4, size - 4)), (2, 2), inner)
    return image


@lru_cache(maxsize=16)
def climb(category: int, size: int) -> Image.Image:
    """The board of a climb: its category, white on red, as RGBA."""
    image = Image.new("RGBA", (size, size), (*DARK, 0))
    image.paste((*INK, 255), (0, 0), kit.slab((size, size), size * 0.3))
    image.paste((*CLIMB, 255), (2, 2), kit.slab((size - 4, size - 4), size * 0.24))
    kit.write(image, (size / 2, size / 2), str(category), 22, INK, weight=800)
    return image


def chequers(canvas: Image.Image, corner: tuple[int, int], height: int, *, side: int = 8, columns: int = 2) -> None:
    """The finish line, from its upper left corner."""
    left, top = corner
    for row in range(-(-height // side)):
        for column in range(columns):
            box = (
                left + column * side,
                top + row * side,
                left + (column + 1) * side,
                min(top + (row + 1) * side, top + height),
            )
            canvas.paste(DARK if (row + column) % 2 else INK, box)
