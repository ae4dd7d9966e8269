"""The road: scenery for each terrain, and room for the breakaways side by side."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import ceil

from PIL import Image

from render import kit
from render.kit import DARK, INK, Colour, Point
from render.pen import Pen, arc
from render.superechelon import colours as c
from render.superechelon.cards import CHIPS, HEIGHTS

SCENE = 92  # pixels of scenery above the road
HEAD = 44  # pixels of a breakaway's letter and total
GAP = 6
STEP = 7  # pixels that each rider of an echelon is further back
SIDE = 10
EMPTY = 90  # pixels of road while no one is on it
TALL = 330  # pixels that the breakaways should keep to
WIDE = 400.0  # units across the scenery


@dataclass(frozen=True, slots=True)
class Lane:
    """Room for a breakaway: a box in pixels from the top of the road, and how many cards fit side by side in it."""

    left: int
    top: int
    width: int
    height: int
    columns: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Room for all of them, and the width of a card."""

    chip: int
    lanes: tuple[Lane, ...]
    height: int


@lru_cache(maxsize=1024)
def arrange(counts: tuple[int, ...], tall: int = TALL, sizes: tuple[int, ...] = tuple(CHIPS)) -> Layout:
    """The largest cards with which breakaways of these sizes fit on the road; else the flattest road."""
    layouts = [layout for chip in sizes for rows in range(1, 8) if (layout := _shelves(counts, chip, rows))]
    fitting = [layout for layout in layouts if layout.height <= tall]
    if fitting:
        largest = max(HEIGHTS[layout.chip] for layout in fitting)
        return min((layout for layout in fitting if HEIGHTS[layout.chip] == largest), key=lambda layout: layout.height)
    return min(layouts, key=lambda layout: layout.height)


def _shelves(counts: tuple[int, ...], chip: int, rows: int) -> Layout | None:
    """Breakaways of at most `rows` rows of cards, from left to right and on to the next shelf; None if one is wider."""
    shelves: list[list[tuple[int, int, int]]] = [[]]
    room = kit.WIDTH - 2 * SIDE
    for count in counts:
        columns = ceil(count / rows)
        width = columns * (chip + GAP) + SIDE
        height = HEAD + ceil(count / columns) * (HEIGHTS[chip] + GAP) + STEP * (columns - 1) + GAP
        if width > room:
            return None
        if sum(b[0] + SIDE for b in shelves[-1]) + width > room:
            shelves.append([])
        shelves[-1].append((width, height, columns))
    lanes: list[Lane] = []
    top = SIDE
    for shelf in shelves:
        tall = max((height for _, height, _ in shelf), default=0)
        left = (kit.WIDTH - sum(width for width, _, _ in shelf) - SIDE * (len(shelf) - 1)) // 2
        for width, _, columns in shelf:
            lanes.append(Lane(left, top, width, tall, columns))
            left += width + SIDE
        top += tall + SIDE
    return Layout(chip, tuple(lanes), top)


def spots(lane: Lane, count: int, chip: int) -> list[tuple[int, int]]:
    """The upper left corners of this many cards in a lane: an echelon, each a little further back."""
    places: list[tuple[int, int]] = []
    for index in range(count):
        row, column = divmod(index, lane.columns)
        x = lane.left + SIDE // 2 + GAP // 2 + column * (chip + GAP)
        places.append((x, lane.top + HEAD + row * (HEIGHTS[chip] + GAP) + STEP * column))
    return places


def start_line(canvas: Image.Image, top: int, height: int) -> None:
    """Chequers across an empty road."""
    side = height // 8
    for row in range(8):
        for column in range(2):
            left, high = kit.WIDTH - 120 + column * side, top + row * side
            canvas.paste(DARK if (row + column) % 2 else INK, (left, high, left + side, high + side))


# --- scenery


