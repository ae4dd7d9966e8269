"""The medals of stage races."""

from math import cos, pi, sin

from render.brush import Brush
from render.kit import rgb
from render.pen import arc
from render.style import Medals


def _chainring(brush: Brush) -> None:
    brush.disc(50, 50, 44)
    for tooth in range(16):
        brush.disc(50 + 43 * cos(tooth * pi / 8), 50 + 43 * sin(tooth * pi / 8), 7)


def _lanterne_rouge(brush: Brush) -> None:
    """A lantern with its flame."""
    brush.line(arc((50, 20), (17, 15), 180, 360), 7)
    brush.shape([(26, 34), (38, 20), (62, 20), (74, 34)])
    brush.bar(22, 38, 78, 80, 5)
    brush.bar(30, 38, 70, 80, ink=0)
    brush.shape([(50, 42), (60, 62), (57, 72), (43, 72), (40, 62)])
    brush.bar(18, 82, 82, 94, 4)


def _iron_rider(brush: Brush) -> None:
    """A plaster."""
    brush.line([(22, 78), (78, 22)], 36)
    brush.line([(27, 45), (55, 73)], 5, ink=0)
    brush.line([(45, 27), (73, 55)], 5, ink=0)
    for x, y in ((50, 40), (60, 50), (40, 50), (50, 60)):
        brush.disc(x, y, 4, ink=0)


def _cannibal(brush: Brush) -> None:
    """Knife and fork."""
    for x in (18, 32, 46):
        brush.line([(x, 10), (x, 34)], 7)
    brush.line([(18, 38), (46, 38)], 12)
    brush.line([(32, 38), (32, 90)], 11)
    brush.shape([(66, 6), (80, 14), (86, 34), (84, 58), (66, 58)])
    brush.line([(72, 54), (72, 90)], 11)


def _caught(brush: Brush) -> None:
    """A great mouth, and a small one in front of it."""
    brush.disc(42, 50, 40)
    brush.shape([(42, 50), (100, 18), (100, 82)], ink=0)
    brush.disc(80, 50, 12)
    brush.disc(46, 27, 6, ink=0)


def _stripped(brush: Brush) -> None:
    """A jersey, crossed out."""
    outline = ((30, 8), (70, 8), (97, 26), (86, 48), (76, 42), (76, 94), (24, 94), (24, 42), (14, 48), (3, 26))
    brush.shape(outline)
    brush.line([(6, 92), (94, 8)], 22, ink=0)
    brush.line([(6, 92), (94, 8)], 9)


def _clean(brush: Brush) -> None:
    """A drop with a tick."""
    brush.disc(50, 62, 33)
    brush.shape([(50, 2), (79, 46), (21, 46)])
    brush.line([(34, 60), (46, 73), (67, 48)], 9, ink=0)


MEDALS = Medals(
    outline=_chainring,
    rim=rgb("c9243f"),
    signs={
        "lanterne.rouge": _lanterne_rouge,
        "iron.rider": _iron_rider,
        "cannibal": _cannibal,
        "caught": _caught,
        "stripped": _stripped,
        "clean": _clean,
    },
)
