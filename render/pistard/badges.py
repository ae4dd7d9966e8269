"""The medals of Pistard."""

from render.brush import Brush, whole_disc
from render.kit import rgb
from render.pen import arc
from render.style import Medals


def _headwind(brush: Brush) -> None:
    """Gusts."""
    for y, right, curl in ((30, 62, 16), (52, 80, 14), (74, 50, 12)):
        up = -1 if y < 60 else 1
        brush.line([(6, y), (right, y)], 9)
        brush.line(arc((right, y + up * curl), (curl, curl), 90 * -up, 90 * -up + 220 * up), 9)


def _lead_out(brush: Brush) -> None:
    """Four riders in a row, as arrows."""
    for left in (4, 27, 50, 73):
        brush.line([(left + 3, 26), (left + 20, 50), (left + 3, 74)], 10)


def _podium(brush: Brush) -> None:
    """Three steps."""
    brush.bar(4, 52, 34, 88)
    brush.bar(36, 32, 64, 88)
    brush.bar(66, 62, 96, 88)
    brush.disc(50, 17, 10)


def _last_row(brush: Brush) -> None:
    """An arrow from the back to the line."""
    brush.bar(8, 6, 92, 17)
    brush.shape([(50, 24), (82, 58), (60, 58), (60, 94), (40, 94), (40, 58), (18, 58)])


def _broom(brush: Brush) -> None:
    """A broom."""
    brush.line([(86, 10), (50, 48)], 10)
    brush.shape([(38, 38), (62, 60), (40, 94), (4, 62)])
    for start, end in (((48, 64), (32, 82)), ((38, 54), (18, 70))):
        brush.line([start, end], 5, ink=0)


MEDALS = Medals(
    outline=whole_disc,
    rim=rgb("d9a520"),
    signs={
        "headwind": _headwind,
        "lead.out": _lead_out,
        "podium": _podium,
        "last.row": _last_row,
        "broom": _broom,
    },
)
