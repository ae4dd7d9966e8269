"""The velodrome as a picture: riders on the track, dice and points in its middle."""

from functools import cache, lru_cache
from itertools import pairwise

from PIL import Image

from engines.pistard import BASES, PistardView, Rider, Spot, colour, find, rows
from engines.table import Path, Seat
from render import kit, roster
from render.kit import DARK, DIM, GOLD, GREY, INK, IVORY, NIGHT, PANEL, TEAMS, Point, Stroke, mix, put
from render.pistard import track
from render.pistard.shortcuts import numbered
from render.pistard.track import BASE, COURSES, FIELD, LETTER, SQUARE, Course
from render.pistard.words import way
from render.places import Box, square_around

BASE_INK = {"Y": DARK, "G": DARK, "B": INK, "O": DARK}
DIE = 36
DICE = 160  # from the left edge of a line to the middle of its first die
PALE = 0.35  # how much is left of the colours of riders who have ridden in this turn
MIST = kit.rgb("b3b9c2")  # and what they fade to: light, so that dark letters can be read on dark jerseys as well
MOST_TEAMS = 4
PITCH = {2: 64, 3: 54, 4: 43}  # from one team's line to the next
HEADER = 36  # above the teams' lines


@cache
def _palette() -> Image.Image:
    """Every colour of the board, and the shades of every edge that may occur."""
    squares = list(SQUARE.values())
    flat = [INK, DIM, DARK, NIGHT, PANEL, GOLD, IVORY, GREY, *BASE.values(), *squares, *LETTER.values()]
    worn = [*BASE.values(), *(colour for pair in TEAMS[:MOST_TEAMS] for colour in pair), INK, DARK]
    flat += [*worn, *(mix(colour, MIST, PALE) for colour in worn)]
    flat += [track.WOOD, track.PLANK, track.SEAM, track.AZURE, FIELD, track.LINE]
    edges = [(track.SEAM, square) for square in squares] + [(LETTER[base], SQUARE[base]) for base in BASES]
    edges += [(DARK, square) for square in squares] + [(GOLD, square) for square in squares]
    edges += [(DARK, base) for base in BASE.values()] + [(INK, BASE["B"])]
    edges += [
        (track.LINE, track.AZURE),
        (track.WOOD, NIGHT),
        (track.PLANK, NIGHT),
        (MIST, INK),
        (DARK, MIST),
        (INK, FIELD),
        (INK, PANEL),
        (GOLD, PANEL),
        (IVORY, PANEL),
    ]
    edges += [(DARK, IVORY), (INK, DARK), (TEAMS[0][0], INK), (TEAMS[2][0], INK), (DIM, FIELD)]
    return kit.palette(flat, edges, steps=5)


def board(view: PistardView, path: Path = (), names: roster.Names = ()) -> bytes:
    """The track, its riders and the teams' dice as a PNG, names below; a path begun is drawn as a preview."""
    course = COURSES[view.table.options["track"]]
    spots = way(view, path) if path and view.stage == "move" else ()
    seats = range(view.table.seats)
    # the field within the track has no room for names, so they stand below it
    canvas = Image.new("RGB", (kit.WIDTH, track.HEIGHT + roster.roster_height(seats, names)), NIGHT)
    canvas.paste(track.ground(view.table.options["track"], view.table.options["race"] == "half-lap"), (0, 0))
    _trail(canvas, course, view.trail, INK)
    _trail(canvas, course, spots, GOLD)
    for rider in sorted(view.riders, key=lambda rider: rider.id == view.due):
        _rider(canvas, course, view, rider)
    for spot, number in numbered(view, path).items():
        _target(canvas, course, spot, colour(view.table, spot.d, spot.lane), number)
    if len(spots) > 1:
        due = find(view.riders, view.due)
        put(canvas, course.centre(spots[-1].d, spots[-1].lane), _piece(due.base, due.seat, course.piece, GOLD))
    _field(canvas, view, path)
    roster.roster(canvas, seats, names, track.HEIGHT, view.waiting)
    return kit.png(canvas, _palette())


# --- on the track


def _rider(canvas: Image.Image, course: Course, view: PistardView, rider: Rider) -> None:
    d, lane = rider.d, rider.lane
    if not lane:  # no one has a square before the first move: each team waits in a row of its own behind the line
        d, lane = -rider.seat, BASES.index(rider.base) + 1
    point = course.centre(d, lane)
    if rider.id == view.due:
        kit.dot(canvas, point, course.piece[0] * 0.9, GOLD, 0.5)
        edge = GOLD
    else:
        edge = GREY if rider.id in view.moved and not view.over else INK
    put(canvas, point, _piece(rider.base, rider.seat, course.piece, edge))


