"""A close-up of the road around the action: every row with riders, and where a rider may go."""
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate

from PIL import Image, ImageDraw

from engines.legstrong import CONFIG, HOME, INSIDE, ON_ROAD, Choice, LegstrongView, Rider, find, terrain
from engines.table import Path
from render import kit
from render.kit import DARK, GOLD, INK, NIGHT
from render.legstrong.colours import ASPHALT, BUNCH, LANE, RISK, ROW_INK, SHADE, SKY, TERRAIN
from render.legstrong.preview import offered, percent, planned, steps
from render.legstrong.riders import FIGURE, figure, plate
from render.legstrong.shortcuts import shortcuts
from render.legstrong.signs import chequers, put_sign
from render.places import Box

CELL = (76, 82)  # a rider's room
LANES = 3
VERGE = 34  # the meadow above the road
CURB = 4
FOOT = 38  # row numbers
ROAD = LANES * CELL[1] + 2 * CURB
HEIGHT = VERGE + ROAD + FOOT
NARROW = 44  # an empty row that may be chosen or lies between two others
BREAK = 54  # rows that are left out
SIDE = 6
FINISH = 22
MOST_EMPTY = 3


@dataclass(frozen=True, slots=True)
class Ghost:
    """A rider where they would go; `sign` marks a row that the event die gives ("die") or leaves ("cross")."""

    rider: Rider
    sign: str


