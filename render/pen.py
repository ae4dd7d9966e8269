"""A pen for comic figures: flat shapes with a dark outline, in units of a picture that is 100 wide."""

from collections.abc import Callable, Sequence
from math import cos, pi, radians, sin

from PIL import Image, ImageChops, ImageDraw

from render.kit import DARK, Colour, Point, rgb

LARGER = 4  # everything is drawn this many times larger and reduced at the end
EDGE = 1.5  # units
GROUNDS = (rgb("000000"), rgb("ffffff"))


class Pen:
    """Draws on a window of the unit plane: `corner` is its upper left, `width` the units across it."""

    def __init__(self, size: tuple[int, int], corner: Point, width: float, ground: Colour) -> None:
        self._large = Image.new("RGB", (size[0] * LARGER, size[1] * LARGER), ground)
        self._brush = ImageDraw.Draw(self._large)
        self._corner = corner
        self._scale = self._large.width / width
        self._pivot: Point = (0, 0)
        self._turn = 0.0

    def image(self) -> Image.Image:
        """The drawing, in the requested size."""
        return self._large.reduce(LARGER)

    def tilt(self, degrees: float, pivot: Point) -> None:
        """Turn everything drawn from now on, anticlockwise about a point."""
        self._turn, self._pivot = radians(-degrees), pivot

    def disc(self, x: float, y: float, r: float, colour: Colour, *, edge: float = EDGE) -> None:
        """A disc with an outline around it."""
        (left, top), reach = self._at((x, y)), (r + edge) * self._scale
        if edge:
            self._brush.ellipse((left - reach, top - reach, left + reach, top + reach), fill=DARK)
        reach = r * self._scale
        self._brush.ellipse((left - reach, top - reach, left + reach, top + reach), fill=colour)

    def ring(self, x: float, y: float, r: float, width: float, colour: Colour) -> None:
        """A circle line whose outer edge is at `r`."""
        (left, top), reach = self._at((x, y)), r * self._scale
        box = (left - reach, top - reach, left + reach, top + reach)
        self._brush.ellipse(box, outline=colour, width=round(width * self._scale))

    def line(self, points: Sequence[Point], width: float, colour: Colour, *, edge: float = EDGE) -> None:
        """A line with round ends and joints, and an outline."""
        placed = [self._at(point) for point in points]
        for thick, ink in ((width + 2 * edge, DARK), (width, colour)) if edge else ((width, colour),):
            reach = thick * self._scale / 2
            self._brush.line(placed, fill=ink, width=round(2 * reach))
            for x, y in placed:
                self._brush.ellipse((x - reach, y - reach, x + reach, y + reach), fill=ink)

    def shape(self, points: Sequence[Point], colour: Colour, *, edge: float = EDGE) -> None:
        """A filled polygon with an outline."""
        placed = [self._at(point) for point in points]
        if edge:
            reach = edge * self._scale
            self._brush.line([*placed, placed[0]], fill=DARK, width=round(2 * reach))
            for x, y in placed:
                self._brush.ellipse((x - reach, y - reach, x + reach, y + reach), fill=DARK)
        self._brush.polygon(placed, fill=colour)

    def _at(self, point: Point) -> Point:
        x, y = point[0] - self._pivot[0], point[1] - self._pivot[1]
        x, y = x * cos(self._turn) - y * sin(self._turn), x * sin(self._turn) + y * cos(self._turn)
        left, top = self._corner
        return (x + self._pivot[0] - left) * self._scale, (y + self._pivot[1] - top) * self._scale


def cut_out(size: tuple[int, int], corner: Point, width: float, draw: Callable[[Pen], object]) -> Image.Image:
    """An RGBA picture of what `draw` draws: it is drawn on two grounds, and where these differ it is transparent."""
    pens = [Pen(size, corner, width, ground) for ground in GROUNDS]
    for pen in pens:
        draw(pen)
    on_black, on_white = (pen.image() for pen in pens)
    clear = ImageChops.difference(on_black, on_white).convert("L")
    image = on_black.convert("RGBA")
    image.putalpha(ImageChops.invert(clear))
    return image


def arc(middle: Point, radii: Point, start: float, end: float) -> list[Point]:
    """Points of an ellipse from one angle to another; 0 is right, 90 is down."""
    count = 24
    angles = [(start + (end - start) * step / count) * pi / 180 for step in range(count + 1)]
    return [(middle[0] + radii[0] * cos(angle), middle[1] + radii[1] * sin(angle)) for angle in angles]
