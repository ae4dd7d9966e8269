"""Figures over time as lines, one a game, each with its own marker and its margin of error: ratings, accuracy."""

from collections.abc import Sequence
from datetime import date

from PIL import Image

from model.career import CurvePoint
from render import kit
from render.career.colours import GRID, SOFT, line_of
from render.career.signs import put_sign
from render.career.words import Dated
from render.kit import DIM, NIGHT, PANEL, Point, mix
from render.lettering import write

HEIGHT = 304
LEFT, RIGHT, TOP, BOTTOM = 84, 40, 28, 56  # around the lines
STEPS = (10, 20, 50, 100, 200, 500, 1000)  # between two lines of the grid
MOST_STEPS = 5
MOST_POINTS = 160  # of a line
MARKERS = 5  # on a line, in addition to the last
MARKER, LAST = 14, 22  # pixels
BAND, BAR = 0.2, 0.6  # strength
DATE = 220  # pixels of a date

GameLine = tuple[str, Sequence[CurvePoint]]  # a game's key, and its points in order


def thinned(points: Sequence[CurvePoint], most: int) -> list[CurvePoint]:
    """At most `most` of the points, evenly; the first and the last among them."""
    if len(points) <= most:
        return list(points)
    return [points[index * (len(points) - 1) // (most - 1)] for index in range(most)]


class _Plot:
    """Where days and ratings lie in a box (left, top, width, height)."""

    def __init__(self, box: tuple[int, int, int, int], points: Sequence[CurvePoint]) -> None:
        left, top, width, height = box
        self.left, self.right = left + LEFT, left + width - RIGHT
        self.top, self.bottom = top + TOP, top + height - BOTTOM
        days = [point.day.toordinal() for point in points]
        self.first, self.last = min(days), max(days)
        lowest = min(point.points - point.spread for point in points)
        highest = max(point.points + point.spread for point in points)
        self.step = next((step for step in STEPS if (highest - lowest) / step <= MOST_STEPS - 1), STEPS[-1])
        self.low, self.high = lowest // self.step * self.step, -(-highest // self.step) * self.step
        if self.low == self.high:
            self.low -= self.step

    def x(self, day: date) -> float:
        if self.first == self.last:
            return (self.left + self.right) / 2
        return self.left + (day.toordinal() - self.first) / (self.last - self.first) * (self.right - self.left)

    def y(self, points: float) -> float:
        return self.bottom - (points - self.low) / max(self.high - self.low, 1) * (self.bottom - self.top)


def curve(canvas: Image.Image, box: tuple[int, int, int, int], lines: Sequence[GameLine], dated: Dated) -> None:
    """All lines in a box (left, top, width, height), that of the game which is played most first; one has a point."""
    kit.block(canvas, box, 12, PANEL)
    drawn = [line for line in lines if line[1]]
    plot = _Plot(box, [point for _, points in drawn for point in points])
    _grid(canvas, plot)
    _dates(canvas, plot, dated)
    # several bands would hide each other: the game that is played most has one, the others a bar at the end
    _band(canvas, plot, drawn[0])
    for line in drawn:
        _bar(canvas, plot, line)
    for line in drawn:
        _line(canvas, plot, line)


def _grid(canvas: Image.Image, plot: _Plot) -> None:
    for points in range(plot.low, plot.high + 1, plot.step):
        y = round(plot.y(points))
        canvas.paste(GRID, (plot.left, y - 1, plot.right, y + 1))
        kit.write(canvas, (plot.left - 14, y), str(points), 22, DIM, anchor="r")


def _dates(canvas: Image.Image, plot: _Plot, dated: Dated) -> None:
    """The first and the last day, and the one between them if it is another."""
    y = plot.bottom + BOTTOM / 2 + 4
    ends = {"l": plot.first, "m": (plot.first + plot.last) // 2, "r": plot.last}
    if plot.last - plot.first < 2:
        ends = {"m": plot.last}
    for anchor, ordinal in ends.items():
        day = date.fromordinal(ordinal)
        x_of = {"l": plot.left - 40, "m": (plot.left + plot.right) / 2, "r": plot.right + 20}[anchor]
        write(canvas, (x_of, y), dated(day), DATE, 22, ink=SOFT, weight=500, anchor=anchor)


def _band(canvas: Image.Image, plot: _Plot, line: GameLine) -> None:
    """The margin of error of a line, all the way."""
    game, points = line[0], thinned(line[1], MOST_POINTS)
    upper = [(plot.x(point.day), plot.y(point.points + point.spread)) for point in points]
    lower = [(plot.x(point.day), plot.y(point.points - point.spread)) for point in points]
    if len(points) > 1:
        kit.paint(canvas, [*upper, *reversed(lower)], line_of(game)[0], strength=BAND)


def _bar(canvas: Image.Image, plot: _Plot, line: GameLine) -> None:
    """The margin of error of a line's end, if it has one."""
    game, last = line[0], line[1][-1]
    if not last.spread:
        return
    ends = [(plot.x(last.day), plot.y(last.points + off)) for off in (last.spread, -last.spread)]
    colour = mix(line_of(game)[0], PANEL, BAR)
    kit.paint(canvas, ends, colour, width=4)
    for x, y in ends:
        kit.paint(canvas, [(x - 8, y), (x + 8, y)], colour, width=4)


def _line(canvas: Image.Image, plot: _Plot, line: GameLine) -> None:
    game, points = line[0], thinned(line[1], MOST_POINTS)
    path = [(plot.x(point.day), plot.y(point.points)) for point in points]
    if len(path) > 1:
        kit.paint(canvas, path, PANEL, width=8)
        kit.paint(canvas, path, line_of(game)[0], width=4)
    for point in thinned(line[1], MARKERS + 1)[:-1]:
        put_marker(canvas, (plot.x(point.day), plot.y(point.points)), game, MARKER)
    put_marker(canvas, path[-1], game, LAST)


def put_marker(canvas: Image.Image, point: Point, game: str, size: int) -> None:
    """A game's marker with a dark edge, so that lines below don't reach it."""
    colour, marker = line_of(game)
    put_sign(canvas, point, marker, size + 8, NIGHT)
    put_sign(canvas, point, marker, size, colour)
