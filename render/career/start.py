"""Picture of an empty career: a rider at the start, and a sentence."""

from PIL import Image

from render import kit
from render.career.figures import cyclist_of
from render.kit import DARK, GREY, INK, PANEL
from render.lettering import CUT, broken, clean, write

HEIGHT = 260
MARGIN = 8
TEXT, WIDE = 312, 456  # where the sentence begins, and how wide it may be
SIZES = (30, 28, 26, 24, 22)
MOST_LINES = 5


def start(canvas: Image.Image, top: int, text: str) -> None:
    """A rider who waits at the line, and beside them the sentence as large as it fits."""
    kit.block(canvas, (MARGIN, top, kit.WIDTH - 2 * MARGIN, HEIGHT), 12, PANEL)
    kit.block(canvas, (MARGIN + 12, top + 12, 266, HEIGHT - 24), 10, GREY)
    for stripe in range(10):
        canvas.paste(INK if stripe % 2 else DARK, (254, top + 20 + stripe * 22, 268, top + 42 + stripe * 22))
    rider = cyclist_of(0, 208)
    canvas.paste(rider, (38, top + 34), rider)
    size, lines = _sized(clean(text))
    for place, words in enumerate(lines):
        y = top + HEIGHT / 2 + (place - (len(lines) - 1) / 2) * size * 1.3
        write(canvas, (TEXT, y), words, WIDE, size)


def _sized(text: str) -> tuple[int, list[str]]:
    """The largest size in which the whole text has room; the smallest if there is none."""
    lines: list[str] = []
    for size in SIZES:
        lines = broken(text, WIDE, size, 600, MOST_LINES)
        if not lines[-1].endswith(CUT):
            return size, lines
    return SIZES[-1], lines
