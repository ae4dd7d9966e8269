"""The medals of SuperEchelon."""

from math import cos, pi, sin

from render.brush import Brush
from render.kit import rgb
from render.style import Medals


def _shield(brush: Brush) -> None:
    brush.bar(4, 0, 96, 60, 10)
    brush.shape([(4, 50), (96, 50), (91, 70), (75, 88), (50, 100), (25, 88), (9, 70)])


def _first_break(brush: Brush) -> None:
    """One ahead of the others."""
    brush.disc(82, 50, 17)
    for x, y in ((12, 24), (12, 50), (12, 76), (36, 37), (36, 63)):
        brush.disc(x, y, 10)


def _highwayman(brush: Brush) -> None:
    """A mask with two eyes."""
    brush.shape([(2, 30), (98, 30), (92, 62), (72, 74), (58, 62), (50, 54), (42, 62), (28, 74), (8, 62)])
    for x in (28, 72):
        brush.disc(x, 48, 10, ink=0)


def _gregarios(brush: Brush) -> None:
    """Two bottles."""
    for left in (10, 54):
        brush.bar(left + 10, 6, left + 26, 22, 5)
        brush.bar(left, 26, left + 36, 94, 10)
        brush.bar(left, 48, left + 36, 56, ink=0)


def _tyre(brush: Brush) -> None:
    """A wheel."""
    brush.disc(50, 50, 46)
    brush.disc(50, 50, 34, ink=0)
    for turn in range(4):
        dx, dy = 38 * cos(turn * pi / 4), 38 * sin(turn * pi / 4)
        brush.line([(50 - dx, 50 - dy), (50 + dx, 50 + dy)], 5)
    brush.disc(50, 50, 10)


def _from_behind(brush: Brush) -> None:
    """A line that falls and rises above where it began."""
    brush.line([(8, 56), (30, 86), (48, 62), (58, 70), (84, 22)], 11)
    brush.shape([(92, 4), (96, 40), (62, 22)])


MEDALS = Medals(
    outline=_shield,
    rim=rgb("2f6fc4"),
    signs={
        "first.break": _first_break,
        "highwayman": _highwayman,
        "gregarios": _gregarios,
        "tyre": _tyre,
        "from.behind": _from_behind,
    },
)
