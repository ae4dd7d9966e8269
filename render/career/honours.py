"""The roll of honour: who won the tours, seasons and cups of a server, page by page."""

from PIL import Image

from model.career import Roll, Win
from render import kit
from render.career import words
from render.career.colours import SOFT, palette
from render.career.heading import HEAD, heading
from render.career.signs import put_sign
from render.career.start import HEIGHT as START
from render.career.start import start
from render.career.words import Dated
from render.kit import DIM, GOLD, INK, NIGHT, PANEL
from render.lettering import fitted, write
from render.words import Say

MARGIN = 8
ROW, LINE = 112, 27  # pixels of a row, and of a second line of winners
LEFT, WIDE = 74, 710  # of the texts: a name of 32 full-width characters
SIZE = 30


def roll(page: Roll, say: Say, dated: Dated) -> bytes:
    """The page as a PNG, 800 pixels wide."""
    rows = sum(_height(win, say) for win in page.entries)
    height = HEAD + (rows or START) + MARGIN
    canvas = Image.new("RGB", (kit.WIDTH, height), NIGHT)
    heading(canvas, words.roll_title(page, say), words.scope(False, say), page.page, page.pages)
    if not page.entries:
        start(canvas, HEAD, say("career.honours.empty"))
    top = HEAD
    for win in page.entries:
        texts = (words.winners(win, say), words.achievement(page.game, win, say), words.won(page.game, win, say, dated))
        height = _height(win, say)
        _row(canvas, top, height, texts)
        top += height
    return kit.png(canvas, palette(), small=True)


def _height(win: Win, say: Say) -> int:
    return ROW + (LINE if len(fitted(words.winners(win, say), WIDE, SIZE, 700, 2)[1]) > 1 else 0)


def _row(canvas: Image.Image, top: int, height: int, texts: tuple[str, str, str]) -> None:
    """The texts: who has won; what; and when, with how many points and against how many."""
    winners, tour, won = texts
    kit.block(canvas, (MARGIN, top + 3, kit.WIDTH - 2 * MARGIN, height - 6), 10, PANEL)
    put_sign(canvas, (42, top + height / 2), "wins", 46, GOLD)
    write(canvas, (LEFT, top + (height - ROW) / 2 + 28), winners, WIDE, SIZE, ink=INK, weight=700, most=2)
    write(canvas, (LEFT, top + height - 54), tour, WIDE, 24, ink=SOFT, weight=500)
    write(canvas, (LEFT, top + height - 23), won, WIDE, 22, ink=DIM, weight=500)
