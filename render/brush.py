"""A brush for masks 100 units wide: draws the signs and outlines of medals."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from PIL import ImageDraw

from render.kit import Point


class Brush:
    """Fills shapes of a mask, or with `ink=0` erases them; measures are in units."""

    def __init__(self, large: ImageDraw.ImageDraw, unit: float) -> None:
        self._large = large
        self._unit = unit

    def disc(self, x: float, y: float, r: float, *, ink: int = 255) -> None:
        """A disc."""
        self._large.ellipse([v * self._unit for v in (x - r, y - r, x + r, y + r)], fill=ink)

    def bar(self, left: float, top: float, right: float, bottom: float, radius: float = 0, *, ink: int = 255) -> None:
        """A rectangle, with round corners if `radius` is set."""
        box = [v * self._unit for v in (left, top, right, bottom)]
        self._large.rounded_rectangle(box, radius * self._unit, fill=ink)

    def shape(self, points: Sequence[Point], *, ink: int = 255) -> None:
        """A polygon."""
        self._large.polygon([(x * self._unit, y * self._unit) for x, y in points], fill=ink)

    def line(self, points: Sequence[Point], width: float, *, ink: int = 255) -> None:
        """A line with round ends and joints."""
        placed = [(x * self._unit, y * self._unit) for x, y in points]
        self._large.line(placed, fill=ink, width=round(width * self._unit))
        for x, y in points:
            self.disc(x, y, width / 2, ink=ink)


Draw: TypeAlias = Callable[[Brush], None]


def whole_disc(brush: Brush) -> None:
    """A disc as large as the mask."""
    brush.disc(50, 50, 50)
