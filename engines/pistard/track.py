"""The track of Pistard and a rider's way along it: squares, colours, landing and bonus steps (P4-P5, P10, P12-P16)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from engines.table import Ask, Path, Pick, Ready, Seat, Table, read, read_one

BASES = "YGBO"  # P2
LANES = 4  # P3
MOST_COLOURS = 2  # P14: in a row, before and again after the wind step (P16)

# P5: our own values; lane 3 is lane 1 again, lane 4 is lane 2
LANE_1 = "YBYOGGBBYOGOBBBOOOYYGGGYBYOOGBYYBOGG"
LANE_2 = "BYBGOOYYBGOGYYYGGGBBOOOBYBGGOYBBYGOO"
TRACKS: dict[str, tuple[str, str]] = {
    "sprint": (LANE_1[:24], LANE_2[:24]),
    "classic": (LANE_1, LANE_2),
    "marathon": (LANE_1 + LANE_1[:12], LANE_2 + LANE_2[:12]),
}


@dataclass(frozen=True, slots=True)
class Rider:
    """A rider on the track: `d` squares past the start line (P4), lane 1 (inner) to 4; lane 0 = waiting to start."""

    id: str
    seat: Seat
    base: str
    d: int
    lane: int


@dataclass(frozen=True, slots=True)
class Spot:
    """A square on a rider's way and how they came there: "from", "die", "colour" or "wind"."""

    d: int
    lane: int
    how: str


def rows(table: Table) -> int:
    """Squares of one lap in each lane (P5)."""
    return len(TRACKS[table.options["track"]][0])


def row(table: Table, d: int) -> int:
    """The row of the ring, from 1, on which a rider stands after d squares (P4, P4a)."""
    return (d - 1) % rows(table) + 1


def colour(table: Table, d: int, lane: int) -> str:
    """The colour of a square: Y, G, B or O (P5)."""
    return TRACKS[table.options["track"]][(lane - 1) % 2][(d - 1) % rows(table)]


def race_order(riders: Iterable[Rider]) -> list[Rider]:
    """First rider first; in a row the inner lane is ahead (P10)."""
    return sorted(riders, key=lambda rider: (-rider.d, rider.lane))


def find(riders: Iterable[Rider], rider_id: str) -> Rider:
    """The rider of that id, who must still be in the race."""
    for rider in riders:
        if rider.id == rider_id:
            return rider
    raise KeyError(rider_id)


def follow(
    table: Table, riders: Iterable[Rider], rider: Rider, pool: Iterable[int], path: Path
) -> tuple[tuple[Spot, ...], Ask]:
    """The rider's way along the steps of `path` and the question that comes next (Ready at the end).

    Raises IllegalMove at the first step that isn't an answer.
    """
    way = [Spot(rider.d, rider.lane, "from")]
    ask = ask_die("die", tuple(pool))
    if not path:
        return tuple(way), ask
    taken = lanes_taken(riders)
    steps = reaches(taken, rider.d, rider.lane, int(read_one(ask, path[0])))
    d, lanes = rider.d + len(steps), steps[-1] if steps else 0
    if len(path) == 1:
        return tuple(way), LANDINGS[lanes]
    landing = read_one(LANDINGS[lanes], path[1])
    if landing == "stay":  # P16: a rider who could not move at all gets no bonus
        return tuple(way), _end(path[2:])
    way.append(Spot(d, int(landing), "die"))
    heading, colours = None, 0  # lanes that the wind step led outwards; colours in a row
    for index in range(2, len(path) + 1):
        spot = way[-1]
        matches = colours < MOST_COLOURS and colour(table, spot.d, spot.lane) == rider.base
        ways = bonus_ways(taken, (spot.d, spot.lane), rows(table), heading, matches)
        if not ways:
            return tuple(way), _end(path[index:])
        ask = _ask_bonus(tuple(ways))
        if index == len(path):
            break
        bonus = read_one(ask, path[index])
        if bonus == "stop":
            return tuple(way), _end(path[index + 1 :])
        lane = ways[bonus]
        way.append(Spot(spot.d + 1, lane, "colour" if bonus == "on" else "wind"))
        if bonus == "on":
            colours += 1
        else:
            heading, colours = lane - spot.lane, 0
    return tuple(way), ask


def _end(rest: Path) -> Ready:
    """The end of a way, after which no step may come."""
    for step in rest:
        read(Ready(), step)
    return Ready()


@cache
def _ask_bonus(ways: tuple[str, ...]) -> Pick:
    """Every bonus is optional (P16)."""
    return Pick("bonus", ("stop", *ways))


@cache
def ask_die(about: str, pool: tuple[int, ...]) -> Pick:
    """The dice left, highest first, equal ones once."""
    return Pick(about, tuple(str(die) for die in sorted(set(pool), reverse=True)))


# Lanes as bits: 1 << lane. So a whole row is one number, and its neighbours are a shift away.
EVERY_LANE = sum(1 << lane for lane in range(1, LANES + 1))
LANDINGS = {
    lanes: Pick("land", tuple(str(lane) for lane in range(1, LANES + 1) if lanes >> lane & 1) or ("stay",))
    for lanes in range(0, EVERY_LANE + 1, 2)
}


def lanes_taken(riders: Iterable[Rider]) -> dict[int, int]:
    """The lanes that are taken, by squares travelled.

    P4a, P17a: a rider one lap behind on the same square would be removed by this very step and never blocks, so squares
    travelled tell all that there is to know about which squares are taken.
    """
    taken: dict[int, int] = {}
    for rider in riders:
        taken[rider.d] = taken.get(rider.d, 0) | 1 << rider.lane
    return taken


def reaches(taken: Mapping[int, int], d: int, lane: int, most: int) -> list[int]:
    """The lanes that a rider may come to after one step, two, ... up to `most`; fewer where they can't go on (P12).

    A die is played as far as this list goes (P13, P13a).
    """
    steps: list[int] = []
    lanes = 1 << lane
    for ahead in range(d + 1, d + 1 + most):
        lanes = (lanes << 1 | lanes | lanes >> 1) & EVERY_LANE & ~taken.get(ahead, 0)
        if not lanes:
            break
        steps.append(lanes)
    return steps


def bonus_ways(
    taken: Mapping[int, int], square: tuple[int, int], lap: int, heading: int | None, matches: bool
) -> dict[str, int]:
    """The bonus steps from a square (d and lane): "on" (colour), "in" or "out" (wind), each with the lane it leads to.

    `heading` is the direction of the wind step taken before, if any; `matches` says that the colour leads on.
    """
    d, lane = square
    ahead = taken.get(d + 1, 0)
    free = EVERY_LANE & ~ahead
    ways: dict[str, int] = {}
    onward = lane + (heading or 0)  # P15: after the wind step, colours lead on in the same diagonal direction
    if matches and free >> onward & 1:
        ways["on"] = onward
    # P15 and P17a contradict each other about a rider a lap behind who is next on the ring: by P15 they give wind, by
    # P17a they count as gone for P15 too, since the next step removes them. Ruling: P17a holds for riders who may be
    # ridden through (P12-P14 and every bonus step), not for the wind: it is felt on landing, when they are still there.
    # So they give wind and block no one, and where the colour leads on both ways are open, which P15a else rules out.
    if heading is None and (ahead | taken.get(d + 1 - lap, 0)) >> lane & 1:
        ways |= {side: to for side, to in (("in", lane - 1), ("out", lane + 1)) if free >> to & 1}
    return ways
