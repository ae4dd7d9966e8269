"""Courses: hexes and rows, the ready stages and tours, and tours that players write themselves (L3-L6a)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby

from engines.legstrong.config import CONFIG
from engines.table import IllegalMove, Table

TERRAINS = "FGMD"  # flat, ground rise, mountain, downhill
LEAST_HEXES, MOST_HEXES = 4, 20  # L6a
MOST_LEGS = 7  # L6a
MOST_TEXT = MOST_LEGS * (MOST_HEXES + 1 + MOST_HEXES // 2 + 1)  # characters: every second hex may be a run of its own


@dataclass(frozen=True, slots=True)
class Summit:
    """The last row of a run of mountains and the run's category, 1 (hard) to 3."""

    row: int
    category: int


@dataclass(frozen=True, slots=True)
class Course:
    """One leg's road; a rider is home when their row is above `rows`."""

    key: str  # a ready stage, or "own"
    hexes: str  # terrains from the start to the finish
    categories: tuple[int, ...]  # of each hex, 0 where there is no mountain
    feeds: tuple[int, ...]  # the first rows of the hexes with a feed zone (L5)
    summits: tuple[Summit, ...]  # in order
    rows: int  # in all
    energy: int  # L4: every rider's at the start


@dataclass(frozen=True, slots=True)
class _Ready:
    hexes: str
    categories: str
    feeds: tuple[int, ...]


# L6: our own
READY: Mapping[str, _Ready] = {
    "flat": _Ready("FFFFGFFFFF", "", (4, 7)),
    "hilly": _Ready("FFGFGDFGFF", "", (4, 7)),
    "passes": _Ready("FFGMMDFGMMDF", "21", (3, 7)),
    "summit": _Ready("FFFGMDFGMM", "31", (3, 7)),
    "queen": _Ready("FFFGFGMDFFGMMDFF", "22", (4, 8, 11)),
}

RACE = "race"  # of the option `tour`
RACES = ("flat", "hilly", "summit", "passes")  # one of which is drawn for a single race: our own
TOURS: Mapping[str, tuple[str, ...]] = {
    "weekend": ("hilly", "summit", "flat"),
    "classic": ("flat", "hilly", "summit", "passes", "flat"),
    "grand": ("flat", "hilly", "summit", "hilly", "passes", "flat", "queen"),
}


def is_race(table: Table) -> bool:
    """Whether a single stage is ridden, without sleeves and with specialists that are given."""
    return table.options["tour"] == RACE


def hex_of(row: int) -> int:
    """The hex, from 1, of a row; row 0 belongs to the first (L3a)."""
    return (row - 1) // CONFIG.rows_a_hex + 1 if row > 1 else 1


def terrain(course: Course, row: int) -> str:
    """F, G, M or D at a row of the course."""
    return _grounds(course.hexes)[row]


@lru_cache(maxsize=64)
def _grounds(hexes: str) -> str:
    """The terrain of every row from 0 (L3a)."""
    return hexes[0] + "".join(letter * CONFIG.rows_a_hex for letter in hexes)


def category(course: Course, row: int) -> int:
    """The category of the mountain at a row, 0 where there is none."""
    return course.categories[hex_of(row) - 1]


def first_row(hexagon: int) -> int:
    """The first row of a hex."""
    return CONFIG.rows_a_hex * (hexagon - 1) + 1


@cache
def ready(key: str) -> Course:
    """The ready stage of that key."""
    stage = READY[key]
    return _build(key, stage.hexes, [int(digit) for digit in stage.categories], stage.feeds)


@lru_cache(maxsize=64)
def tour_of(tour: str, text: str) -> tuple[Course, ...]:
    """The legs of a tour, of a race until its stage is drawn.

    `text` counts for the tour `custom` only, but one that breaks a rule is always refused.
    """
    custom = parse(text)
    return custom if tour == "custom" else tuple(ready(key) for key in TOURS.get(tour, RACES[:1]))


def parse(text: str) -> tuple[Course, ...]:
    """A tour as players write it, `FFGMMDF/2 summit FFFGFF`.

    IllegalMove names the stage, the hex and the rule (L6a).
    """
    words = text.split()
    if not 1 <= len(words) <= MOST_LEGS:
        raise IllegalMove("course.stages", {"rule": "L6a", "stages": len(words), "least": 1, "most": MOST_LEGS})
    return tuple(ready(word) if word in READY else _parse(number, word) for number, word in enumerate(words, 1))


def _parse(stage: int, word: str) -> Course:
    letters, slash, digits = word.partition("/")
    hexes = letters.upper()
    for hexagon, letter in enumerate(letters, 1):
        if letter not in TERRAINS + TERRAINS.lower():
            raise _refused("course.letter", "L6a", stage, hexagon, letter=letter)
    if not LEAST_HEXES <= len(hexes) <= MOST_HEXES:
        least_most = {"least": LEAST_HEXES, "most": MOST_HEXES}
        raise _refused("course.length", "L6a", stage, len(hexes), **least_most)
    runs = _runs(hexes)
    for first, _ in runs:
        if first == 1 or hexes[first - 2] != "G":
            raise _refused("course.rise", "L3", stage, first)
    if not slash:
        return _build("own", hexes, [CONFIG.category] * len(runs), zones(hexes))
    if len(digits) != len(runs):
        hexagon = runs[len(digits)][0] if len(digits) < len(runs) else len(hexes)
        raise _refused("course.digits", "L6a", stage, hexagon, digits=len(digits), runs=len(runs))
    for (first, _), digit in zip(runs, digits, strict=True):
        if digit not in "123":
            raise _refused("course.digit", "L6a", stage, first, digit=digit)
    return _build("own", hexes, [int(digit) for digit in digits], zones(hexes))


def _refused(reason: str, rule: str, stage: int, hexagon: int, **values: str | int) -> IllegalMove:
    return IllegalMove(reason, {"rule": rule, "stage": stage, "hex": hexagon, **values})


def zones(hexes: str) -> tuple[int, ...]:
    """The hexes with a feed zone of a course that players write (L5, L5a)."""
    n = len(hexes)
    k = next(count for most, count in CONFIG.zones if n <= most)
    feeds: list[int] = []
    for i in range(1, k + 1):
        hexagon = -(-i * n // (k + 1))
        while hexes[hexagon - 1] == "M":  # L3: a rise lies before it
            hexagon -= 1
        # Ruling to L5a: two zones that are moved to the same hex are one
        if hexagon not in feeds:
            feeds.append(hexagon)
    return tuple(feeds)


def _runs(hexes: str) -> list[tuple[int, int]]:
    """First and last hex of every run of mountains."""
    runs: list[tuple[int, int]] = []
    for ground, group in groupby(enumerate(hexes, 1), key=lambda pair: pair[1]):
        numbers = [number for number, _ in group]
        if ground == "M":
            runs.append((numbers[0], numbers[-1]))
    return runs


def _build(key: str, hexes: str, categories: Sequence[int], feeds: Sequence[int]) -> Course:
    of_hex = [0] * len(hexes)
    summits: list[Summit] = []
    for (first, last), number in zip(_runs(hexes), categories, strict=True):
        of_hex[first - 1 : last] = [number] * (last - first + 1)
        summits.append(Summit(CONFIG.rows_a_hex * last, number))
    return Course(
        key=key,
        hexes=hexes,
        categories=tuple(of_hex),
        feeds=tuple(first_row(hexagon) for hexagon in feeds),
        summits=tuple(summits),
        rows=CONFIG.rows_a_hex * len(hexes),
        energy=sum(CONFIG.hex_energy[letter] for letter in hexes),
    )
