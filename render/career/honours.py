"""The roll of honour: who won the tours and seasons of a server, page by page."""

from PIL import Image

from render import kit
from render.career import words
from render.career.colours import SOFT, palette
from render.career.heading import HEAD, heading
from render.career.lettering import fitted, write
from render.career.signs import put_sign
from render.career.start import HEIGHT as START
from render.career.start import start
from render.career.values import Dated, Honour, Roll
from render.kit import DIM, GOLD, INK, NIGHT, PANEL
from render.words import Say

MARGIN = 8
ROW, LINE = 112, 27  # pixels of a row, and of a second line of winners
LEFT, WIDE = 74, 710  # of the texts: a name of 32 full-width characters
SIZE = 30


def roll(page: Roll, say: Say, dated: Dated) -> bytes:
    """The page as a PNG, 800 pixels wide."""
    rows = sum(_height(honour, say) for honour in page.entries)
    height = HEAD + (rows or START) + MARGIN
    canvas = Image.new("RGB", (kit.WIDTH, height), NIGHT)
    heading(canvas, words.roll_title(page, say), words.scope(False, say), page.page, page.pages)
    if not page.entries:
        start(canvas, HEAD, say("career.honours.empty"))
    top = HEAD
    for honour in page.entries:
        _row(canvas, honour, top, say, dated)
        top += _height(honour, say)
    return kit.png(canvas, palette(), level=6)


def _height(honour: Honour, say: Say) -> int:
    return ROW + (LINE if len(fitted(words.winners(honour, say), WIDE, SIZE, 700, 2)[1]) > 1 else 0)


def _row(canvas: Image.Image, honour: Honour, top: int, say: Say, dated: Dated) -> None:
    """The winner, what was won, and when, with how many points and against how many."""
    height = _height(honour, say)
    kit.block(canvas, (MARGIN, top + 3, kit.WIDTH - 2 * MARGIN, height - 6), 10, PANEL)
    put_sign(canvas, (42, top + height / 2), "wins", 46, GOLD)
    upper = (LEFT, top + (height - ROW) / 2 + 28)
    write(canvas, upper, words.winners(honour, say), WIDE, SIZE, ink=INK, weight=700, most=2)
    write(canvas, (LEFT, top + height - 54), honour.title, WIDE, 24, ink=SOFT, weight=500)
    write(canvas, (LEFT, top + height - 23), words.won(honour, say, dated), WIDE, 22, ink=DIM, weight=500)
