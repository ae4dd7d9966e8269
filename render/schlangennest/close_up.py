"""Picture for a question: the nest as far as it is laid and reachable, and what each pad would lead to."""

from PIL import Image

from engines.schlangennest import SNAKES, Nest, SchlangennestView, parts
from engines.table import Path, Pick
from render import kit
from render.kit import GOLD, INK, NIGHT, PANEL, WIDTH, put
from render.schlangennest.choice import Choice, choice
from render.schlangennest.colours import sheet
from render.schlangennest.picture import coming, lay_hand, point_out, sign_of, strip
from render.schlangennest.plan import (
    GUTTER,
    MARGIN,
    MOST_CELL,
    STRIP,
    TOP,
    Rect,
    Window,
    around,
    free_squares,
)
from render.schlangennest.shortcuts import numbered
from render.schlangennest.squares import badge, lay_cards, lay_ground, mark_ends, name_squares
from render.schlangennest.words import PLACES

MOST_HEIGHT = 612  # pixels
LEAST_CELL = 44  # pixels in which a number can be read
LINE = 56  # pixels of the snakes
MOST_HANDS = 4  # snakes beside which there is room for hands


def close_up(view: SchlangennestView, path: Path = ()) -> bytes:
    """The squares that matter as a PNG, 800 pixels wide; a path begun is drawn as a preview."""
    chosen = choice(view, path)
    results = coming(view, path)
    window, below = layout(view, path, chosen.nest, has_strip=bool(results))
    canvas = Image.new("RGB", (WIDTH, below + LINE + (STRIP if results else 0)), NIGHT)
    lay_ground(canvas, chosen.nest, window)
    lay_cards(canvas, chosen.nest, window)
    name_squares(canvas, window)
    golden = frozenset(SNAKES[snake] for snake in view.todo) if view.waiting and not path else frozenset[str]()
    mark_ends(canvas, chosen.nest, window, golden)
    point_out(canvas, view, path, chosen, window)
    _snakes(canvas, view, chosen, below)
    if results:
        strip(canvas, view, results.values(), numbered(view, path), below + LINE)
    return kit.png(canvas, sheet())


def layout(view: SchlangennestView, path: Path, nest: Nest, *, has_strip: bool) -> tuple[Window, int]:
    """The squares that are shown, and where the snakes begin below them; results are below these."""
    window = _window(view, path, nest, MOST_HEIGHT - TOP - 2 * MARGIN - LINE - (STRIP if has_strip else 0))
    return window, window.top + window.cell * (window.rect[3] - window.rect[1] + 1) + MARGIN


def _window(view: SchlangennestView, path: Path, nest: Nest, room: int) -> Window:
    """The laid squares and those that may be laid, as large as they fit; of too many those about the question."""
    asked = _asked(view, path, nest)
    rect = around([*nest.cards, *free_squares(nest), *asked]) if nest.cards or asked else around(["M20"])
    wide = WIDTH - GUTTER - MARGIN
    if _cell(rect, wide, room) < LEAST_CELL:
        rect = _cut(rect, around(asked or [*nest.cards]), wide // LEAST_CELL, room // LEAST_CELL)
    cell = _cell(rect, wide, room)
    columns = rect[2] - rect[0] + 1
    return Window(rect, cell, GUTTER + (wide - cell * columns) // 2, TOP)


def _asked(view: SchlangennestView, path: Path, nest: Nest) -> list[str]:
    """The squares that the question after `path` is about; else the last one, and those where snakes come in."""
    chosen = choice(view, path)
    squares = [place.partition(".")[0] for place in numbered(view, path)]
    if isinstance(chosen.ask, Pick) and chosen.ask.about in PLACES:
        squares += [option.partition(".")[0] for option in chosen.ask.options]
    squares += [square for square in (chosen.square, view.last) if square]
    return squares


def _cell(rect: Rect, wide: int, room: int) -> int:
    return min(MOST_CELL, wide // (rect[2] - rect[0] + 1), room // (rect[3] - rect[1] + 1))


def _cut(rect: Rect, middle: Rect, columns: int, rows: int) -> Rect:
    """As much of a rectangle about its middle part as there is room for."""
    left, right = _span(rect[0], rect[2], middle[0], middle[2], columns)
    top, bottom = _span(rect[1], rect[3], middle[1], middle[3], rows)
    return left, top, right, bottom


def _span(first: int, last: int, low: int, high: int, room: int) -> tuple[int, int]:
    if last - first < room:
        return first, last
    start = min(max(first, (low + high + 1 - room) // 2), last - room + 1)
    return start, start + room - 1


def _snakes(canvas: Image.Image, view: SchlangennestView, chosen: Choice, top: int) -> None:
    """The viewer's snakes with their cards left, then the others with their parts."""
    count = len(chosen.nest.hands)
    seat = view.viewer if view.viewer is not None else view.due
    order = sorted(range(count), key=lambda snake: snake % view.table.seats != seat)
    left, middle = MARGIN, top + LINE // 2
    kit.block(canvas, (MARGIN, top, WIDTH - 2 * MARGIN, LINE - MARGIN), 12, PANEL)
    for snake in order:
        put(canvas, (left + 28, middle - 4), badge(snake, 17, golden=snake in view.todo and bool(view.waiting)))
        now, then = parts(view.nest, snake), parts(chosen.nest, snake)
        x = left + 56
        x += kit.write(canvas, (x, middle - 4), str(now), 30, INK, weight=750, anchor="l") + 6
        if then != now:
            x += kit.write(canvas, (x, middle - 4), f"{then - now:+d}", 26, GOLD, weight=750, anchor="l") + 6
        if sign := sign_of(view, chosen.nest, snake):
            x += kit.write(canvas, (x, middle - 4), sign, 26, GOLD, weight=750, anchor="l") + 6
        if snake % view.table.seats == seat and count <= MOST_HANDS:
            x += lay_hand(canvas, chosen.nest.hands[snake], snake, (x + 6, middle - 22))
        left = x + 10