@lru_cache(maxsize=256)
def _piece(base: str, seat: Seat, size: tuple[int, int], edge: kit.Colour) -> Image.Image:
    """A rider: base colour and letter on the left, jersey and number on the right; with a grey edge, pale."""
    width, height = size[0] + 4, size[1] + 4
    image = Image.new("RGB", (width, height), edge)
    half = size[0] // 2
    inside = Image.new("RGB", size, DARK)
    inside.paste(BASE[base], (0, 0, half, size[1]))
    inside.paste(kit.cloth(seat, (size[0] - half - 1, size[1])), (half + 1, 0))
    letter, number = (half / 2, size[1] / 2), ((half + 1 + size[0]) / 2, size[1] / 2)
    if edge == GREY:
        inside = Image.blend(Image.new("RGB", size, MIST), inside, PALE)
        kit.write(inside, letter, base, 22, DARK, weight=750)
        kit.write(inside, number, str(seat + 1), 22, DARK, weight=800)
    else:
        kit.write(inside, letter, base, 22, BASE_INK[base], weight=750)
        kit.numbered(inside, number, seat)
    image.paste(inside, (2, 2), kit.slab(size, 7))
    image.putalpha(kit.slab((width, height), 9))
    return image


def _trail(canvas: Image.Image, course: Course, spots: tuple[Spot, ...], ink: kit.Colour) -> None:
    """A line along the ring from square to square, with a ring where it began and dots where it turned."""
    if len(spots) < 2:
        return
    for under, (corner, mask) in zip((DARK, ink), _line(course, spots), strict=True):
        canvas.paste(under, corner, mask)
    start = course.centre(spots[0].d, spots[0].lane)
    kit.dot(canvas, start, 11, DARK)
    kit.dot(canvas, start, 9, ink)
    kit.dot(canvas, start, 5, DARK)
    for spot in spots[1:-1]:
        kit.dot(canvas, course.centre(spot.d, spot.lane), 9, DARK)
        kit.dot(canvas, course.centre(spot.d, spot.lane), 7, ink)


@lru_cache(maxsize=16)
def _line(course: Course, spots: tuple[Spot, ...]) -> tuple[Stroke, Stroke]:
    """The half transparent edge of a trail, and the trail: every picture of a position has the last one."""
    line: list[Point] = []
    for first, there in pairwise(spots):
        steps = 4 * (there.d - first.d)
        line += [
            course.centre(
                first.d + (there.d - first.d) * step / steps, first.lane + (there.lane - first.lane) * step / steps
            )
            for step in range(steps + 1)
        ]
    corner, edge = kit.stroke(line, 9)
    return (corner, kit.pale(edge, 0.5)), kit.stroke(line, 5)


def _target(canvas: Image.Image, course: Course, spot: Spot, base: str, number: int) -> None:
    """A square that may be reached, with the number of its pad."""
    for ink, (corner, mask) in zip((BASE[base], DARK, GOLD), _square(course, spot.d, spot.lane), strict=True):
        canvas.paste(ink, corner, mask)
    point = course.centre(spot.d, spot.lane)
    kit.dot(canvas, point, 14, DARK)
    kit.write(canvas, point, str(number), 22, GOLD, weight=700)


@lru_cache(maxsize=128)
def _square(course: Course, d: int, lane: int) -> tuple[Stroke, Stroke, Stroke]:
    """A square, a wide line along its edge, and a narrow one."""
    outline = course.outline(d, lane, 3)
    return kit.stroke(outline), kit.stroke(outline, 7, closed=True), kit.stroke(outline, 4, closed=True)


# --- in the middle


