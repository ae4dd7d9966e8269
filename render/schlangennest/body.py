"""Parts of snakes on a card: bodies with scales, heads with eyes and tongue, tails that taper.

Everything is measured in cards: a card reaches from (0, 0) to (1, 1). A part is drawn over what lies there already and
leaves a gap of the card's colour beside itself, so that of two strands that cross one goes over the other.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import cos, fsum, hypot, pi, sin

from PIL import ImageDraw

from render.kit import DARK, Colour, Point
from render.schlangennest.colours import CARD, EYE, TONGUE, Skin

HALF = 0.165  # of a body's width
GAP = 0.05
HEAD = (0.195, 0.185)  # from the middle of a head to the snout and to the cheek
INSETS = {"line": 0.0, "edge": 0.03, "base": 0.055, "light": 0.115}  # from the outline inwards
STEPS = 24
SCALED = {"body": STEPS + 1, "tail": STEPS - 5, "head": STEPS - 4}  # how many points of a line carry scales

Line = tuple[tuple[float, float, float], ...]  # x, y and half the width there


@cache
def body(sides: tuple[int, ...]) -> Line:
    """The middle line of a part that joins two sides of its card."""
    if sides[0] % 2 == sides[1] % 2:
        return tuple((*_turned((0.5, step / STEPS), 1 if sides[0] % 2 else 0), HALF) for step in range(STEPS + 1))
    # north and east at first, around the upper right corner
    quarter = next(side for side in sides if (side + 1) % 4 in sides)
    bow = [(1 - 0.5 * cos(pi / 2 * step / STEPS), 0.5 * sin(pi / 2 * step / STEPS)) for step in range(STEPS + 1)]
    return tuple((*_turned(point, quarter), HALF) for point in bow)


@cache
def tail(side: int) -> Line:
    """A tail that comes in through that side: a slender point, where a head is round and leans aside."""
    way = _bow((0.5, 1), (0.5, 0.8), (0.42, 0.68), (0.57, 0.5))
    return tuple((*_turned(point, side + 2), HALF * (1 - t) ** 0.95) for point, t in way)


@cache
def head(side: int) -> Line:
    """A neck that comes in through that side, as far as the middle of its head."""
    way = _bow((0.5, 1), (0.49, 0.84), (0.5, 0.78), (0.61, 0.67))
    return tuple((*_turned(point, side + 2), HALF * (1 - 0.14 * t)) for point, t in way)


def _bow(*corners: Point) -> list[tuple[Point, float]]:
    """Points of a Bezier curve of four corners, with how far along they are."""
    points: list[tuple[Point, float]] = []
    for step in range(STEPS + 1):
        t = step / STEPS
        shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        # exact sums: Python's own `sum` rounds differently from 3.12 on
        x = fsum(share * corner[0] for share, corner in zip(shares, corners, strict=True))
        y = fsum(share * corner[1] for share, corner in zip(shares, corners, strict=True))
        points.append(((x, y), t))
    return points


def _turned(point: Point, quarters: int) -> Point:
    """The point after this many quarter turns of the card, clockwise."""
    x, y = point
    for _ in range(quarters % 4):
        x, y = 1 - y, x
    return x, y


# --- drawing


class Chalk:
    """A brush that draws in cards on a large square, `size` pixels wide."""

    def __init__(self, brush: ImageDraw.ImageDraw, size: int) -> None:
        self.brush = brush
        self.size = size

    def area(self, points: Sequence[Point], colour: Colour) -> None:
        """Fill a polygon."""
        self.brush.polygon([(x * self.size, y * self.size) for x, y in points], fill=colour)

    def disc(self, point: Point, radius: float, colour: Colour) -> None:
        """Fill a disc."""
        x, y, r = point[0] * self.size, point[1] * self.size, radius * self.size
        self.brush.ellipse((x - r, y - r, x + r, y + r), fill=colour)

    def stroke(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """A line with round corners and ends."""
        large = [(x * self.size, y * self.size) for x, y in points]
        self.brush.line(large, fill=colour, width=round(width * self.size), joint="curve")
        for end in (points[0], points[-1]):
            self.disc(end, width / 2, colour)

    def part(self, line: Line, skin: Skin, kind: str) -> None:
        """A part along that line; `kind` is "body", "tail" or "head"."""
        self._layer(line, kind, -GAP, CARD)
        if kind == "head":
            self._tongue(line)
        for layer, inset in INSETS.items():
            self._layer(line, kind, inset, getattr(skin, layer))
        SCALES[skin.pattern](self, line[: SCALED[kind]], skin)
        if kind == "head":
            self._face(line, skin)

    def _layer(self, line: Line, kind: str, inset: float, colour: Colour) -> None:
        self.area(_ribbon(line, inset), colour)
        if kind == "head":
            self.area(_egg(line, inset), colour)

    def _tongue(self, line: Line) -> None:
        root, fork = _beyond(line, 0.1, 0), _beyond(line, 0.28, 0)
        self.stroke((root, fork), 0.03, TONGUE)
        for side in (-1, 1):
            self.stroke((fork, _beyond(line, 0.345, 0.05 * side)), 0.026, TONGUE)

    def _face(self, line: Line, skin: Skin) -> None:
        self.area(
            [_beyond(line, *corner) for corner in ((0.12, 0), (-0.01, 0.075), (-0.13, 0), (-0.01, -0.075))], skin.scale
        )
        for side in (-1, 1):
            self.disc(_beyond(line, 0.045, 0.125 * side), 0.062, skin.line)
            self.disc(_beyond(line, 0.045, 0.125 * side), 0.05, EYE)
            self.disc(_beyond(line, 0.062, 0.122 * side), 0.029, DARK)


def _beyond(line: Line, along: float, aside: float) -> Point:
    """A point seen from the end of the line: so far on in its direction, and so far to the side."""
    (x, y, _), (dx, dy) = line[-1], _ahead(line, len(line) - 1)
    return x + along * dx - aside * dy, y + along * dy + aside * dx


def _egg(line: Line, inset: float) -> list[Point]:
    """The outline of a head around the end of the line, narrower at the snout."""
    points: list[Point] = []
    for step in range(2 * STEPS):
        angle = pi * step / STEPS
        along, aside = (HEAD[0] - inset) * cos(angle), (HEAD[1] - inset) * sin(angle) * (1 - 0.2 * cos(angle))
        points.append(_beyond(line, along, aside))
    return points


def _ahead(line: Line, index: int) -> Point:
    """The direction of the line there."""
    (x, y, _), (to_x, to_y, _) = line[max(index - 1, 0)], line[min(index + 1, len(line) - 1)]
    length = hypot(to_x - x, to_y - y)
    return (to_x - x) / length, (to_y - y) / length


def _ribbon(line: Line, inset: float) -> list[Point]:
    """The outline of a strand, moved inwards; a pointed end is drawn back as well."""
    pointed = line[-1][2] == 0
    kept = [index for index, (_, _, half) in enumerate(line) if half > inset or not pointed]
    left: list[Point] = []
    right: list[Point] = []
    for index in kept:
        (x, y, half), (dx, dy) = line[index], _ahead(line, index)
        wide = half - inset
        left.append((x + wide * dy, y - wide * dx))
        right.append((x - wide * dy, y + wide * dx))
    return left + right[::-1]


# --- scales: every pattern looks the same from both ends, because a snake has no direction until it is complete


def _stations(line: Line, count: int) -> list[tuple[float, float, float, Point]]:
    """The middles of `count` equal pieces of the line: x, y, half the width and the direction."""
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line)]
    total = fsum(lengths)
    count = max(1, round(count * total))
    step = total / count
    stations: list[tuple[float, float, float, Point]] = []
    gone = 0.0
    for index, length in enumerate(lengths):
        while len(stations) < count and gone + length >= (len(stations) + 0.5) * step:
            x, y, half = line[index]
            direction = _ahead(line, index)
            more = (len(stations) + 0.5) * step - gone
            stations.append((x + more * direction[0], y + more * direction[1], half, direction))
        gone += length
    return stations


def _diamonds(chalk: Chalk, line: Line, skin: Skin) -> None:
    for x, y, half, (dx, dy) in _stations(line, 4):
        for grow, colour in ((1.0, skin.scale), (0.42, skin.light)):
            a, b = 0.115 * grow * min(1, half / HALF * 1.2), 0.6 * half * grow
            shape = ((a, 0), (0, b), (-a, 0), (0, -b))
            chalk.area([(x + u * dx - v * dy, y + u * dy + v * dx) for u, v in shape], colour)


def _bands(chalk: Chalk, line: Line, skin: Skin) -> None:
    for x, y, half, (dx, dy) in _stations(line, 4):
        wide = max(half - 0.03, 0.01)
        shape = ((0.045, 0), (0.065, wide), (-0.065, wide), (-0.045, 0), (-0.065, -wide), (0.065, -wide))
        chalk.area([(x + u * dx - v * dy, y + u * dy + v * dx) for u, v in shape], skin.scale)


def _zigzag(chalk: Chalk, line: Line, skin: Skin) -> None:
    """An adder's back: a tooth to each side in turn, on the middle line at both ends."""
    points: list[Point] = [line[0][:2]]
    for index, (x, y, half, (dx, dy)) in enumerate(_stations(line, 6)):
        out = 0.5 * half * (-1) ** index
        points.append((x - out * dy, y + out * dx))
    chalk.stroke((*points, line[-1][:2]), 0.062, skin.scale)


def _spots(chalk: Chalk, line: Line, skin: Skin) -> None:
    for x, y, half, (dx, dy) in _stations(line, 4):
        for side in (-1, 1):
            out = 0.42 * half * side
            chalk.disc((x - out * dy, y + out * dx), 0.27 * half, skin.scale)


def _rings(chalk: Chalk, line: Line, skin: Skin) -> None:
    for x, y, half, (dx, dy) in _stations(line, 8):
        wide = max(half - 0.03, 0.01)
        chalk.stroke(((x - wide * dy, y + wide * dx), (x + wide * dy, y - wide * dx)), 0.018, skin.scale)


def _plain(chalk: Chalk, line: Line, skin: Skin) -> None:
    for x, y, half, _ in _stations(line, 6):
        chalk.disc((x, y), 0.16 * half, skin.scale)


SCALES = {
    "diamonds": _diamonds,
    "bands": _bands,
    "zigzag": _zigzag,
    "spots": _spots,
    "rings": _rings,
    "plain": _plain,
}
