"""Where the numbered squares and ends lie on the picture, and the results below it: what a touch means."""

from engines.schlangennest import SchlangennestView, split
from engines.table import Path, Pick
from render.kit import Point
from render.places import Box, Places, squares_at
from render.schlangennest.choice import choice
from render.schlangennest.close_up import LINE, layout
from render.schlangennest.picture import beside_each_other, coming
from render.schlangennest.plan import Window
from render.schlangennest.shortcuts import numbered, shortcuts
from render.schlangennest.squares import end_at


def places(view: SchlangennestView, path: Path = ()) -> Places:
    """The numbered squares and ends, and the pictures of what comes of each way.

    A place with several ways is chosen alone, and then what goes there.
    """
    chosen = choice(view, path)
    if view.viewer is None or not isinstance(chosen.ask, Pick):
        return {}
    results = coming(view, path)
    window, below = layout(view, path, chosen.nest, has_strip=bool(results))
    ways = shortcuts(view, path) or tuple((option,) for option in chosen.ask.options)
    boxes = _boxes(numbered(view, path), window)
    found: dict[Path, tuple[Box, ...]] = {}
    for place, box in boxes.items():
        there = [way[: way.index(place) + 1] for way in ways if place in way]
        if len({*there}) == 1:
            alone = [way for way in ways if place in way]
            found[alone[0] if len(alone) == 1 else there[0]] = (box,)
    for way, box in zip(results, beside_each_other(len(results), below + LINE), strict=True):
        found[way] = (*found.get(way, ()), box)
    return found


def _boxes(numbers: dict[str, int], window: Window) -> dict[str, Box]:
    """The square of each place, or where several ends come into a square a part of it about each."""
    by_square: dict[str, dict[Path, Point]] = {}
    for place in numbers:
        square, _, side = place.partition(".")
        if window.shows(square):
            point = end_at(window, square, split(place)[1]) if side else window.middle(square)
            by_square.setdefault(square, {})[(place,)] = point
    boxes: dict[str, Box] = {}
    for square, points in by_square.items():
        if len(points) == 1:
            boxes |= {place: Box(*window.at(square), window.cell, window.cell) for (place,) in points}
        else:
            boxes |= {place: box for (place,), (box,) in squares_at(points, window.cell // 2).items()}
    return boxes