def _field(canvas: Image.Image, view: PistardView, path: Path) -> None:
    """Turn, lap and target, then a line for each team."""
    left, top, width, pitch = _lines(view)
    _header(canvas, view, left + 8, left + width - 8, top + HEADER // 2)
    for seat in range(view.table.seats):
        _team(canvas, view, path, seat, (left, top + HEADER + pitch * seat, width, pitch - 4))


def _lines(view: PistardView) -> tuple[int, int, int, int]:
    """Left and upper edge of the header and of the teams' lines below it, their width, and from a line to the next."""
    course, pitch = COURSES[view.table.options["track"]], PITCH[view.table.seats]
    width = int(course.straight + 2 * (course.corner - track.BAND)) - 20
    left = round(track.MIDDLE[0] - width / 2)
    return left, round(track.MIDDLE[1] - (HEADER + pitch * view.table.seats) / 2), width, pitch


def _header(canvas: Image.Image, view: PistardView, left: int, right: int, y: int) -> None:
    if view.turn:
        kit.write(canvas, (left, y), f"#{view.turn}", 26, INK, weight=700, anchor="l")
    lap = max((rider.d - 1) // rows(view.table) + 1 for rider in view.riders)
    if lap > 0 and view.turn:
        middle = round(track.MIDDLE[0])
        _oval(canvas, middle - 42, y, INK)
        kit.write(canvas, (middle, y), str(lap), 26, INK, weight=700, anchor="l")
    race = view.table.options["race"]
    if race == "points":
        wide = kit.write(canvas, (right, y), view.table.options["target"], 26, GOLD, weight=700, anchor="r")
        _flag(canvas, right - wide - 34, y - 11)
    else:
        _oval(canvas, right - 32, y, GOLD)
        kit.write(canvas, (right - 40, y), "½" if race == "half-lap" else "1", 26, GOLD, weight=700, anchor="r")


def _oval(canvas: Image.Image, left: int, y: int, ink: kit.Colour) -> None:
    """A small track, the sign of a lap."""
    kit.block(canvas, (left, y - 10, 32, 20), 10, ink)
    kit.block(canvas, (left + 4, y - 6, 24, 12), 6, FIELD)


def _flag(canvas: Image.Image, left: int, top: int) -> None:
    """A small chequered flag."""
    for row in range(3):
        for column in range(4):
            colour = DARK if (row + column) % 2 else INK
            canvas.paste(colour, (left + 3 + column * 6, top + row * 5, left + 9 + column * 6, top + row * 5 + 5))
    canvas.paste(INK, (left, top - 1, left + 3, top + 24))


def _team(canvas: Image.Image, view: PistardView, path: Path, seat: Seat, box: tuple[int, int, int, int]) -> None:
    """Jersey, riders left, dice and points of one team; a golden edge if it must answer."""
    left, top, width, height = box
    middle = top + height / 2
    standing = next(standing for standing in view.standings if standing.seat == seat)
    won = view.over and standing.rank == 1
    if won or seat in view.waiting:
        kit.block(canvas, box, 10, GOLD)
        kit.block(canvas, (left + 3, top + 3, width - 6, height - 6), 8, PANEL)
    else:
        kit.block(canvas, box, 10, PANEL)
    put(canvas, (left + 28, middle), kit.jersey(seat, 38))
    for index, base in enumerate(BASES):
        point = (left + 62 + 20 * index, middle)
        if any(rider.seat == seat and rider.base == base for rider in view.riders):
            kit.dot(canvas, point, 8, BASE[base])
        else:
            kit.dot(canvas, point, 3, GREY)
    _dice(canvas, view, path, seat, (left + DICE, middle))
    if won:
        kit.write(canvas, (left + width - 70, middle), "★", 34, GOLD, anchor="r")
    kit.write(canvas, (left + width - 14, middle), str(standing.points), 30, INK, weight=750, anchor="r")


def dice_boxes(view: PistardView, path: Path) -> list[tuple[int, Box]]:
    """The viewer's dice in the field, with their pips: where each is drawn."""
    assert view.viewer is not None
    left, top, _, pitch = _lines(view)
    row = (left + DICE, top + HEADER + pitch * view.viewer + (pitch - 4) / 2)
    pips = [face for face, _ in _first_dice(view, path)] if view.stage == "start" else view.pools[view.viewer]
    return [(face, square_around(_die_at(row, place), DIE)) for place, face in enumerate(pips)]


def _die_at(row: Point, place: int) -> Point:
    return row[0] + place * (DIE + 5), row[1]


def _dice(canvas: Image.Image, view: PistardView, path: Path, seat: Seat, row: Point) -> None:
    """The dice left, blank before the roll; the chosen one on gold, at the start those given out in their bases."""
    faces = [(pips, IVORY) for pips in view.pools[seat]]
    chosen = ""
    if view.stage == "start" and view.viewer == seat:
        faces = _first_dice(view, path)
    elif view.stage == "move" and seat not in view.rolled:
        faces = [(0, GREY) for rider in view.riders if rider.seat == seat]
    elif view.viewer == seat and path:
        chosen = path[0]
    for place, (pips, face) in enumerate(faces):
        spot = _die_at(row, place)
        if str(pips) == chosen:
            kit.block(canvas, (round(spot[0]) - 21, round(spot[1]) - 21, 42, 42), 11, GOLD)
            chosen = ""
        put(canvas, spot, kit.die(pips, DIE, face))


def _first_dice(view: PistardView, path: Path) -> list[tuple[int, kit.Colour]]:
    """The viewer's dice of the first move: those of the steps chosen (or sealed) in base colours, then the rest."""
    assert view.viewer is not None
    steps = path or tuple(view.plan.split(".")[2:])
    rest = list(view.pools[view.viewer])
    dice: list[tuple[int, kit.Colour]] = []
    for base, step in zip(BASES, steps, strict=False):
        rest.remove(int(step))
        dice.append((int(step), BASE[base]))
    return [*dice, *((pips, IVORY) for pips in rest)]
