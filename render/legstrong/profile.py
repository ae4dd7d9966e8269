"""The profile of a leg: its slopes, climbs, feed zones and the finish, with everyone who is on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from PIL import Image

from engines.legstrong import CONFIG, INSIDE, ON_ROAD, Course, Rider, Road
from render import kit
from render.kit import DARK, GOLD, INK, NIGHT, Point, put
from render.legstrong.colours import BOTTLE, HAZE, RIDGE, SHADE, SKY, SNOW, SUN, TERRAIN
from render.legstrong.riders import BIB, bib
from render.legstrong.signs import chequers, climb, put_sign

RISE = {"F": 0.0, "G": 0.7, "M": 1.8, "D": -2.0}  # height that a hex gains
LEFT, RIGHT = 26, 46  # pixels beside the course: room for pins, and for the flag of the finish
AIR = 64  # pixels of sky with one row of pins
LAND = 146  # pixels from the highest ground to the foot
LOW_LAND = 62  # the same in a picture for a question
STEEP = 100  # of LAND, from the highest ground to the lowest
FOOT = 34  # pixels of hex numbers
TIER = 36  # pixels from one row of pins to the next
MOST_IN_PIN = 2


@dataclass(frozen=True, slots=True)
class Group:
    """Riders who are shown by one pin at a row; the peloton's has no numbers."""

    row: int
    riders: tuple[Rider, ...]
    peloton: bool


@dataclass(frozen=True, slots=True)
class Flag:
    """Where a group's flag flies: its stem at `x`, its left edge, and how many flags high."""

    group: Group
    x: float
    left: int
    tier: int
    sprite: Image.Image

    @property
    def high(self) -> float:
        """The middle of the flag in pixels, below 0 above the landscape."""
        return AIR - 38 - TIER * self.tier


def groups(road: Road) -> list[Group]:
    """From the front to the back: riders outside row by row, and the peloton."""
    out = sorted((rider for rider in road.riders if rider.place == ON_ROAD), key=lambda rider: -rider.row)
    outside = [Group(row, tuple(riders), False) for row, riders in groupby(out, key=lambda rider: rider.row)]
    inside = tuple(rider for rider in road.riders if rider.place == INSIDE)
    if inside or road.peloton <= road.course.rows:
        outside.append(Group(road.peloton, inside, True))
    return sorted(outside, key=lambda group: (-group.row, not group.peloton))


@lru_cache(maxsize=64)
def heights(hexes: str) -> tuple[float, ...]:
    """The ground at the start and after each hex, from 0 (lowest) to 1."""
    height, line = 0.0, [0.0]
    for letter in hexes:
        height += RISE[letter]
        line.append(height)
    low, span = min(line), max(max(line) - min(line), 3.0)
    return tuple((height - low) / span for height in line)


def x_of(course: Course, row: float, left: float = LEFT, right: float = kit.WIDTH - RIGHT) -> float:
    """Pixels from the left of a row of the course."""
    return left + (right - left) * min(row, course.rows + 1.5) / course.rows


def ground(course: Course, row: float) -> float:
    """The height of the ground at a row, from 0 to 1, with gentle bends from hex to hex."""
    line = heights(course.hexes)
    along = min(max(row / CONFIG.rows_a_hex, 0), len(course.hexes) - 1e-6)
    index, share = int(along), along % 1
    bend = share * share * (3 - 2 * share)
    mixed = 0.55 * share + 0.45 * bend
    return line[index] + (line[index + 1] - line[index]) * mixed


def y_of(course: Course, row: float, land: int = LAND) -> float:
    """Pixels from the top of the ground at a row."""
    return AIR + land * STEEP / LAND * (1 - ground(course, row))


