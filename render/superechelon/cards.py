"""Faces of cards: large ones for a hand, small ones for the road."""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engines.superechelon import BAD, CARDS, FIGURES, GOOD, TERRAINS
from engines.table import Seat
from render import kit
from render.kit import DARK, GOLD, GREY, INK, Colour
from render.superechelon.colours import GC, PAPER, TERRAIN
from render.superechelon.figures import figure
from render.superechelon.icons import tile

CARD = (152, 244)
ART = (140, 128)
COLUMN = 35  # of one stage value
CHIPS = {112: 132, 92: 116, 76: 102}  # widths of small cards and their heights
TAG = 110  # width of a card of one line: head, worth and player
HEIGHTS = {**CHIPS, TAG: 50}
SLIM = 80  # up to this width numbers are a little smaller
FOOT = 42  # of a small card, where its numbers stand


def face(card: str, terrain: str, edge: Colour = DARK) -> Image.Image:
    """A card of a hand, RGBA: GC in red, its back as a strip, and its values with the one that counts now on gold."""
    values = CARDS[card]
    return _face(values.figure, values.back, terrain, edge)


@lru_cache(maxsize=128)
def _face(name: str, back: str, terrain: str, edge: Colour) -> Image.Image:
    gc = FIGURES[name].gc
    image = _paper(CARD, 14, edge)
    width = CARD[0]
    image.paste(TERRAIN[back], (6, 6), kit.slab((width - 12, 20), 8))
    image.paste(PAPER, (6, 16, width - 6, 40))
    image.paste(figure(name, ART), (6, 18), kit.slab(ART, 4))
    _points(image, gc, (4, 14), (46 if gc > 9 else 36, 40), 34)
    sign = tile(back, 36)
    image.paste(sign, (width - 42, 4), sign)
    for column, other in enumerate(TERRAINS):
        _value(image, name, column, other == terrain)
    return image


def _value(image: Image.Image, name: str, column: int, now: bool) -> None:
    """One of the four values at the bottom."""
    x, top = 6 + COLUMN * column, 150
    middle = x + COLUMN / 2
    if now:
        kit.block(image, (x - 2, top - 4, COLUMN + 4, 94), 9, DARK)
        kit.block(image, (x, top - 2, COLUMN, 90), 8, GOLD)
    sign = tile(TERRAINS[column], 30)
    image.paste(sign, (round(middle - 15), top + 2), sign)
    points = "=" if name == GOOD else str(FIGURES[name].points[column])
    size = (30 if len(points) > 1 else 34) if now else 25
    kit.write(image, (middle, top + 61), points, size, DARK, weight=850 if now else 600)


def _points(image: Image.Image, gc: int, corner: tuple[int, int], size: tuple[int, int], glyph: int) -> None:
    """GC points in red on a corner of paper."""
    image.paste(PAPER, corner, kit.slab(size, 9))
    kit.write(image, (corner[0] + size[0] / 2, corner[1] + size[1] / 2), str(gc), glyph, GC, weight=850)


def _paper(size: tuple[int, int], radius: int, edge: Colour) -> Image.Image:
    image = Image.new("RGBA", size, (*edge, 255))
    rim = 2 if edge == DARK else 4
    inner = (size[0] - 2 * rim, size[1] - 2 * rim)
    image.paste(PAPER, (rim, rim), kit.slab(inner, radius - rim / 2))
    image.putalpha(kit.slab(size, radius))
    return image


def chip(
    card: str,
    points: int | None,
    seat: Seat,
    width: int,
    *,
    gone: bool = False,
    edge: Colour = DARK,
    link: str = "",
) -> Image.Image:
    """A card on the road, RGBA: the rider, their worth here, GC and player; `gone` strikes the rider out.

    `link` is the figure that a Good Day copies, or that a Bad Day has cancelled.
    """
    values = CARDS[card]
    draw = _tag if width == TAG else _chip
    return draw(Chip(values.figure, values.back, points, seat, width, gone, edge, link))


