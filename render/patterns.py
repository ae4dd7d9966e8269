"""Patterns of the jerseys: each draws its second colour on a mask of a given size and scale."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from PIL import ImageDraw

Pattern: TypeAlias = Callable[[ImageDraw.ImageDraw, int, int, int], None]


def hoops(brush: ImageDraw.ImageDraw, width: int, height: int, factor: int) -> None:
    for top in range(4, height, 10):
        brush.rectangle((0, top * factor, width * factor, (top + 4) * factor), fill=255)


def checks(brush: ImageDraw.ImageDraw, width: int, height: int, factor: int) -> None:
    side = 8 * factor
    for top in range(0, height * factor, side):
        for left in range((top // side) % 2 * side, width * factor, 2 * side):
            brush.rectangle((left, top, left + side - 1, top + side - 1), fill=255)


def sash(brush: ImageDraw.ImageDraw, width: int, height: int, factor: int) -> None:
    brush.line((-4 * factor, 0, width * factor, (height + 4) * factor), fill=255, width=8 * factor)


def stripes(brush: ImageDraw.ImageDraw, width: int, height: int, factor: int) -> None:
    for left in range(3, width, 9):
        brush.rectangle((left * factor, 0, (left + 3) * factor, height * factor), fill=255)


def shoulders(brush: ImageDraw.ImageDraw, width: int, height: int, factor: int) -> None:
    brush.rectangle((0, 0, width * factor, height * factor * 3 // 10), fill=255)


def dots(brush: ImageDraw.ImageDraw, width: int, height: int, factor: int) -> None:
    for row, top in enumerate(range(4, height + 4, 8)):
        for left in range(4 + row % 2 * 5, width + 4, 10):
            box = (left - 2.5, top - 2.5, left + 2.5, top + 2.5)
            brush.ellipse([value * factor for value in box], fill=255)


def cross(brush: ImageDraw.ImageDraw, width: int, height: int, factor: int) -> None:
    middle, waist = width * factor // 2, height * factor // 2
    brush.rectangle((middle - 4 * factor, 0, middle + 4 * factor, height * factor), fill=255)
    brush.rectangle((0, waist - 4 * factor, width * factor, waist + 4 * factor), fill=255)


def chevron(brush: ImageDraw.ImageDraw, width: int, height: int, factor: int) -> None:
    points = [(0, height * 0.2), (width / 2, height * 0.6), (width, height * 0.2)]
    brush.line([(x * factor, y * factor) for x, y in points], fill=255, width=8 * factor, joint="curve")


def halves(brush: ImageDraw.ImageDraw, width: int, height: int, factor: int) -> None:
    brush.rectangle((width * factor // 2, 0, width * factor, height * factor), fill=255)


PATTERNS: tuple[Pattern | None, ...] = (None, hoops, checks, sash, stripes, shoulders, dots, cross, chevron, halves)