@dataclass(frozen=True, slots=True)
class Column:
    """A row of the road, or rows left out between two others (`gone`); the line is a column of its own."""

    row: int
    riders: tuple[Rider, ...]
    ghosts: tuple[Ghost, ...]
    peloton: bool = False
    gone: int = 0
    line: bool = False

    @property
    def width(self) -> int:
        """In pixels."""
        if self.line:
            return FINISH
        if self.gone:
            return BREAK
        places = len(self.riders) + len(self.ghosts)
        if self.peloton:
            return CELL[0] * max(1, -(-places // LANES)) + 12
        return CELL[0] * max(1, -(-places // LANES)) if places else NARROW


@dataclass(frozen=True, slots=True)
class Scene:
    """What the close-up shows: columns from left to right, and the rows that may be chosen."""

    columns: tuple[Column, ...]
    choices: Mapping[int, Choice]
    marked: frozenset[str]
    behind: int  # riders beyond the left edge
    ahead: int  # riders beyond the right edge

    @property
    def left(self) -> int:
        """Where the first column begins, in pixels; the number of those behind stands before it."""
        used = sum(column.width for column in self.columns) + BREAK * (bool(self.behind) + bool(self.ahead))
        return (kit.WIDTH - used) // 2 + BREAK * bool(self.behind)


def scene(view: LegstrongView, path: Path) -> Scene:
    """The road after the steps of `path`; IllegalMove for a path that isn't legal."""
    road, plans = view.road, planned(view, path)
    choices = {c.row: c for c in reversed(_offers(view, path))}
    ghosts: dict[int, list[Ghost]] = {}
    for plan in plans.values():
        if plan.choice:
            ghosts.setdefault(plan.choice.row, []).append(Ghost(plan.rider, "die" if plan.choice.risk else ""))
            if plan.choice.risk:
                ghosts.setdefault(plan.choice.base_row, []).append(Ghost(plan.rider, "cross"))
    rows: dict[tuple[int, int], list[Rider]] = {}
    for rider in sorted(road.riders, key=lambda r: r.arrival):
        rows.setdefault((rider.row, int(rider.place == INSIDE)), []).append(rider)
    for row in (*ghosts, *choices):
        rows.setdefault((row, 0), [])
    last = road.course.rows
    if road.peloton <= last:
        rows.setdefault((road.peloton, 1), [])
    columns: list[Column] = []
    for (row, inside), riders in sorted(rows.items()):
        if columns:
            columns += _between(columns[-1].row, row, last)
        columns.append(Column(row, tuple(riders), tuple(ghosts.get(row, ())) if not inside else (), bool(inside)))
    if columns[-1].row <= last < columns[-1].row + CONFIG.rows_a_hex:
        columns += [*_between(columns[-1].row, last + 1, last)]
    marked = frozenset(plans or (view.due[:1] if view.stage == "ride" else ()))
    return _fitted(columns, _focus(view, marked, path), choices, marked)


def _offers(view: LegstrongView, path: Path) -> list[Choice]:
    """The lengths that may be chosen after `path`, where they are asked for or go together with what is."""
    if offers := offered(view, path)[1]:
        return list(offers)
    ways = ((*path, *way) for way in shortcuts(view, path))
    return [step.choice for answer in ways for step in steps(view, answer)[0][len(path) :] if step.choice]


def _between(row: int, other: int, last: int) -> list[Column]:
    """Empty rows, or where there are many of them one break; the finish line in its place."""
    columns: list[Column] = []
    for first, end in ((row + 1, min(other, last + 1)), (max(row, last) + 1, other)):
        count = end - first
        if count > MOST_EMPTY:
            columns.append(Column(first, (), (), gone=count))
        else:
            columns += [Column(empty, (), ()) for empty in range(first, end)]
        if row <= last < other and end == last + 1:
            columns.append(Column(last, (), (), line=True))
    return columns


def _focus(view: LegstrongView, marked: frozenset[str], path: Path) -> tuple[int, int]:
    """The first and the last row that must be seen."""
    rows = [find(view.road, rider).row for rider in marked]
    rows += [
        row for plan in planned(view, path).values() if plan.choice for row in (plan.choice.row, plan.choice.base_row)
    ]
    rows += [c.row for c in _offers(view, path)]
    if not rows or view.stage in ("attack", "chase", "sprint"):
        rows.append(view.road.peloton)
    return min(rows), max(rows)


def _fitted(
    columns: list[Column], focus: tuple[int, int], choices: Mapping[int, Choice], marked: frozenset[str]
) -> Scene:
    """As many columns about the focus as there is room for."""
    left, right = 0, len(columns)
    room = kit.WIDTH - 2 * SIDE

    def width() -> int:
        cut = BREAK * ((left > 0) + (right < len(columns)))
        return sum(column.width for column in columns[left:right]) + cut

    while width() > room and right - left > 1:
        far_left, far_right = focus[0] - columns[left].row, columns[right - 1].row - focus[1]
        if far_left >= far_right:
            left += 1
        else:
            right -= 1
    while right - left > 1 and columns[left].gone:
        left += 1
    while right - left > 1 and columns[right - 1].gone:
        right -= 1
    behind = sum(len(column.riders) for column in columns[:left])
    ahead = sum(len(column.riders) for column in columns[right:])
    return Scene(tuple(columns[left:right]), choices, marked, behind, ahead)


def close_up(view: LegstrongView, path: Path = ()) -> Image.Image:
    """The road around the action; a path begun is drawn as a preview."""
    shown, course = scene(view, path), view.road.course
    canvas = Image.new("RGB", (kit.WIDTH, HEIGHT), NIGHT)
    first, final = shown.columns[0], shown.columns[-1]
    left = shown.left
    canvas.paste(_strip(terrain(course, min(first.row, course.rows)), left), (0, 0))
    if shown.behind:
        _edge(canvas, left - BREAK, f"‹{shown.behind}", terrain(course, min(first.row, course.rows)))
    for column in shown.columns:
        canvas.paste(_strip(terrain(course, min(column.row, course.rows)), column.width), (left, 0))
        _column(canvas, column, left, shown, view)
        left += column.width
    letter = terrain(course, min(final.row, course.rows))
    if shown.ahead:
        _edge(canvas, left, f"{shown.ahead}›", letter)
        left += BREAK
    if left < kit.WIDTH:
        canvas.paste(_strip(letter, kit.WIDTH - left), (left, 0))
    return canvas


@lru_cache(maxsize=512)
def _strip(letter: str, width: int) -> Image.Image:
    """A piece of road with its verge."""
    image = Image.new("RGB", (max(width, 1), HEIGHT), NIGHT)
    image.paste(SKY, (0, 0, width, 10))
    image.paste(TERRAIN[letter], (0, 8, width, VERGE))
    image.paste(SHADE[letter], (0, VERGE - 6, width, VERGE))
    image.paste(ASPHALT, (0, VERGE, width, VERGE + ROAD))
    image.paste(INK, (0, VERGE, width, VERGE + CURB))
    image.paste(INK, (0, VERGE + ROAD - CURB, width, VERGE + ROAD))
    image.paste(TERRAIN[letter], (0, VERGE + ROAD, width, VERGE + ROAD + 6))
    return image


def _edge(canvas: Image.Image, left: int, text: str, letter: str) -> None:
    """Riders beyond the edge of the picture."""
    canvas.paste(_strip(letter, BREAK), (left, 0))
    kit.block(canvas, (left + 4, VERGE + ROAD // 2 - 18, BREAK - 8, 36), 10, NIGHT)
    kit.write(canvas, (left + BREAK / 2, VERGE + ROAD / 2), text, 22, INK, weight=700)


def _column(canvas: Image.Image, column: Column, left: int, shown: Scene, view: LegstrongView) -> None:
    top, course = VERGE + CURB, view.road.course
    middle = left + column.width / 2
    if column.line:
        chequers(canvas, (left + 3, top), ROAD - 2 * CURB)
        return
    if column.gone:
        _torn(canvas, left, column.gone)
        return
    kit.block(canvas, (left + 2, top + 2, column.width - 4, ROAD - 2 * CURB - 4), 8, LANE)
    if column.peloton:
        kit.block(canvas, (left, top, column.width, ROAD - 2 * CURB), 14, GOLD)
        kit.block(canvas, (left + 4, top + 4, column.width - 8, ROAD - 2 * CURB - 8), 11, BUNCH)
    if column.row <= course.rows and course.hexes and terrain(course, column.row) == "M" and not column.peloton:
        canvas.paste(_rocks(column.width), (left, top + 2 * CELL[1] + 2))
    choice = shown.choices.get(column.row)
    over = column.row - course.rows
    _row_number(canvas, f"+{over}" if over > 0 else str(column.row), middle, choice)
    places = (*column.riders, *column.ghosts)
    for index, place in enumerate(places):
        _rider(canvas, _corner(column, left, index), place, shown, view.road.turn)
    if choice and len(places) < LANES:
        risks = [row for row, other in shown.choices.items() if other.risk]
        _price(canvas, choice, middle, len(places), chance=column.row == min(risks, default=None))


def _corner(column: Column, left: int, index: int) -> tuple[int, int]:
    """The upper left corner of a rider in a column."""
    across, down = divmod(index, LANES)
    return left + (6 if column.peloton else 0) + across * CELL[0], VERGE + CURB + down * CELL[1]


def column_boxes(shown: Scene) -> dict[int, Box]:
    """The columns of the rows that may be chosen, by row, with the number below; pixels from the top of the road."""
    return {
        column.row: Box(left, 0, column.width, HEIGHT)
        for column, left in _with_left(shown)
        if column.row in shown.choices and not (column.line or column.gone or column.peloton)
    }


def rider_boxes(shown: Scene) -> dict[str, Box]:
    """The riders that are seen on the road, by id; pixels from its top."""
    return {
        rider.id: Box(*_corner(column, left, index), *CELL)
        for column, left in _with_left(shown)
        for index, rider in enumerate(column.riders)
    }


def _with_left(shown: Scene) -> Iterator[tuple[Column, int]]:
    """The columns and where they begin."""
    lefts = accumulate((column.width for column in shown.columns), initial=shown.left)
    return zip(shown.columns, lefts, strict=False)


def _torn(canvas: Image.Image, left: int, gone: int) -> None:
    """A break in the road, and how many rows are left out."""
    canvas.paste(NIGHT, (left, VERGE - 26), _tear())
    kit.write(canvas, (left + BREAK / 2, VERGE + ROAD / 2), f"…{gone}", 22, ROW_INK)


@cache
def _tear() -> Image.Image:
    """The mask of a break with ragged edges."""
    high = ROAD + 32

    def draw(brush: ImageDraw.ImageDraw, factor: int) -> None:
        left = [(4 + 5 * (step % 2), 12 * step) for step in range(high // 12 + 2)]
        right = [(BREAK - 4 - 5 * (step % 2), 12 * step) for step in range(high // 12 + 2)]
        brush.polygon([(x * factor, y * factor) for x, y in (*left, *reversed(right))], fill=255)

    return kit.shape((BREAK, high), draw)


@cache
def _rocks(width: int) -> Image.Image:
    """On mountains the third lane is no room."""
    image = Image.new("RGB", (width, CELL[1] - 4), TERRAIN["M"])
    for x in range(-20, width + 20, 26):
        points = [(x, CELL[1] - 4), (x + 13, 18 + x % 3 * 8), (x + 28, CELL[1] - 4)]
        kit.paint(image, points, SHADE["M"])
    return image


def _row_number(canvas: Image.Image, text: str, middle: float, choice: Choice | None) -> None:
    """The row, or beyond the line how far; on gold or on red where it may be chosen."""
    y = VERGE + ROAD + 23
    if choice:
        kit.block(canvas, (round(middle) - 20, round(y) - 14, 40, 28), 8, RISK if choice.risk else GOLD)
    kit.write(canvas, (middle, y), text, 22, DARK if choice else ROW_INK, weight=700)


def _price(canvas: Image.Image, choice: Choice, middle: float, taken: int, *, chance: bool) -> None:
    """What a row would cost, below the riders in it: energy, and a die where there is a risk.

    All risks of a rider have the same chance: it stands once (`chance`).
    """
    y = VERGE + CURB + CELL[1] * (taken + 0.5)
    if choice.risk and taken + 1 < LANES:
        put_sign(canvas, (middle, y + CELL[1] - 4), "die", 30, RISK)
        if chance:
            kit.write(canvas, (middle, y + CELL[1] + 26), f"{percent(choice.above)}%", 22, INK, weight=700)
    text = f"+{choice.gain}" if choice.gain else f"−{choice.price}" if choice.price else "0"
    kit.write(canvas, (middle, y), text, 24, INK if choice.price else GOLD, weight=800)
    put_sign(canvas, (middle, y + 26), "energy", 18, INK if choice.price else GOLD)


def _rider(canvas: Image.Image, corner: tuple[int, int], shown_rider: Rider | Ghost, shown: Scene, turn: int) -> None:
    """A cyclist above their number; golden if marked, paler with a sign where they only might be."""
    x, y = corner
    rider = shown_rider.rider if isinstance(shown_rider, Ghost) else shown_rider
    body = _pale(rider.team) if isinstance(shown_rider, Ghost) else figure(rider.team)
    canvas.paste(body, (x + (CELL[0] - FIGURE[0]) // 2, y - 2), body)
    number = plate(rider, GOLD if rider.id in shown.marked else DARK)
    canvas.paste(number, (x + (CELL[0] - number.width) // 2, y + CELL[1] - number.height - 2), number)
    if isinstance(shown_rider, Ghost):
        if shown_rider.sign:
            put_sign(canvas, (x + 15, y + 15), shown_rider.sign, 28, RISK)
    elif rider.place == ON_ROAD and turn in (rider.rests, rider.puncture):
        put_sign(canvas, (x + 14, y + 14), "cross", 24, RISK)
    elif rider.place == HOME:
        put_sign(canvas, (x + 14, y + 14), "cup", 22, GOLD)


@cache
def _pale(team: int) -> Image.Image:
    image = figure(team).copy()
    image.putalpha(image.getchannel("A").point([value // 2 for value in range(256)]))
    return image
