"""Squares with what lies on them: ground and border, cards, and the signs of open ends."""

from functools import cache, lru_cache

from PIL import Image, ImageDraw

from engines.schlangennest import Nest, reaches, square
from render import kit
from render.kit import DARK, DIM, GOLD, NIGHT, Point, put
from render.schlangennest.cards import picture
from render.schlangennest.choice import open_ends_by_square
from render.schlangennest.colours import BORDER, NEST, RIM, SKINS
from render.schlangennest.plan import GUTTER, TOP, Rect, Window

WALL = 6  # of a border, in pixels
LABEL = 22
OUT = ((0, -1), (1, 0), (0, 1), (-1, 0))  # a step through each side


def lay_ground(canvas: Image.Image, nest: Nest, window: Window) -> None:
    """The free squares, lighter where straights and curves may still lie, and the border around these."""
    cell, inside = window.cell, reaches(nest.field, nest.box)
    free, beyond = _square(cell, True), _square(cell, False)
    for row in range(window.rect[1], window.rect[3] + 1):
        for column in range(window.rect[0], window.rect[2] + 1):
            if square(column, row) not in nest.cards:
                lit = not inside or any(_holds(rect, column, row) for rect in inside)
                canvas.paste(free if lit else beyond, window.corner(column, row))
    _border(canvas, nest, window, inside)


@lru_cache(maxsize=64)
def _square(cell: int, inside: bool) -> Image.Image:
    image = Image.new("RGB", (cell, cell), NIGHT)
    if inside:
        kit.block(image, (1, 1, cell - 2, cell - 2), cell * 0.07, NEST)
    else:
        kit.dot(image, (cell / 2, cell / 2), 2, RIM)
    return image


def _holds(rect: Rect, column: int, row: int) -> bool:
    return rect[0] <= column <= rect[2] and rect[1] <= row <= rect[3]


def _border(canvas: Image.Image, nest: Nest, window: Window, inside: tuple[Rect, ...]) -> None:
    """A solid wall where the border is fixed, a dashed one where it may still come to lie."""
    brush = ImageDraw.Draw(canvas)
    for rect in inside:
        for column in range(max(rect[0], window.rect[0]), min(rect[2], window.rect[2]) + 1):
            for row in range(max(rect[1], window.rect[1]), min(rect[3], window.rect[3]) + 1):
                for side, (dx, dy) in enumerate(OUT):
                    if not any(_holds(other, column + dx, row + dy) for other in inside):
                        _wall(brush, window, (column, row), side, len(inside) == 1 and _fixed(nest, rect, side))


def _fixed(nest: Nest, rect: Rect, side: int) -> bool:
    """Whether the border on that side can't move any more."""
    if nest.field.rect:
        return True
    first = 0 if side % 2 else 1
    return rect[first : first + 3 : 2] == nest.box[first : first + 3 : 2]


