"""The roll of honour: who won the tours and seasons of a server, page by page."""

from PIL import Image

from render import kit
from render.career import words
from render.career.colours import SOFT, palette
from render.career.heading import HEAD, heading
from render.career.lettering import write
from render.career.signs import put_sign
from render.career.values import Dated, Honour, Roll
from render.kit import DIM, GOLD, INK, NIGHT, PANEL
from render.words import DOT, Say

MARGIN = 8
ROW = 92
EMPTY = 150
LEFT, RIGHT = 76, 776
COUNTS = 190  # pixels for points and field


def roll(page: Roll, say: Say, dated: Dated) -> bytes:
    """The page as a PNG, 800 pixels wide."""
    height = HEAD + (ROW * len(page.entries) or EMPTY) + MARGIN
    canvas = Image.new("RGB", (kit.WIDTH, height), NIGHT)
    title = say("career.honours.title", game=say(f"{page.game}.name"))
    heading(canvas, title, words.scope(False, say), page.page, page.pages)
    if not page.entries:
        told = say("career.honours.empty")
        write(canvas, (kit.WIDTH / 2, HEAD + EMPTY / 2), told, 700, 28, SOFT, anchor="m", most=3)
    for place, honour in enumerate(page.entries):
        _row(canvas, honour, HEAD + place * ROW, say, dated)
    return kit.png(canvas, palette(), level=6)


def _row(canvas: Image.Image, honour: Honour, top: int, say: Say, dated: Dated) -> None:
    """The winner and what was won above, when and against how many below."""
    kit.block(canvas, (MARGIN, top + 3, kit.WIDTH - 2 * MARGIN, ROW - 6), 10, PANEL)
    put_sign(canvas, (44, top + ROW / 2), "wins", 46, GOLD)
    upper, lower = top + 30, top + 66
    taken = 0
    if honour.points is not None:
        told = say("career.points", n=honour.points)
        taken = write(canvas, (RIGHT, upper), told, COUNTS, 24, SOFT, weight=700, anchor="r")
    names = words.winners(honour, say)
    write(canvas, (LEFT, upper), names, RIGHT - LEFT - taken - 20, 30, INK, weight=700)
    told = say("career.riders", n=honour.field)
    taken = write(canvas, (RIGHT, lower), told, COUNTS, 22, DIM, weight=500, anchor="r")
    told = f"{honour.title}{DOT}{dated(honour.day)}"
    write(canvas, (LEFT, lower), told, RIGHT - LEFT - taken - 20, 24, SOFT, weight=500)
