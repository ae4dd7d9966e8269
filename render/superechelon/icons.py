"""Small signs: the four terrains, a leader's jersey, a stack of cards, a loot bag, a cup."""

from collections.abc import Callable
from functools import cache, lru_cache

from PIL import Image, ImageDraw

from engines.superechelon import TERRAINS
from render import kit
from render.kit import DARK, GOLD, INK, Colour
from render.masks import cup
from render.superechelon.colours import MUD, PAPER, TERRAIN, TERRAIN_INK, TOUR

Draw = Callable[[ImageDraw.ImageDraw, float], object]


def _flat(brush: ImageDraw.ImageDraw, unit: float) -> None:
    """A low sun over a straight horizon."""
    brush.pieslice([v * unit for v in (27, 22, 73, 68)], 180, 360, fill=255)
    for x0, y0, x1, y1 in ((8, 52, 92, 61), (18, 72, 82, 81)):
        brush.rounded_rectangle([v * unit for v in (x0, y0, x1, y1)], 4 * unit, fill=255)


def _mountain(brush: ImageDraw.ImageDraw, unit: float) -> None:
    """Two peaks."""
    for peak in (((4, 82), (36, 24), (68, 82)), ((50, 82), (70, 44), (96, 82))):
        brush.polygon([(x * unit, y * unit) for x, y in peak], fill=255)


def _trial(brush: ImageDraw.ImageDraw, unit: float) -> None:
    """A stopwatch."""
    brush.ellipse([v * unit for v in (18, 24, 82, 88)], fill=255)
    brush.ellipse([v * unit for v in (29, 35, 71, 77)], fill=0)
    brush.rectangle([v * unit for v in (43, 8, 57, 26)], fill=255)
    brush.line([(50 * unit, 57 * unit), (50 * unit, 38 * unit)], fill=255, width=round(9 * unit))
    brush.line([(50 * unit, 57 * unit), (62 * unit, 57 * unit)], fill=255, width=round(9 * unit))


def _classic(brush: ImageDraw.ImageDraw, unit: float) -> None:
    """Cobbles."""
    rows = (
        (20, ((6, 34), (40, 66), (72, 94))),
        (43, ((6, 20), (26, 54), (60, 94))),
        (66, ((6, 40), (46, 74), (80, 94))),
    )
    for top, stones in rows:
        for left, right in stones:
            brush.rounded_rectangle([v * unit for v in (left, top, right, top + 18)], 5 * unit, fill=255)


def _bag(brush: ImageDraw.ImageDraw, unit: float) -> None:
    """A tied musette."""
    brush.ellipse([v * unit for v in (14, 34, 86, 96)], fill=255)
    brush.polygon([(x * unit, y * unit) for x, y in ((30, 8), (70, 8), (60, 38), (40, 38))], fill=255)


def _shirt(brush: ImageDraw.ImageDraw, unit: float) -> None:
    outline = ((30, 8), (70, 8), (97, 26), (86, 48), (76, 42), (76, 94), (24, 94), (24, 42), (14, 48), (3, 26))
    brush.polygon([(x * unit, y * unit) for x, y in outline], fill=255)


_SIGNS: dict[str, Draw] = {
    **dict(zip(TERRAINS, (_flat, _mountain, _trial, _classic), strict=True)),
    "bag": _bag,
    "cup": cup,
    "shirt": _shirt,
}


@lru_cache(maxsize=128)
def sign(name: str, size: int) -> Image.Image:
    """The mask of a sign."""
    draw = _SIGNS[name]
    return kit.shape((size, size), lambda brush, factor: draw(brush, factor * size / 100))


def put_sign(canvas: Image.Image, point: kit.Point, name: str, size: int, colour: Colour) -> None:
    """A sign in one colour, its middle at `at`."""
    canvas.paste(colour, (round(point[0] - size / 2), round(point[1] - size / 2)), sign(name, size))


@lru_cache(maxsize=64)
def tile(terrain: str, size: int) -> Image.Image:
    """A terrain's icon on its colour, RGBA; the back of a card in small."""
    image = Image.new("RGBA", (size, size), (*DARK, 255))
    inner = size - 4
    image.paste(TERRAIN[terrain], (2, 2), kit.slab((inner, inner), size * 0.16))
    image.paste(TERRAIN_INK[terrain], (4, 4), sign(terrain, size - 8))
    image.putalpha(kit.slab((size, size), size * 0.22))
    return image


@cache
def back(terrain: str, size: tuple[int, int]) -> Image.Image:
    """The back of a card, RGBA."""
    image = Image.new("RGBA", size, (*DARK, 255))
    image.paste(PAPER, (1, 1), kit.slab((size[0] - 2, size[1] - 2), size[0] * 0.16))
    image.paste(TERRAIN[terrain], (3, 3), kit.slab((size[0] - 6, size[1] - 6), size[0] * 0.13))
    side = min(size) - 8
    place = ((size[0] - side) // 2, (size[1] - side) // 2)
    image.paste(TERRAIN_INK[terrain], place, sign(terrain, side))
    image.putalpha(kit.slab(size, size[0] * 0.18))
    return image


@cache
def leader(tour: int, size: int) -> Image.Image:
    """The leader's jersey of a tour of the season (from 1) with its number, RGBA."""
    image = Image.new("RGBA", (size, size), (*DARK, 0))
    mask = sign("shirt", size)
    image.paste((*DARK, 255), (0, 0), mask)
    image.paste((*TOUR[tour - 1], 255), (2, 2), sign("shirt", size - 4))
    kit.write(image, (size / 2, size * 0.56), str(tour), 22, DARK, weight=800)
    return image


@cache
def stack(size: int) -> Image.Image:
    """A small pile of cards, RGBA."""
    image = Image.new("RGBA", (size, size), (*DARK, 0))
    width, height = round(size * 0.6), round(size * 0.8)
    for step in (2, 1, 0):
        corner = (round(step * size * 0.18), round((2 - step) * size * 0.09))
        image.paste((*DARK, 255), corner, kit.slab((width, height), size * 0.12))
        image.paste((*PAPER, 255), (corner[0] + 1, corner[1] + 1), kit.slab((width - 2, height - 2), size * 0.1))
    return image


@cache
def bag(size: int) -> Image.Image:
    """Loot, RGBA."""
    image = Image.new("RGBA", (size, size), (*DARK, 0))
    image.paste((*INK, 255), (0, 0), sign("bag", size))
    image.paste((*MUD, 255), (2, 2), sign("bag", size - 4))
    image.paste((*GOLD, 255), (round(size * 0.3), round(size * 0.33)), kit.slab((round(size * 0.4), 4), 2))
    return image