def _wall(brush: ImageDraw.ImageDraw, window: Window, place: tuple[int, int], side: int, solid: bool) -> None:
    x, y = window.corner(*place)
    cell = window.cell
    dashes = [(-WALL, cell + WALL)] if solid else [(x, x + cell // 6) for x in range(cell // 12, cell, cell // 3)]
    for start, end in dashes:
        match side:
            case 0:
                box = (x + start, y - WALL, x + end - 1, y - 1)
            case 1:
                box = (x + cell, y + start, x + cell + WALL - 1, y + end - 1)
            case 2:
                box = (x + start, y + cell, x + end - 1, y + cell + WALL - 1)
            case _:
                box = (x - WALL, y + start, x - 1, y + end - 1)
        brush.rectangle(box, fill=BORDER)


def lay_cards(canvas: Image.Image, nest: Nest, window: Window) -> None:
    """Every card in the window."""
    for name, card in nest.cards.items():
        if window.shows(name):
            canvas.paste(picture(card, window.cell), window.at(name))


def mark_ends(canvas: Image.Image, nest: Nest, window: Window, golden: frozenset[str]) -> None:
    """A sign of its snake in front of every open end, with a golden rim for the snakes in `golden`."""
    for name, ends in open_ends_by_square(nest).items():
        if window.shows(name):
            for side, snake in ends:
                put(canvas, end_at(window, name, side), badge(snake, radius(window.cell), str(snake) in golden))


def radius(cell: int) -> int:
    """How large the sign of an open end is."""
    return min(max(round(cell * 0.18), 11), 17)


def end_at(window: Window, name: str, side: int) -> Point:
    """Where the sign of an end that enters the square through that side is."""
    (x, y), (dx, dy) = window.middle(name), OUT[side]
    away = window.cell / 2 - radius(window.cell) - 1
    return x + away * dx, y + away * dy


SIGNS: dict[str, tuple[Point, ...]] = {
    "diamonds": ((0, -0.66), (0.56, 0), (0, 0.66), (-0.56, 0)),
    "bands": ((-0.46, -0.46), (0.46, -0.46), (0.46, 0.46), (-0.46, 0.46)),
    "zigzag": ((0, -0.62), (0.62, 0.44), (-0.62, 0.44)),
}


@lru_cache(maxsize=64)
def badge(snake: int, size: int, golden: bool = False) -> Image.Image:
    """The sign of a snake on a disc of its colour, as RGBA."""
    skin, rim = SKINS[str(snake)], 3 if golden else 2
    side = 2 * (size + rim)
    image = Image.new("RGBA", (side, side), (*DARK, 0))
    middle = (side / 2, side / 2)

    def disc(reach: float) -> Image.Image:
        def draw(brush: ImageDraw.ImageDraw, factor: int) -> None:
            box = ((middle[0] - reach) * factor, (middle[1] - reach) * factor)
            brush.ellipse((*box, (middle[0] + reach) * factor - 1, (middle[1] + reach) * factor - 1), fill=255)

        return kit.shape((side, side), draw)

    def sign(brush: ImageDraw.ImageDraw, factor: int) -> None:
        points = SIGNS.get(skin.pattern)
        if points:
            brush.polygon([((middle[0] + x * size) * factor, (middle[1] + y * size) * factor) for x, y in points], 255)
        else:
            reach = 0.5 * size
            low, high = (middle[0] - reach) * factor, (middle[0] + reach) * factor
            brush.ellipse((low, low, high, high), fill=255)

    image.paste((*(GOLD if golden else skin.line), 255), (0, 0), disc(size + rim))
    if golden:
        image.paste((*skin.line, 255), (0, 0), disc(size + 1))
    image.paste((*skin.base, 255), (0, 0), disc(size))
    image.paste((*skin.scale, 255), (0, 0), kit.shape((side, side), sign))
    return image


@cache
def spot() -> Image.Image:
    """A golden ring, the sign of a square that can be chosen, as RGBA."""
    image = Image.new("RGB", (26, 26), GOLD)
    kit.dot(image, (13, 13), 6, NEST)
    image.putalpha(kit.slab((26, 26), 13))
    return image


def number(canvas: Image.Image, point: Point, n: int) -> None:
    """The number of a place that can be chosen, as its label has it."""
    kit.dot(canvas, point, 17, GOLD)
    kit.dot(canvas, point, 15, DARK)
    kit.write(canvas, point, str(n), 22, GOLD, weight=700)


def name_squares(canvas: Image.Image, window: Window) -> None:
    """The letters of the columns above, the numbers of the rows on the left."""
    cell, (left, top, right, bottom) = window.cell, window.rect
    step = 1 if cell >= 40 else 2
    for column in range(left, right + 1, step):
        x = window.corner(column, top)[0] + cell / 2
        kit.write(canvas, (x, window.top - TOP / 2), square(column, 1).rstrip("1"), LABEL, DIM, weight=650)
    for row in range(top, bottom + 1, step):
        y = window.corner(left, row)[1] + cell / 2
        kit.write(canvas, (window.left - GUTTER / 2 - 4, y), square(1, row)[1:], LABEL, DIM, weight=650)


@lru_cache(maxsize=64)
def frame(cell: int, width: int) -> Image.Image:
    """The mask of an outline around a card."""

    def draw(brush: ImageDraw.ImageDraw, factor: int) -> None:
        box = (0, 0, cell * factor - 1, cell * factor - 1)
        brush.rounded_rectangle(box, cell * 0.08 * factor, outline=255, width=width * factor)

    return kit.shape((cell, cell), draw)


def outline(canvas: Image.Image, window: Window, name: str, width: int, colour: kit.Colour) -> None:
    """An outline around a square."""
    if window.shows(name):
        canvas.paste(colour, window.at(name), frame(window.cell, width))
