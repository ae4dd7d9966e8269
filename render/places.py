"""Places: the boxes of a picture that can be touched, and the answers they mean."""

from collections.abc import Iterable, Mapping
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

    def meets(self, other: "Box") -> bool:
        """Whether the two have pixels in common."""
        return (
            self.left < other.left + other.width
            and other.left < self.left + self.width
            and self.top < other.top + other.height
            and other.top < self.top + self.height
        )


Places: TypeAlias = Mapping[Path, tuple[Box, ...]]
"""For ways on from a path, the boxes of each. A way may be the beginning of several answers."""


def box_around(point: Point, width: float, height: float | None = None) -> Box:
    """The box of this size with that middle; a square if there is one length."""
    height = width if height is None else height
    return Box(round(point[0] - width / 2), round(point[1] - height / 2), round(width), round(height))


def squares_at(points: Mapping[Path, Point], most: int) -> dict[Path, tuple[Box, ...]]:
    """A square about each point: as large as they can be without meeting, at most so many pixels wide."""
    apart = (max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in combinations(points.values(), 2))
    side = min(most, *(int(distance) - 1 for distance in apart)) if len(points) > 1 else most
    return {way: (box_around(point, side),) for way, point in points.items()}


def meeting(places: Places) -> Iterable[tuple[Path, Path]]:
    """The pairs of ways whose boxes have pixels in common."""
    for (way, boxes), (other, others) in combinations(places.items(), 2):
        if any(box.meets(another) for box in boxes for another in others):
            yield way, other
