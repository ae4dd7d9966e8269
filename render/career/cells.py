"""Cells that several tables of careers have: a rating, and the figures of a record below their signs."""

from collections.abc import Mapping, Sequence

from PIL import Image

from model.career import Rating, Record
from render import kit
from render.career.colours import SOFT
from render.career.signs import put_sign
from render.kit import DIM, INK, Point

THOUSANDS = 10_000  # above, figures are too wide for a column


def heads(canvas: Image.Image, columns: Mapping[str, int], y: float) -> None:
    """The signs of columns by their right edges."""
    for kind, right in columns.items():
        put_sign(canvas, (right - 15, y), kind, 30, DIM)


def counted(record: Record) -> tuple[int, int, int]:
    """The figures of a record in the order of their columns."""
    return record.matches, record.wins, record.podiums


def figures(canvas: Image.Image, rights: Sequence[int], y: float, counts: Sequence[int]) -> None:
    """Numbers that end at the right edges of their columns; a zero is dim."""
    for right, count in zip(rights, counts, strict=True):
        text = str(count) if count < THOUSANDS else f"{count // 1000}k"
        kit.write(canvas, (right, y), text, 22, SOFT if count else DIM, weight=600, anchor="r")


def rating(canvas: Image.Image, point: Point, shown: Rating) -> None:
    """Points above their margin of error; a question mark and a lighter weight for provisional ones."""
    x, y = point
    ink, weight = (SOFT, 500) if shown.provisional else (INK, 800)
    text = f"{shown.points}{'?' if shown.provisional else ''}"
    kit.write(canvas, (x, y - 12), text, 26, ink, weight=weight, anchor="r")
    kit.write(canvas, (x, y + 15), f"± {shown.spread}", 22, DIM, weight=600, anchor="r")
