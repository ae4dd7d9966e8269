"""Draws a page of a cup, 800 pixels wide; winners have a bar and more weight, so that colour alone tells nothing."""

from __future__ import annotations

from PIL import Image

from render import kit
from render.career.colours import SOFT, palette
from render.career.heading import HEAD, heading
from render.cup.pages import BracketPage, Cell, Page, RoundPage, StandingPage, StandingRow
from render.kit import DIM, GOLD, INK, LEAST_GLYPH, NIGHT, PANEL
from render.lettering import write

MARGIN = 8
HEADS = 40  # pixels of a line of heads
SLOT, CELL = 44, 38  # pixels of a place in the first column of a bracket, and of what is drawn of it
ROW = 44  # of a table
NAME = 92  # where names begin in a table
FIGURE = 92  # pixels of a column of figures
BOX_HEAD, BOX_LINE = 40, 34
BAR, SHIRT = 6, 30  # pixels of the mark of a winner and of a jersey


def picture(page: Page) -> bytes:
    """The page as a PNG."""
    match page:
        case BracketPage():
            return _bracket(page)
        case StandingPage():
            return _standing(page)
        case RoundPage():
            return _round(page)


def alt(page: Page) -> str:
    """The page in words, a sentence for each round, table or line."""
    match page:
        case BracketPage():
            parts = [
                f"{column.head}: {', '.join(_cell_words(cell) for cell in column.cells if cell.name) or '–'}."
                for column in page.columns
            ]
        case StandingPage():
            parts = [
                f"{section.head + ': ' if section.head else ''}"
                + " ".join(f"{row.rank}. {row.name} {' / '.join(row.figures)}." for row in section.rows)
                for section in page.sections
            ]
        case RoundPage():
            parts = [f"{box.head}: {', '.join(_cell_words(cell) for cell in box.cells)}." for box in page.boxes]
    return " ".join((f"{page.title}. {page.below}.", *parts))


def _cell_words(cell: Cell) -> str:
    seed, won = f"({cell.seed}) " if cell.seed else "", " ✓" if cell.won else ""
    return f"{seed}{cell.name}{won}{' ' + cell.note if cell.note else ''}"


def _canvas(page: Page, height: int) -> Image.Image:
    canvas = Image.new("RGB", (kit.WIDTH, HEAD + height + MARGIN), NIGHT)
    heading(canvas, page.title, page.below, page.page, page.pages)
    return canvas


def _bracket(page: BracketPage) -> bytes:
    slots = len(page.columns[0].cells)
    canvas = _canvas(page, HEADS + slots * SLOT)
    wide = (kit.WIDTH - 2 * MARGIN) // len(page.columns)
    for index, column in enumerate(page.columns):
        left = MARGIN + index * wide
        write(canvas, (left + 4, HEAD + HEADS / 2), column.head, wide - 12, LEAST_GLYPH, ink=SOFT, weight=600)
        span = slots * SLOT / max(1, len(column.cells))
        for place, cell in enumerate(column.cells):
            middle = HEAD + HEADS + (place + 0.5) * span
            if len(column.cells) > 1 and index + 1 < len(page.columns):
                _joint(canvas, left + wide, middle, span / 2 if place % 2 == 0 else -span / 2)
            _cell(canvas, (left, round(middle) - CELL // 2, wide - 14, CELL), cell)
    return kit.png(canvas, palette(), small=True)


def _joint(canvas: Image.Image, right: int, y: float, way: float) -> None:
    """From the end of a cell to the height of the one that follows it."""
    x = right - 8
    kit.paint(canvas, [(x - 8, y), (x, y), (x, y + way)], DIM, width=2)


def _cell(canvas: Image.Image, box: tuple[int, int, int, int], cell: Cell) -> None:
    left, top, width, height = box
    kit.block(canvas, box, 7, PANEL)
    if not cell.name:
        return
    middle = top + height / 2
    if cell.won:
        kit.block(canvas, (left, top + 4, BAR, height - 8), BAR // 2, GOLD)
    ink, weight = (DIM, 500) if cell.won is False else (INK, 800 if cell.won else 600)
    start, end = left + BAR + 6, left + width - 10
    if cell.note:
        end -= kit.write(canvas, (end, middle), cell.note, LEAST_GLYPH, ink, weight=700, anchor="r") + 8
    if cell.team is not None:
        shirt = kit.jersey(cell.team, SHIRT)
        canvas.paste(shirt, (start, round(middle) - SHIRT // 2), shirt)
        start += SHIRT + 6
    if cell.seed:
        start += kit.write(canvas, (start, middle), str(cell.seed), LEAST_GLYPH, DIM, weight=600, anchor="l") + 8
    write(canvas, (start, middle), cell.name, end - start, 24, ink=ink, weight=weight)


def _standing(page: StandingPage) -> bytes:
    lines = sum(len(section.rows) for section in page.sections)
    heads = sum(bool(section.head) for section in page.sections)
    canvas = _canvas(page, HEADS + heads * HEADS + lines * ROW)
    rights = [kit.WIDTH - MARGIN - 16 - FIGURE * index for index in reversed(range(len(page.heads)))]
    for right, head in zip(rights, page.heads, strict=True):
        kit.write(canvas, (right, HEAD + HEADS / 2), head, LEAST_GLYPH, SOFT, weight=600, anchor="r")
    top = HEAD + HEADS
    for section in page.sections:
        if section.head:
            write(canvas, (MARGIN + 16, top + HEADS / 2), section.head, 500, 24, ink=GOLD, weight=700)
            top += HEADS
        for row in section.rows:
            _line(canvas, top, row, rights)
            top += ROW
    return kit.png(canvas, palette(), small=True)


def _line(canvas: Image.Image, top: int, row: StandingRow, rights: list[int]) -> None:
    kit.block(canvas, (MARGIN, top + 2, kit.WIDTH - 2 * MARGIN, ROW - 4), 8, PANEL)
    middle, ink = top + ROW / 2, DIM if row.gone else INK
    kit.write(canvas, (54, middle), str(row.rank), 26, GOLD if row.rank == 1 else ink, weight=800)
    write(canvas, (NAME, middle), row.name, rights[0] - FIGURE - NAME, 26, ink=ink, weight=600)
    for right, figure in zip(rights, row.figures, strict=True):
        last = right == rights[-1]
        kit.write(canvas, (right, middle), figure, 26, ink if last else DIM, weight=700 if last else 500, anchor="r")


def _round(page: RoundPage) -> bytes:
    tallest = BOX_HEAD + BOX_LINE * max((len(box.cells) for box in page.boxes), default=1) + 16
    lines = -(-len(page.boxes) // 2)
    canvas = _canvas(page, lines * tallest)
    wide = (kit.WIDTH - 3 * MARGIN) // 2
    for index, box in enumerate(page.boxes):
        left, top = MARGIN + index % 2 * (wide + MARGIN), HEAD + index // 2 * tallest
        kit.block(canvas, (left, top + 3, wide, tallest - 6), 10, PANEL)
        write(canvas, (left + 16, top + 4 + BOX_HEAD / 2), box.head, wide - 32, LEAST_GLYPH, ink=SOFT, weight=600)
        for line, cell in enumerate(box.cells):
            y = top + BOX_HEAD + line * BOX_LINE
            _cell(canvas, (left + 4, y, wide - 8, BOX_LINE), cell)
    return kit.png(canvas, palette(), small=True)
