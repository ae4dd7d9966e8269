"""Picture of a review: each seat's chances over the match, and below it the effects of luck and moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import dist

from PIL import Image

from engines.table import Seat
from render import RENDERERS, kit
from render.career.colours import GRID, SOFT, line_of
from render.career.heading import heading
from render.kit import DARK, DIM, GOLD, INK, NIGHT, PANEL, TEAMS, Colour, Point, mix, rgb
from render.lettering import clean, write
from render.podium import emblem, own_colour
from render.roster import called
from render.words import Say, shortened

LEFT, RIGHT = 84, 92  # around the lines
HEAD, CHART, AXIS = 108, 380, 48  # pixels from top to bottom
ROW, FOOT = 78, 20
EMBLEM = 46
LINE, THIN = 6, 4  # pixels
MANY = 4  # number of seats from which lines are thin
NAME = 220  # pixels of a name
MARK = 17  # radius of a turning point's number
NEXT = 2 * MARK + 5  # pixels between the centres of two marks
LUCK, ANSWERS = rgb("6cc4ea"), rgb("ee8a2c")
# One colour per seat; lines end at the seat's emblem, so no one has to tell colours apart.
LINES: tuple[Colour, ...] = (
    *(rgb("ff5d73"), rgb("f4f1e8"), rgb("c08cf0"), rgb("9aa3b2"), rgb("4fc4b5")),
    *(rgb("ee8a2c"), rgb("f3a8c4"), rgb("7f9df0"), rgb("b5d334"), rgb("6cc4ea")),
)


@dataclass(frozen=True, slots=True)
class Share:
    """A seat's result as shares of the first place: by luck, with its standard error, by all seats' moves, and
    the unexplained rest."""

    name: str
    luck: float
    error: float
    answers: float
    rest: float = 0.0


@dataclass(frozen=True, slots=True)
class Chart:
    """The chances of all seats, point by point."""

    game: str  # its key
    title: str  # of the match
    subtitle: str  # under it
    curve: Sequence[Sequence[float]]  # by point, the chance of each seat
    ticks: Sequence[tuple[int, str]]  # points (from 0) where a part of the match begins, and its name
    turns: Sequence[tuple[int, Seat]]  # turning points (from 0), in numbered order, with the seat that moved
    seats: Sequence[Share]  # the effects of luck and moves on each seat


def points(share: float) -> str:
    """A share of the first place in hundredths, with its sign."""
    rounded = round(100 * share)
    return f"{rounded:+}" if rounded else "0"


def chart(shown: Chart, say: Say) -> bytes:
    """The picture as a PNG, 800 pixels wide."""
    height = HEAD + CHART + AXIS + 40 + ROW * len(shown.seats) + FOOT
    canvas = Image.new("RGB", (kit.WIDTH, height), NIGHT)
    canvas.paste(line_of(shown.game)[0], (0, 0, kit.WIDTH, 8))
    heading(canvas, shown.title, shown.subtitle, 1, 1)
    _curves(canvas, shown)
    _shares(canvas, HEAD + CHART + AXIS, shown, say)
    return kit.png(canvas, _palette(), small=True)


def _line(game: str, seat: Seat) -> Colour:
    """The colour of a seat's line: its own, if the game has colours that show on a dark ground."""
    return own_colour(game, seat) or LINES[seat % len(LINES)]


def _x(shown: Chart, place: int) -> float:
    return LEFT + place / max(1, len(shown.curve) - 1) * (kit.WIDTH - LEFT - RIGHT)


def _y(share: float) -> float:
    return HEAD + CHART - 16 - share * (CHART - 32)


def _curves(canvas: Image.Image, shown: Chart) -> None:
    kit.block(canvas, (20, HEAD, kit.WIDTH - 40, CHART + AXIS - 8), 12, PANEL)
    for percent in (0, 25, 50, 75, 100):
        y = round(_y(percent / 100))
        canvas.paste(GRID, (LEFT, y - 1, kit.WIDTH - RIGHT, y + 1))
        if percent % 50 == 0:
            kit.write(canvas, (LEFT - 10, y), f"{percent}", 22, DIM, anchor="r")
    free = 0.0
    for place, label in shown.ticks:
        x = _x(shown, place)
        canvas.paste(GRID, (round(x) - 1, HEAD + 16, round(x) + 1, HEAD + CHART - 16))
        if x >= free:
            free = x + kit.write(canvas, (x, HEAD + CHART + 12), label, 22, DIM, anchor="l") + 16
    width = LINE if len(shown.seats) <= MANY else THIN
    for seat in range(len(shown.seats)):
        path: list[Point] = [(_x(shown, index), _y(shares[seat])) for index, shares in enumerate(shown.curve)]
        if len(path) > 1:
            kit.paint(canvas, path, PANEL, width=width + 4)
            kit.paint(canvas, path, _line(shown.game, seat), width=width)
    _ends(canvas, shown)
    ends = [(_x(shown, place), _y(shown.curve[place][seat])) for place, seat in shown.turns]
    for number, (end, mark) in enumerate(zip(ends, _apart(ends), strict=True), 1):
        if mark != end:
            kit.paint(canvas, [end, mark], GOLD, width=THIN)
            kit.dot(canvas, end, THIN, GOLD)
        kit.dot(canvas, mark, MARK + 3, NIGHT)
        kit.dot(canvas, mark, MARK, GOLD)
        kit.write(canvas, mark, str(number), 24, DARK, weight=800)


