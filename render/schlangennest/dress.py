"""Dress of Schlangennest's players on the podium: the skin of their snake, and the sign that it has."""

from functools import partial

from PIL import Image

from engines.table import Seat
from render import kit
from render.kit import Colour
from render.schlangennest.colours import SKINS
from render.schlangennest.squares import SIGNS, badge
from render.style import Dress, Wardrobe

SCALE, APART = 6, 15  # pixels: half a scale, and from one to the next


def dress(seat: Seat) -> Dress:
    """A jersey with the snake's scales."""
    skin = SKINS[str(seat)]
    return Dress(skin.base, skin.scale, partial(_scales, seat))


def emblem(seat: Seat) -> Image.Image:
    """The snake's sign, RGBA."""
    return badge(seat, 20)


def colours(seat: Seat) -> list[Colour]:
    """What a palette must hold for both."""
    skin = SKINS[str(seat)]
    return [skin.line, skin.base, skin.scale]


def _scales(seat: Seat, size: tuple[int, int]) -> Image.Image:
    skin = SKINS[str(seat)]
    image = Image.new("RGB", size, skin.base)
    shape = SIGNS.get(skin.pattern)
    for row, y in enumerate(range(SCALE, size[1] + SCALE, APART)):
        for x in range(SCALE + row % 2 * APART // 2, size[0] + SCALE, APART):
            if shape is None:
                kit.dot(image, (x, y), SCALE / 2, skin.scale)
            else:
                kit.paint(image, [(x + dx * SCALE, y + dy * SCALE) for dx, dy in shape], skin.scale)
    return image


WARDROBE = Wardrobe(dress, emblem, colours)