def ground(terrain: str, height: int) -> Image.Image:
    """Scenery with `height` pixels of road below, RGB."""
    image = Image.new("RGB", (kit.WIDTH, SCENE + height), c.ASPHALT)
    image.paste(_scenery(terrain), (0, 0))
    if terrain == "classic":
        image.paste(_cobbles(), (0, SCENE))
    image.paste(INK, (0, SCENE, kit.WIDTH, SCENE + 3))
    image.paste(DARK, (0, SCENE - 2, kit.WIDTH, SCENE))
    return image


@cache
def _scenery(terrain: str) -> Image.Image:
    pen = Pen((kit.WIDTH, SCENE), (0, 0), WIDE, SKIES[terrain])
    SCENES[terrain](pen)
    return pen.image()


@cache
def _cobbles() -> Image.Image:
    """As long a road of cobbles as may be needed."""
    image = Image.new("RGB", (kit.WIDTH, 2 * TALL), c.VERGE)
    for row, top in enumerate(range(4, image.height, 20)):
        for left in range(-20 + row % 2 * 18, kit.WIDTH, 36):
            image.paste(c.ASPHALT, (left, top), kit.slab((33, 17), 6))
    return image


def _land(pen: Pen, points: Sequence[Point], colour: Colour) -> None:
    pen.shape([(-10, 60), *points, (410, 60)], colour, edge=0)


def _wave(top: float, swing: float, length: float, shift: float) -> list[Point]:
    """A rolling skyline."""
    count = round(WIDE / length) + 2
    crests = [
        arc((shift + index * length, top + swing), (length / 2, swing * (1 + index % 2 * 0.6)), 180, 360)
        for index in range(count)
    ]
    return [point for crest in crests for point in crest]


def _flat(pen: Pen) -> None:
    """Fields, poplars and a windmill under a low sun."""
    pen.disc(318, 24, 11, c.SUN, edge=0)
    for x, y, r in ((60, 10, 6), (70, 8, 8), (82, 11, 6), (210, 14, 5), (219, 12, 7), (229, 15, 5)):
        pen.disc(x, y, r, INK, edge=0)
    _land(pen, [(-10, 30), (140, 27), (260, 30), (410, 27)], c.GRASS)
    for x in (20, 29, 38, 47, 276, 285, 352, 361, 370):
        pen.shape(arc((x, 24), (2.8, 9), 0, 360), c.PINE, edge=0)
    pen.shape([(146, 32), (149, 14), (157, 14), (160, 32)], INK, edge=0.9)
    pen.shape([(147, 14), (153, 8), (159, 14)], c.RED, edge=0.9)
    for dx, dy in ((13, 4), (-4, 13), (-13, -4), (4, -13)):
        pen.line([(153, 15), (153 + dx, 15 + dy)], 1.8, c.MUD, edge=0.5)
    _land(pen, [(-10, 38), (410, 34)], c.LIME)
    for index in range(9):
        pen.line([(index * 52 - 20, 46), (index * 40 + 36, 36)], 1.4, c.MEADOW, edge=0)
    _land(pen, [(-10, 43), (410, 43)], c.MEADOW)


def _mountain(pen: Pen) -> None:
    """Peaks with snow, and the hairpins of the next pass."""
    _land(pen, [(-10, 26), (30, 12), (60, 26), (96, 6), (140, 30), (190, 10), (240, 28), (410, 20)], c.STEEL)
    ridge: list[Point] = [(-10, 40), (36, 18), (70, 34), (120, 4), (168, 36), (224, 14), (262, 32), (318, 2), (372, 34)]
    _land(pen, [*ridge, (410, 20)], c.ROCK)
    for x, y, r in ((120, 4, 11), (318, 2, 12), (224, 14, 7), (36, 18, 6)):
        cap = [(x, y), (x + r * 1.25, y + r * 0.9), (x + r * 0.5, y + r * 0.6), (x, y + r), (x - r * 0.5, y + r * 0.6)]
        pen.shape([*cap, (x - r * 1.4, y + r * 0.9)], INK, edge=0)
    _land(pen, [(-10, 34), (60, 40), (150, 36), (240, 30), (330, 36), (410, 30)], c.PINE)
    pen.line([(262, 43), (330, 40), (268, 37), (312, 34), (276, 32)], 2.2, c.SAND, edge=0.5)
    for x in range(6, 400, 22):
        pen.shape([(x, 44), (x + 4, 34 - x % 5), (x + 8, 44)], c.MEADOW, edge=0)
    _land(pen, [(-10, 43), (410, 43)], c.MEADOW)


