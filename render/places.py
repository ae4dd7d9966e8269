"""Places: the boxes of a picture that can be touched, and the answers they mean."""

from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple, TypeAlias

from engines.table import Path
from render.kit import Point


class Box(NamedTuple):
    """A rectangle of a picture, in its pixels."""

    left: int
    top: int
    width: int
    height: int


Places: TypeAlias = Mapping[Path, tuple[Box, ...]]
"""For ways on from a path, the boxes of each. A way may be the beginning of several answers."""


def square_around(point: Point, side: int) -> Box:
    """The square with that middle."""
    return Box(round(point[0] - side / 2), round(point[1] - side / 2), side, side)


def squares_at(points: Mapping[Path, Point], most: int) -> dict[Path, tuple[Box, ...]]:
    """A square about each point: as large as they can be without meeting, at most so many pixels wide."""
    apart = (max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in combinations(points.values(), 2))
    side = min(most, *(int(distance) - 1 for distance in apart)) if len(points) > 1 else most
    return {way: (square_around(point, side),) for way, point in points.items()}
