"""Shapes that several packages' signs share: masks of 100 units, each `unit` pixels wide."""
# pyright: reportUnknownMemberType=false

from collections.abc import Callable
from math import cos, pi, sin
from typing import TypeAlias

from PIL import ImageDraw

from render.kit import Point

Draw: TypeAlias = Callable[[ImageDraw.ImageDraw, float], object]


def polygons(*shapes: tuple[Point, ...]) -> Draw:
    """Filled shapes, in hundredths of the sign."""

    def draw(brush: ImageDraw.ImageDraw, unit: float) -> None:
        for points in shapes:
            brush.polygon([(x * unit, y * unit) for x, y in points], fill=255)

    return draw


def cup(brush: ImageDraw.ImageDraw, unit: float) -> None:
    """The winner's cup with two handles."""
    brush.ellipse([v * unit for v in (6, 14, 94, 56)], fill=255)
    brush.ellipse([v * unit for v in (17, 24, 83, 46)], fill=0)
    brush.rectangle([v * unit for v in (26, 8, 74, 38)], fill=255)
    brush.pieslice([v * unit for v in (26, 8, 74, 66)], 0, 180, fill=255)
    brush.rectangle([v * unit for v in (44, 60, 56, 80)], fill=255)
    brush.rounded_rectangle([v * unit for v in (28, 80, 72, 92)], 4 * unit, fill=255)


def star(brush: ImageDraw.ImageDraw, unit: float) -> None:
    """A star with five points."""
    points = [
        (50 + radius * sin(corner * pi / 5), 54 - radius * cos(corner * pi / 5))
        for corner in range(10)
        for radius in [(52, 22)[corner % 2]]
    ]
    brush.polygon([(x * unit, y * unit) for x, y in points], fill=255)


def heart(brush: ImageDraw.ImageDraw, unit: float) -> None:
    """A heart."""
    for x in (28, 72):
        brush.ellipse([v * unit for v in (x - 26, 10, x + 26, 62)], fill=255)
    brush.polygon([(x * unit, y * unit) for x, y in ((5, 48), (95, 48), (50, 98))], fill=255)
