"""The ladder of a game: a page of ranks and ratings as a table, and always the reader's own row."""

from PIL import Image

from model.career import Ladder, LadderRow
from render import kit
from render.career import words
from render.career.cells import counted, figures, heads, rating
from render.career.colours import DOWN, MINE, SOFT, UP, palette
from render.career.heading import HEAD, heading, legend, legend_height
from render.career.signs import put_sign
from render.career.start import HEIGHT as START
from render.career.start import start
from render.kit import DIM, GOLD, INK, NIGHT, PANEL, Colour
from render.lettering import write
from render.words import Say

MARGIN = 8
SIGNS = 40  # pixels of the line of column signs
ROW = 64
GAP = 26  # between the page and the reader's own row
PLACE = 60  # middle of rank and change
NAME, NAME_WIDE = 100, 366  # two lines of sixteen full-width characters
RATING = 548  # right edges
COLUMNS = {"matches": 620, "wins": 678, "podiums": 734, "streak": 782}


def ladder(board: Ladder, say: Say, when: str = "") -> bytes:
    """The page as a PNG, 800 pixels wide; `when` names its period in the reader's language, "" for all times."""
    reader = board.own
    shown = [*board.rows, *([reader] if reader else [])]
    notes = words.notes(shown, say)
    if not shown:
        return _empty(board, say, when)
    table = ROW * len(shown) + (GAP if reader else 0)
    height = HEAD + SIGNS + table + legend_height(notes) + MARGIN
    canvas = Image.new("RGB", (kit.WIDTH, height), NIGHT)
    heading(canvas, words.title(board.game, say), words.period(board, say, when), board.page, board.pages)
    heads(canvas, COLUMNS, HEAD + SIGNS // 2)
    top = HEAD + SIGNS
    for place, row in enumerate(board.rows):
        _row(canvas, row, top + place * ROW, say, mine=row == board.mine)
    if reader:
        below = top + len(board.rows) * ROW
        for dot in (-1, 0, 1):
            kit.dot(canvas, (PLACE + dot * 14, below + GAP / 2), 3, DIM)
        _row(canvas, reader, below + GAP, say, mine=True)
    legend(canvas, notes, top + table)
    return kit.png(canvas, palette(), small=True)


def _empty(board: Ladder, say: Say, when: str) -> bytes:
    canvas = Image.new("RGB", (kit.WIDTH, HEAD + START + MARGIN), NIGHT)
    heading(canvas, words.title(board.game, say), words.period(board, say, when), 1, 1)
    start(canvas, HEAD, say("career.ladder.empty"))
    return kit.png(canvas, palette(), small=True)


def _row(canvas: Image.Image, row: LadderRow, top: int, say: Say, *, mine: bool) -> None:
    """Rank and change, name, rating, record; one's own has a frame and a pointer."""
    box = (MARGIN, top + 2, kit.WIDTH - 2 * MARGIN, ROW - 4)
    kit.block(canvas, box, 10, GOLD if mine else PANEL)
    if mine:
        left, upper, width, height = box
        kit.block(canvas, (left + 3, upper + 3, width - 6, height - 6), 8, MINE)
        put_sign(canvas, (19, top + ROW / 2), "mine", 14, GOLD)
    middle = top + ROW / 2
    _place(canvas, row, middle)
    ink = SOFT if row.rating.provisional or row.opponent else INK
    write(canvas, (NAME, middle), words.rider(row, say), NAME_WIDE, 28, ink=ink, most=2)
    if row.opponent:
        kit.write(canvas, (RATING, middle), f"={row.rating.points}", 26, SOFT, weight=600, anchor="r")
    else:
        rating(canvas, (RATING, middle), row.rating)
        figures(canvas, tuple(COLUMNS.values()), middle, (*counted(row.record), row.streak))


def _place(canvas: Image.Image, row: LadderRow, middle: float) -> None:
    if row.rank is None:
        put_sign(canvas, (PLACE, middle), "computer", 32, DIM)
        return
    kit.write(canvas, (PLACE, middle - 13), str(row.rank), 26, GOLD if row.rank == 1 else INK, weight=800)
    y = middle + 14
    if row.climbed is None:
        put_sign(canvas, (PLACE, y), "new", 20, GOLD)
    elif not row.climbed:
        kit.block(canvas, (PLACE - 8, round(y) - 2, 16, 4), 2, DIM)
    else:
        kind, colour = ("up", UP) if row.climbed > 0 else ("down", DOWN)
        _change(canvas, y, kind, colour, abs(row.climbed))


def _change(canvas: Image.Image, y: float, kind: str, colour: Colour, places: int) -> None:
    """An arrow and how many places, together in the middle."""
    number = kit.letters(str(places), kit.LEAST_GLYPH, 700)
    left = PLACE - (18 + number.width) / 2
    put_sign(canvas, (left + 7, y), kind, 15, colour)
    kit.write(canvas, (left + 18, y), str(places), kit.LEAST_GLYPH, colour, weight=700, anchor="l")
