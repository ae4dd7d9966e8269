"""Panels around the road: tours, legs and deck above it; the last result and the players below it."""

from collections.abc import Iterator

from PIL import Image

from engines.superechelon import LegResult, SuperEchelonView
from engines.table import Seat
from render import kit, roster
from render.kit import DARK, DIM, GOLD, GREY, INK, NIGHT, PANEL, put
from render.roster import Names, called, write_name
from render.superechelon.colours import GC, PAPER
from render.superechelon.icons import back, bag, leader, put_sign, stack, tile

HEADER = 72
DECK = 62  # pixels of its top back
SCORE = 76  # pixels of a jersey with its GC
RESULT = 50  # a line of the last result
LINE = 58  # a player's line
TOURS = 38  # and below it the tours that are over
MOST_IN_LINE = 5  # tours side by side
MARGIN = 8
HALF = (kit.WIDTH - 3 * MARGIN) // 2

Box = tuple[int, int, int, int]  # left, top, width, height


# --- above the road


def header(canvas: Image.Image, view: SuperEchelonView) -> int:
    """The tours of the season (of a long one the present tour alone), the stages of this tour, the deck's top back.

    Returns the pixel where the stages end.
    """
    middle = HEADER / 2
    shown = range(1, view.tours + 1) if view.tours <= MOST_IN_LINE else (view.tour,)
    for index, tour in enumerate(shown):
        x = MARGIN + 26 + index * 46
        if tour == view.tour:
            kit.block(canvas, (x - 24, round(middle) - 26, 48, 52), 12, GOLD)
            kit.block(canvas, (x - 21, round(middle) - 23, 42, 46), 9, PANEL)
        put(canvas, (x, middle), leader(tour, 38))
    left = MARGIN + 36 + len(shown) * 46
    if len(shown) < view.tours:
        left += 14 + kit.write(canvas, (left - 30, middle), f"/{view.tours}", 26, DIM, weight=700, anchor="l")
    kit.block(canvas, (left - 34, 18, 3, HEADER - 36), 1, GREY)
    for leg in range(1, view.legs + 1):
        _leg(canvas, view, leg, (left + (leg - 1) * 46 + 8, middle))
    if view.deck:
        right = kit.WIDTH - MARGIN
        for step in (2, 1):
            put(canvas, (right - 24 - 4 * step, middle - 2 * step), back(view.top, (44, 60)))
        put(canvas, (right - 24, middle), back(view.top, (44, 60)))
        kit.write(canvas, (right - DECK, middle), str(view.deck), 28, INK, weight=700, anchor="r")
    return round(left + view.legs * 46 - 14)


