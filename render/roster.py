"""Roster of jerseys: the players' names in every script, beside what marks them on the board."""

from collections.abc import Collection, Sequence

from PIL import Image

from engines.table import Seat
from render import kit, lettering
from render.kit import GOLD, INK, PANEL, Colour, Point

Names = tuple[str, ...]  # as people write them, by seat; none for a board without names

SIZE = 24  # of the letters; a longer name shrinks to the smallest readable size, and is then cut
WEIGHT = 600
LINE = 30  # pixels of a line with a name in a box with more lines
ROW = 46  # pixels of a line of the roster with the gap below it
JERSEY = 34
MARGIN = 8
ACROSS = 2


def called(name: str, seat: Seat) -> str:
    """What a picture calls a player: the name, or the number of the seat where the letters of the name are missing."""
    return f"#{seat + 1}" if lettering.lacks_letters(name) else name


def write_name(canvas: Image.Image, point: Point, name: str, width: int, ink: Colour = INK) -> None:
    """A name with its left end and middle line at `point`, cut to `width` pixels."""
    lettering.write(canvas, point, name, width, SIZE, ink=ink, weight=WEIGHT)


def roster_height(teams: Sequence[Seat], names: Names) -> int:
    """The roster's height in pixels; 0 without names."""
    return -(-len(teams) // ACROSS) * ROW + MARGIN if names else 0


def roster(
    canvas: Image.Image, teams: Sequence[Seat], names: Names, top: int, waiting: Collection[Seat | None] = ()
) -> None:
    """Each team's jersey with its player's name, two side by side, with a golden edge for players to move.

    `teams` are the seats in the order of their jerseys: a player with two teams appears twice.
    """
    if not names:
        return
    width = (kit.WIDTH - MARGIN * (ACROSS + 1)) // ACROSS
    for team, seat in enumerate(teams):
        down, across = divmod(team, ACROSS)
        left, y = MARGIN + across * (width + MARGIN), top + MARGIN // 2 + down * ROW
        box = (left, y, width, ROW - 6)
        if seat in waiting:
            kit.block(canvas, box, 10, GOLD)
            kit.block(canvas, (left + 3, y + 3, width - 6, ROW - 12), 8, PANEL)
        else:
            kit.block(canvas, box, 10, PANEL)
        middle = y + (ROW - 6) / 2
        shirt = kit.jersey(team, JERSEY)
        canvas.paste(shirt, (left + 10, round(middle - JERSEY / 2)), shirt)
        write_name(canvas, (left + 54, middle), called(names[seat], seat), width - 54 - 14)
