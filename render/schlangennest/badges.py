"""The medals of Schlangennest."""

from math import cos, pi, sin

from render.brush import Brush
from render.kit import Point, rgb
from render.pen import arc
from render.style import Medals


def _hexagon(brush: Brush) -> None:
    brush.shape([(50 + 50 * cos(corner * pi / 3), 50 + 50 * sin(corner * pi / 3)) for corner in range(6)])


def _gray_head(brush: Brush) -> None:
    """A snake's head with its tongue out."""
    brush.shape(arc((36, 50), (36, 33), 0, 360))
    brush.bar(0, 32, 30, 68)
    brush.disc(46, 36, 9, ink=0)
    brush.line([(68, 50), (82, 50), (95, 38)], 6)
    brush.line([(82, 50), (95, 62)], 6)


def _photo_finish(brush: Brush) -> None:
    """A camera."""
    brush.bar(4, 28, 96, 86, 9)
    brush.bar(32, 14, 68, 34, 5)
    brush.disc(50, 57, 22, ink=0)
    brush.disc(50, 57, 13)
    brush.disc(84, 40, 5, ink=0)


def _long_snake(brush: Brush) -> None:
    """A snake in four bends."""
    brush.line([(10, 90), (80, 90), *_bend(80, 78, 1), (24, 66), *_bend(24, 53, -1), (76, 40), *_bend(76, 28, 1)], 13)
    brush.line([(76, 16), (34, 16)], 13)
    brush.disc(30, 18, 13)
    brush.disc(27, 15, 4, ink=0)


def _bend(x: float, y: float, side: int) -> list[Point]:
    """Half a circle to the right (1) or left (-1), upwards."""
    return arc((x, y), (12 * side, 12.5), 90, -90)


def _wheelsucker(brush: Brush) -> None:
    """A horseshoe magnet."""
    brush.disc(50, 58, 40)
    brush.disc(50, 58, 17, ink=0)
    brush.bar(33, 6, 67, 58, ink=0)
    for left, right in ((10, 33), (67, 90)):
        brush.bar(left, 6, right, 58)
        brush.bar(left, 24, right, 31, ink=0)


MEDALS = Medals(
    outline=_hexagon,
    rim=rgb("2c8a5b"),
    signs={
        "gray.head": _gray_head,
        "photo.finish": _photo_finish,
        "long.snake": _long_snake,
        "wheelsucker": _wheelsucker,
    },
)