def scores(canvas: Image.Image, view: SuperEchelonView, left: int) -> None:
    """In the header from that pixel on the GC of the viewer, then of the others, the best first, as far as they fit."""
    right = kit.WIDTH - MARGIN - (DECK + 34 if view.deck else 0)
    others = sorted(range(view.table.seats), key=lambda seat: (seat != view.viewer, -view.gc[seat]))
    for seat in others[: (right - left) // SCORE]:
        put(canvas, (left + 15, HEADER / 2), kit.jersey(seat, 32))
        kit.block(canvas, (left + 31, HEADER // 2 - 16, 40, 32), 6, PAPER)
        kit.write(canvas, (left + 51, HEADER / 2), str(view.gc[seat]), 24, GC, weight=800)
        left += SCORE


def _leg(canvas: Image.Image, view: SuperEchelonView, leg: int, point: tuple[float, float]) -> None:
    """A stage of the tour: its terrain as far as it is known; the present one in a golden frame."""
    x, y = round(point[0]), round(point[1])
    if leg <= len(view.ridden):
        put(canvas, point, tile(view.ridden[leg - 1].terrain, 36))
        kit.block(canvas, (x - 18, y + 20, 36, 5), 2, DIM)
    elif leg == view.leg:
        kit.block(canvas, (x - 24, y - 26, 48, 52), 12, GOLD)
        kit.block(canvas, (x - 21, y - 23, 42, 46), 9, PANEL)
        put(canvas, point, tile(view.terrain, 38))
    else:
        kit.block(canvas, (x - 17, y - 17, 34, 34), 8, GREY)
        kit.block(canvas, (x - 15, y - 15, 30, 30), 7, NIGHT)
        kit.write(canvas, point, str(leg), 22, DIM)


def start(canvas: Image.Image, view: SuperEchelonView, y: int) -> None:
    """Everyone in the order of play, the leader at the line in front."""
    for place in range(view.table.seats):
        seat = (view.leader + place) % view.table.seats
        put(canvas, (kit.WIDTH - 165 - 72 * place, y), kit.jersey(seat, 52))


# --- below the road


def result_height(view: SuperEchelonView) -> int:
    """Pixels of the last result."""
    return RESULT * (1 + max((line for line, _, _ in _gains(view.last)), default=0)) if view.last else 0


def result(canvas: Image.Image, view: SuperEchelonView, top: int) -> None:
    """The last stage: how many cards everyone took back, and how much loot."""
    last = view.last
    if last is None:
        return
    height = result_height(view)
    kit.block(canvas, (MARGIN, top, kit.WIDTH - 2 * MARGIN, height - 6), 10, PANEL)
    y = top + (RESULT - 6) / 2
    put(canvas, (MARGIN + 26, y), tile(last.terrain, 34))
    if last.how == "tied":
        kit.write(canvas, (MARGIN + 66, y), "=", 34, GOLD, weight=800)
    else:
        put_sign(canvas, (MARGIN + 66, y), "cup", 32, GOLD)
    for line, x, seat in _gains(last):
        _gain(canvas, last, seat, (x, y + line * RESULT))


def _gains(last: LegResult | None) -> Iterator[tuple[int, int, Seat]]:
    """Line, left pixel and seat of everyone who got something."""
    line, x = 0, MARGIN + 96
    for seat in range(len(last.recovered) if last else 0):
        assert last is not None
        width = 42 + 56 * bool(last.recovered[seat]) + 56 * bool(loot_of(last, seat))
        if width == 42:
            continue
        if x + width > kit.WIDTH - MARGIN:
            line, x = line + 1, MARGIN + 96
        yield line, x, seat
        x += width + 10


def loot_of(last: LegResult, seat: Seat) -> int:
    """How many loot cards a seat got, or will get, from that leg."""
    shares = zip(last.spoils.seats, last.spoils.counts, strict=True) if last.spoils else ()
    return sum(count for to, count in shares if to == seat)


def _gain(canvas: Image.Image, last: LegResult, seat: Seat, point: tuple[float, float]) -> None:
    x, y = point
    put(canvas, (x + 18, y), kit.jersey(seat, 36))
    x += 42
    for sprite, count in ((stack(30), len(last.recovered[seat])), (bag(28), loot_of(last, seat))):
        if count:
            put(canvas, (x + 15, y), sprite)
            kit.write(canvas, (x + 32, y), str(count), 25, INK, weight=700, anchor="l")
            x += 56


def players_height(view: SuperEchelonView, names: Names) -> int:
    """Pixels of all players' lines."""
    return (view.table.seats + 1) // 2 * (_line(view, names) + 6) + MARGIN


def _line(view: SuperEchelonView, names: Names) -> int:
    return LINE + roster.LINE * bool(names) + TOURS * -(-len(view.results) // MOST_IN_LINE)


def players(canvas: Image.Image, view: SuperEchelonView, top: int, names: Names) -> None:
    """Everyone's line, two side by side."""
    height = _line(view, names)
    for seat in range(view.table.seats):
        row, column = divmod(seat, 2)
        left = MARGIN + column * (HALF + MARGIN)
        _player(canvas, view, seat, (left, top + row * (height + 6), HALF, height), names)


def _player(canvas: Image.Image, view: SuperEchelonView, seat: Seat, box: Box, names: Names) -> None:
    """Jersey and name, backs in hand, cards won, loot face down, GC in red; below, the tours that are over."""
    left, top, width, height = box
    won = view.over and any(standing.seat == seat and standing.rank == 1 for standing in view.standings)
    if won or seat in view.waiting:
        kit.block(canvas, box, 11, GOLD)
        kit.block(canvas, (left + 3, top + 3, width - 6, height - 6), 9, PANEL)
    else:
        kit.block(canvas, box, 11, PANEL)
    y = top + LINE / 2
    put(canvas, (left + 30, y), kit.jersey(seat, 40))
    if names:
        write_name(canvas, (left + 60, y - 6), called(names[seat], seat), width - 60 - 80)
        y += roster.LINE
    if won:
        put_sign(canvas, (left + 122, y), "cup", 38, GOLD)
    for index, terrain in enumerate(view.backs[seat]):
        put(canvas, (left + 68 + index * 27, y), back(terrain, (25, 36)))
    put(canvas, (left + 208, y), stack(30))
    kit.write(canvas, (left + 225, y), str(len(view.piles[seat])), 26, INK, weight=650, anchor="l")
    if view.down[seat]:
        put(canvas, (left + 276, y), bag(28))
        kit.write(canvas, (left + 292, y), str(view.down[seat]), 26, INK, weight=650, anchor="l")
    kit.block(canvas, (left + width - 66, round(y) - 19, 58, 38), 8, DARK)
    kit.block(canvas, (left + width - 64, round(y) - 17, 54, 34), 7, PAPER)
    kit.write(canvas, (left + width - 37, y), str(view.gc[seat]), 27, GC, weight=800)
    stride = (width - 16) // min(max(view.tours, 4), MOST_IN_LINE)
    for index, tour in enumerate(view.results):
        line, place = divmod(index, MOST_IN_LINE)
        x, below = left + 26 + place * stride, y + LINE / 2 + 12 + TOURS * line
        first = seat in tour.winners
        put(canvas, (x, below), leader(index + 1, 30))
        ink = GOLD if first else DIM
        wide = kit.write(canvas, (x + 17, below), str(tour.gc[seat]), 22, ink, weight=800 if first else 600, anchor="l")
        if first:
            kit.block(canvas, (x + 17, round(below) + 11, wide, 3), 1, GOLD)