def _trial(pen: Pen) -> None:
    """A town at dusk, flags, and the ramp where each starts alone."""
    _land(pen, _wave(26, 8, 90, 0), c.VIOLET)
    for x, width, top in ((20, 26, 22), (50, 18, 14), (72, 30, 26), (250, 22, 18), (276, 30, 25), (310, 18, 12)):
        pen.shape([(x, 44), (x, top), (x + width, top), (x + width, 44)], c.DUSK, edge=0)
        for window in range(x + 4, x + width - 4, 7):
            pen.line([(window, top + 6), (window, top + 8)], 2.4, c.SUN, edge=0)
    for x in range(126, 240, 16):
        pen.line([(x, 44), (x, 20)], 1.4, INK, edge=0.4)
        pen.shape([(x, 19), (x + 11, 22), (x, 26)], (c.RED, c.SUN, c.GREEN)[x // 16 % 3], edge=0.5)
    pen.shape([(340, 44), (356, 30), (384, 30), (400, 44)], c.STEEL, edge=0.9)
    pen.line([(358, 30), (358, 12), (382, 12), (382, 30)], 2.4, c.BLUE, edge=0.7)
    pen.disc(370, 11, 7, INK, edge=1)
    pen.line([(370, 11), (370, 7)], 1.2, DARK, edge=0)
    pen.line([(370, 11), (373, 13)], 1.2, c.RED, edge=0)
    _land(pen, [(-10, 42), (410, 42)], c.CLOUD)


def _classic(pen: Pen) -> None:
    """Brick houses, a belfry and a chimney beyond ploughed fields."""
    _land(pen, [(-10, 30), (100, 26), (220, 31), (410, 26)], c.MEADOW)
    for x, width, top, colour in (
        (34, 18, 22, c.ORANGE),
        (54, 16, 25, c.BLUSH),
        (126, 18, 23, c.ORANGE),
        (250, 18, 24, c.BLUSH),
        (270, 20, 21, c.ORANGE),
    ):
        pen.shape([(x, 36), (x, top), (x + width, top), (x + width, 36)], colour, edge=0.8)
        pen.shape([(x - 2, top), (x + width / 2, top - 8), (x + width + 2, top)], c.MUD, edge=0.8)
        pen.line([(x + width / 2, top + 4), (x + width / 2, top + 6)], 3, INK, edge=0.5)
    pen.shape([(88, 36), (88, 14), (96, 2), (104, 14), (104, 36)], c.STEEL, edge=0.9)
    pen.disc(96, 19, 4, INK, edge=0.8)
    pen.line([(96, 19), (96, 16.5)], 0.9, DARK, edge=0)
    pen.shape([(340, 34), (342, 6), (347, 6), (349, 34)], c.BLUSH, edge=0.8)
    for x, y, r in ((350, 4, 3.5), (358, 3, 4.5), (369, 4, 5.5)):
        pen.disc(x, y, r, c.STEEL, edge=0)
    _land(pen, [(-10, 37), (140, 33), (300, 37), (410, 33)], c.SAND)
    for index in range(11):
        pen.line([(index * 44 - 20, 47), (index * 36 + 20, 36)], 1.6, c.MUD, edge=0)
    _land(pen, [(-10, 43), (410, 43)], c.GRASS)


SCENES: dict[str, Callable[[Pen], None]] = {"flat": _flat, "mountain": _mountain, "trial": _trial, "classic": _classic}
SKIES: dict[str, Colour] = {"flat": c.SKY, "mountain": c.SKY, "trial": c.PEACH, "classic": c.STORM}