def _apart(ends: Sequence[Point]) -> list[Point]:
    """Positions of numbers so that none covers another: at their points, or as little above or below as possible."""
    placed: list[Point] = []
    for x, y in ends:
        free = (
            (x, there)
            for step in range(2 * len(ends) + 1)
            for there in (y - step * NEXT, y + step * NEXT)
            if HEAD + MARK <= there <= HEAD + CHART - MARK // 2 and all(dist((x, there), p) >= NEXT for p in placed)
        )
        placed.append(next(free, (x, y)))
    return placed


def _ends(canvas: Image.Image, shown: Chart) -> None:
    """Emblems at the ends of the lines, one above another where lines end together."""
    order = sorted(range(len(shown.seats)), key=lambda seat: -shown.curve[-1][seat])
    side = min(EMBLEM, (CHART - 20) // len(order))
    tops = [max(HEAD + 2.0, _y(shown.curve[-1][seat]) - side / 2) for seat in order]
    for place in range(1, len(tops)):
        tops[place] = max(tops[place], tops[place - 1] + side)
    last = HEAD + CHART - 4.0
    for place in reversed(range(len(tops))):
        tops[place] = last = min(tops[place], last - side)
        image = emblem(shown.game, order[place]).resize((side, side))  # pyright: ignore[reportUnknownMemberType]
        canvas.paste(image, (kit.WIDTH - RIGHT + 14, round(tops[place])), image)


def _shares(canvas: Image.Image, top: int, shown: Chart, say: Say) -> None:
    """A row for each seat: the effect of luck above that of moves; gains point to the right."""
    left, right = 20 + EMBLEM + NAME + 30, kit.WIDTH - 130
    middle = (left + right) / 2
    most = max(0.05, *(abs(s.luck) + s.error for s in shown.seats), *(abs(s.answers) for s in shown.seats))
    for x, colour, key in ((left, LUCK, "review.luck"), (middle + 10, ANSWERS, "review.answers")):
        kit.block(canvas, (round(x), top + 10, 22, 22), 6, colour)
        write(canvas, (x + 32, top + 21), say(key), round(middle - left) - 40, 24, ink=SOFT)
    for seat, account in enumerate(shown.seats):
        y = top + 40 + ROW * seat
        kit.block(canvas, (20, y, kit.WIDTH - 40, ROW - 8), 12, PANEL)
        image = emblem(shown.game, seat)
        canvas.paste(image, (30, y + (ROW - 8 - image.height) // 2), image)
        write(canvas, (36 + EMBLEM, y + ROW / 2 - 4), called(clean(account.name), seat), NAME, 26)
        canvas.paste(GRID, (round(middle) - 1, y + 6, round(middle) + 1, y + ROW - 14))
        for row, (value, colour) in enumerate(((account.luck, LUCK), (account.answers, ANSWERS))):
            end = middle + value / most * (right - middle - 10)
            line_y = y + 21 + 28 * row
            box = sorted((round(middle), round(end)))
            canvas.paste(colour, (box[0], line_y - 8, max(box[1], box[0] + 2), line_y + 8))
            if account.error:
                spread = account.error / most * (right - middle - 10)
                canvas.paste(INK, (round(end - spread), line_y - 1, round(end + spread), line_y + 2))
            kit.write(canvas, (kit.WIDTH - 34, line_y), points(value), 24, INK, anchor="r", weight=700)


def chart_alt(shown: Chart, say: Say) -> str:
    """The bars in words, in at most 1,000 characters."""
    rows = [
        say(
            "review.alt.row",
            name=clean(seat.name),
            luck=points(seat.luck),
            answers=points(seat.answers),
            rest=points(seat.rest),
        )
        for seat in shown.seats
    ]
    return shortened(" ".join((f"{shown.title}. {shown.subtitle}.", *rows)))


@cache
def _palette() -> Image.Image:
    worn = [colour for pair in TEAMS for colour in pair]
    wardrobes = [renderer.STYLE.wardrobe for renderer in RENDERERS.values() if renderer.STYLE.wardrobe]
    worn += [colour for wardrobe in wardrobes for seat in range(4) for colour in wardrobe.colours(seat)]
    flat = [INK, DIM, DARK, NIGHT, PANEL, GRID, SOFT, GOLD, LUCK, ANSWERS, *LINES, *worn]
    edges = [(colour, under) for colour in (INK, SOFT, DIM, GOLD, *LINES) for under in (PANEL, NIGHT)]
    return kit.palette(flat + [mix(c, PANEL, 0.5) for c in LINES], edges, steps=2)