@lru_cache(maxsize=32)
def landscape(course: Course, land: int = LAND) -> Image.Image:
    """The leg without riders, `land` pixels from the highest ground to the foot."""
    bottom = AIR + land
    canvas = Image.new("RGB", (kit.WIDTH, bottom + FOOT), SKY)
    if land == LAND:
        _sky(canvas, bottom)
    # the road goes on beyond start and finish to the edges of the picture
    line = [(x_of(course, step / 2), y_of(course, step / 2, land)) for step in range(2 * course.rows + 1)]
    line = [(-9.0, line[0][1]), *line, (kit.WIDTH + 9.0, line[-1][1])]
    last = len(course.hexes) - 1
    for index, letter in enumerate(course.hexes):
        left, right = x_of(course, CONFIG.rows_a_hex * index), x_of(course, CONFIG.rows_a_hex * (index + 1))
        left, right = (-9.0 if index == 0 else left), (kit.WIDTH + 9.0 if index == last else right)
        _strip(canvas, [(x, y) for x, y in line if left - 0.1 <= x <= right + 0.1], letter, bottom)
    kit.paint(canvas, line, DARK, width=8)
    kit.paint(canvas, line, INK, width=4)
    canvas.paste(NIGHT, (0, bottom, kit.WIDTH, canvas.height))
    _hex_numbers(canvas, course, bottom)
    for row in course.feeds:
        x, y = x_of(course, row - 1) + 15, y_of(course, row, land)
        y = min(y + 25, bottom - 10)
        kit.dot(canvas, (x, y), 16, DARK)
        kit.dot(canvas, (x, y), 14, INK)
        put_sign(canvas, (x, y), "bottle", 22, BOTTLE)
    for summit in course.summits:
        x, y = x_of(course, summit.row), y_of(course, summit.row, land)
        put(canvas, (x - 20, min(y + 36, bottom - 10)), climb(summit.category, 30))
    _finish(canvas, course, land)
    return canvas


