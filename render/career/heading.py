"""Headings and legends of the tables of careers: a title with its page, and what the signs mean."""

from collections.abc import Sequence

from PIL import Image

from render import kit
from render.career.colours import SOFT
from render.career.signs import SIGNS, put_sign
from render.kit import DIM, INK
from render.lettering import fitted, length, write

HEAD = 104
SIDE = 24
LINE = 38  # of the legend
SPACE = 26  # between two notes

LegendEntry = tuple[str, str]  # the kind of a sign, or a sign in characters, and what it means


def heading(canvas: Image.Image, title: str, below: str, page: int, pages: int, *, right: int = 0) -> None:
    """A title and a line below it, `right` pixels from the edge; which page of how many, if there are several."""
    taken = right
    if pages > 1:
        taken = kit.write(canvas, (kit.WIDTH - SIDE, 40), f"{page}/{pages}", 28, DIM, weight=700, anchor="r") + SIDE
    write(canvas, (SIDE, 40), title, kit.WIDTH - 2 * SIDE - taken, 38, ink=INK, weight=800)
    write(canvas, (SIDE, 82), below, kit.WIDTH - 2 * SIDE - right, 26, ink=SOFT, weight=500)


def _indent(sign: str) -> int:
    return 32 if sign in SIGNS else kit.letters(sign, 22, 700).width + 10


def _wide(note: LegendEntry) -> int:
    indent = _indent(note[0])
    size, lines = fitted(note[1], kit.WIDTH - 2 * SIDE - indent, 22, 500)
    return indent + round(length(lines[0], size, 500))


def _lines(notes: Sequence[LegendEntry]) -> list[list[LegendEntry]]:
    """Notes in lines that are full."""
    lines: list[list[LegendEntry]] = []
    room = 0
    for note in notes:
        wide = _wide(note)
        if not lines or wide > room:
            lines.append([])
            room = kit.WIDTH - 2 * SIDE
        lines[-1].append(note)
        room -= wide + SPACE
    return lines


def legend_height(notes: Sequence[LegendEntry]) -> int:
    """Pixels of the lines that the notes take."""
    return LINE * len(_lines(notes)) + (12 if notes else 0)


def legend(canvas: Image.Image, notes: Sequence[LegendEntry], top: int) -> None:
    """What each sign means."""
    for place, noted in enumerate(_lines(notes)):
        x, y = SIDE, top + 12 + place * LINE + LINE / 2
        for sign, meaning in noted:
            indent = _indent(sign)
            if sign in SIGNS:
                put_sign(canvas, (x + 12, y), sign, 24, DIM)
            else:
                kit.write(canvas, (x, y), sign, 22, SOFT, weight=700, anchor="l")
            write(canvas, (x + indent, y), meaning, kit.WIDTH - 2 * SIDE - indent, 22, ink=DIM, weight=500)
            x += _wide((sign, meaning)) + SPACE