@dataclass(frozen=True, slots=True)
class Chip:
    """All that a small card shows; cards that show the same are drawn once."""

    figure: str  # a key of FIGURES
    back: str  # the terrain on the back
    points: int | None  # its worth here
    seat: Seat  # whose number is shown
    width: int  # in pixels
    gone: bool  # strikes the rider out
    edge: Colour  # the frame
    link: str  # figure that a Good Day copies, or a Bad Day has cancelled


@lru_cache(maxsize=384)
def _chip(shown: Chip) -> Image.Image:
    width, gc = shown.width, FIGURES[shown.figure].gc
    size = (width, CHIPS[width])
    image = _paper(size, 11, shown.edge)
    art = (width - 8, size[1] - FOOT - 4)
    image.paste(figure(shown.figure, art, close=True), (4, 4), kit.slab(art, 7))
    if shown.link:
        _linked(image, shown.link, shown.figure == BAD, (width - 4, 4 + art[1]), round(art[1] * 0.62))
    middle = size[1] - FOOT / 2
    image.paste(TERRAIN[shown.back], (4, size[1] - FOOT + 1, width - 4, size[1] - FOOT + 5))
    if shown.gone:
        _strike(image, art)
    _points(image, gc, (3, 3), (36 if gc > 9 else 24, 26), 22)
    kit.block(image, (width - 42, round(middle - 16), 39, 35), 9, DARK)
    jersey = kit.jersey(shown.seat, 32)
    image.paste(jersey, (width - 39, round(middle - 14)), jersey)
    if shown.points is not None:
        x, glyph = (21, 30) if width > SLIM else (19, 27)
        kit.write(image, (x, middle + 2), str(shown.points), glyph, DARK, weight=850)
    return image


@lru_cache(maxsize=384)
def _tag(shown: Chip) -> Image.Image:
    height = HEIGHTS[TAG]
    image = _paper((TAG, height), 11, shown.edge)
    art = (40, height - 8)
    image.paste(figure(shown.figure, art, close=True), (4, 4), kit.slab(art, 7))
    if shown.gone:
        _strike(image, art)
    if shown.points is not None:
        kit.write(image, (58, height / 2), str(shown.points), 26, DARK, weight=850)
    kit.block(image, (TAG - 41, 7, 37, 36), 9, DARK)
    jersey = kit.jersey(shown.seat, 32)
    image.paste(jersey, (TAG - 38, 10), jersey)
    return image


def _linked(image: Image.Image, name: str, cancelled: bool, corner: tuple[int, int], side: int) -> None:
    """Another figure in the lower right corner of the art."""
    left, top = corner[0] - side, corner[1] - side
    kit.block(image, (left - 3, top - 3, side + 3, side + 3), 8, GC if cancelled else GOLD)
    image.paste(figure(name, (side - 3, side - 3), close=True), (left, top), kit.slab((side - 3, side - 3), 6))
    if cancelled:
        kit.paint(image, [(left + 4, top + 4), (left + side - 8, top + side - 8)], GC, width=4)
        kit.paint(image, [(left + side - 8, top + 4), (left + 4, top + side - 8)], GC, width=4)


def _strike(image: Image.Image, art: tuple[int, int]) -> None:
    """The rider pale, with two red strokes across."""
    box = (4, 4, 4 + art[0], 4 + art[1])
    pale = Image.blend(Image.new("RGB", art, GREY), image.crop(box).convert("RGB"), 0.45)
    image.paste(pale, box[:2], kit.slab(art, 7))
    left, top, right, bottom = box[0] + 14, box[1] + 10, box[2] - 14, box[3] - 10
    for start, end in (((left, top), (right, bottom)), ((right, top), (left, bottom))):
        kit.paint(image, [start, end], INK, width=11)
        kit.paint(image, [start, end], GC, width=7)