def _sky(canvas: Image.Image, bottom: int) -> None:
    """A sun, clouds and far hills."""
    kit.dot(canvas, (706, 46), 24, SUN)
    for x, y, r in (
        (60, 40, 15),
        (84, 32, 20),
        (110, 42, 14),
        (330, 30, 13),
        (352, 24, 17),
        (376, 32, 12),
        (560, 52, 12),
    ):
        kit.dot(canvas, (x, y), r, HAZE)
        canvas.paste(HAZE, (x - r, y, x + r, y + r // 2))
    far = [
        (0, 130),
        (70, 104),
        (130, 124),
        (210, 88),
        (290, 122),
        (380, 96),
        (450, 120),
        (540, 84),
        (640, 122),
        (720, 98),
    ]
    kit.paint(canvas, [(0, bottom), *far, (800, 118), (800, bottom)], RIDGE)


def _strip(canvas: Image.Image, top: Sequence[Point], letter: str, bottom: int) -> None:
    """A hex in the colour of its terrain, in shade at its foot; mountains have snow where they are highest."""
    left, right = top[0][0], top[-1][0]
    kit.paint(canvas, [*top, (right + 1, bottom), (left, bottom)], TERRAIN[letter])
    shade = [(x, y + (bottom - y) * 0.62) for x, y in top]
    kit.paint(canvas, [*shade, (right + 1, bottom), (left, bottom)], SHADE[letter])
    high = [(x, y) for x, y in top if y < AIR + 34]
    if letter == "M" and len(high) > 2:
        under = [(x, y + 12 + 7 * (step % 2)) for step, (x, y) in enumerate(reversed(high))]
        kit.paint(canvas, [*high, *under], SNOW)


def _hex_numbers(canvas: Image.Image, course: Course, bottom: int) -> None:
    for index, letter in enumerate(course.hexes):
        left, right = x_of(course, CONFIG.rows_a_hex * index), x_of(course, CONFIG.rows_a_hex * (index + 1))
        canvas.paste(TERRAIN[letter], (round(left) + 1, bottom, round(right) - 1, bottom + 6))
        kit.write(canvas, ((left + right) / 2, bottom + 20), str(index + 1), 22, INK)


def _finish(canvas: Image.Image, course: Course, land: int) -> None:
    x, y = x_of(course, course.rows), y_of(course, course.rows, land)
    kit.paint(canvas, [(x, y), (x, y - 46)], DARK, width=4)
    chequers(canvas, (round(x) + 1, round(y) - 46), 24, columns=4)


def profile(road: Road, marked: Sequence[str] = (), land: int = LAND) -> Image.Image:
    """The leg with flags for the peloton and for everyone outside, `marked` riders in gold."""
    flags = _flags(road, marked)
    sky = TIER * max((flag.tier for flag in flags), default=0)
    ridden = landscape(road.course, land)
    canvas = Image.new("RGB", (kit.WIDTH, ridden.height + sky), SKY)
    canvas.paste(ridden, (0, sky))
    for flag in flags:
        ink, high = GOLD if flag.group.peloton else INK, flag.high + sky
        stem = [(flag.x, high), (flag.x, y_of(road.course, flag.group.row, land) + sky)]
        kit.paint(canvas, stem, DARK, width=6)
        kit.paint(canvas, stem, ink, width=2)
        kit.dot(canvas, stem[1], 8, DARK)
        kit.dot(canvas, stem[1], 6, ink)
    for flag in flags:
        canvas.paste(flag.sprite, (flag.left, round(flag.high + sky - flag.sprite.height / 2)), flag.sprite)
    return canvas


def _flags(road: Road, marked: Sequence[str]) -> list[Flag]:
    """Flags fly forwards ahead of the peloton and backwards behind it, so that none hangs before another's stem."""
    shown = groups(road)
    ahead = [group for group in shown if group.row > road.peloton or group.peloton]
    behind = [group for group in reversed(shown) if group not in ahead]
    flags: list[Flag] = []
    for group in (*ahead, *behind):
        gap = group.row - road.peloton
        sprite = _bunch(len(group.riders)) if group.peloton else _numbers(group, gap, marked)
        x = x_of(road.course, group.row)
        start = x - 4 if group in ahead else x + 4 - sprite.width
        left = round(min(max(start, 2), kit.WIDTH - sprite.width - 2))
        beside = {
            flag.tier
            for flag in flags
            if left < flag.left + flag.sprite.width + 3 and flag.left < left + sprite.width + 3
        }
        tier = next(tier for tier in range(len(shown)) if tier not in beside)
        flags.append(Flag(group, x, left, tier, sprite))
    return flags


@lru_cache(maxsize=16)
def _bunch(riders: int) -> Image.Image:
    """The bunch in gold, and how many ride in it."""
    width = 34 + (30 if riders > 9 else 18)
    image = Image.new("RGBA", (width + 6, 32), (*DARK, 0))
    image.paste((*DARK, 255), (0, 0), kit.slab((width + 6, 32), 10))
    image.paste((*GOLD, 255), (2, 2), kit.slab((width + 2, 28), 8))
    put_sign(image, (20, 16), "bunch", 28, DARK)
    kit.write(image, (width, 16), str(riders), 22, DARK, weight=800, anchor="r")
    return image


def _numbers(group: Group, gap: int, marked: Sequence[str]) -> Image.Image:
    shown = tuple((rider.team, rider.number, rider.id in marked) for rider in group.riders[:MOST_IN_PIN])
    return _bibs(shown, len(group.riders) - len(shown), gap)


@lru_cache(maxsize=512)
def _bibs(shown: tuple[tuple[int, int, bool], ...], more: int, gap: int) -> Image.Image:
    """Race numbers side by side, how many more, and the rows to the peloton."""
    label = f"{gap:+d}".replace("-", "−") if gap else "="
    text = kit.letters(label, 22, 700).width
    extra = kit.letters(f"…{more}", 22, 700).width + 4 if more else 0
    width = len(shown) * (BIB[0] + 2) + extra + text + 12
    image = Image.new("RGBA", (width, 32), (*DARK, 0))
    image.paste((*NIGHT, 255), (0, 0), kit.slab((width, 32), 10))
    for index, (team, number, gold) in enumerate(shown):
        sprite = bib(team, number, GOLD if gold else INK)
        image.paste(sprite, (2 + index * (BIB[0] + 2), 2), sprite)
    x = 4 + len(shown) * (BIB[0] + 2)
    if more:
        kit.write(image, (x, 16), f"…{more}", 22, INK, weight=700, anchor="l")
    kit.write(image, (width - 6, 16), label, 22, INK, weight=700, anchor="r")
    return image


@lru_cache(maxsize=64)
def thumbnail(course: Course, size: tuple[int, int]) -> Image.Image:
    """The leg at a glance: its slopes in the colours of their terrains."""
    width, height = size
    image = Image.new("RGB", size, SKY)
    for index, letter in enumerate(course.hexes):
        rows = [CONFIG.rows_a_hex * index + step for step in range(CONFIG.rows_a_hex + 1)]
        top = [(x_of(course, row, 0, width), 5 + (height - 11) * (1 - ground(course, row))) for row in rows]
        kit.paint(image, [*top, (top[-1][0] + 1, height), (top[0][0], height)], TERRAIN[letter])
    line = [
        (x_of(course, row, 0, width), 5 + (height - 11) * (1 - ground(course, row))) for row in range(course.rows + 1)
    ]
    kit.paint(image, line, DARK, width=2)
    return image
