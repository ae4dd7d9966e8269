"""The track of Pistard and a rider's way along it: squares, colours, landing and bonus steps (P4-P5, P10, P12-P16)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

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
    """A square on a rider's way and how he came there: "from", "die", "colour" or "wind"."""

    d: int
    lane: int
    how: str


def rows(table: Table) -> int:
    """Squares of one lap in each lane (P5)."""
    return len(TRACKS[table.options["track"]][0])


def row(table: Table, d: int) -> int:
    """The row of the ring, from 1, on which a rider stands who has travelled d squares (P4, P4a)."""
    return (d - 1) % rows(table) + 1


def colour(table: Table, d: int, lane: int) -> str:
    """The colour of a square: Y, G, B or O (P5)."""
    return TRACKS[table.options["track"]][(lane - 1) % 2][(d - 1) % rows(table)]


def race_order(riders: Iterable[Rider]) -> list[Rider]:
    """First rider first; in a row the inner lane is ahead (P10)."""
    return sorted(riders, key=lambda rider: (-rider.d, rider.lane))


def find(riders: Iterable[Rider], rider_id: str) -> Rider:
    """The rider of that id, who must still be in the race."""
    return next(rider for rider in riders if rider.id == rider_id)


def follow(
    table: Table, riders: Sequence[Rider], rider: Rider, pool: Sequence[int], path: Path
) -> tuple[tuple[Spot, ...], Ask]:
    """The rider's way along the steps of `path` and the question that comes next (Ready at the end).

    Raises IllegalMove at the first step that isn't an answer.
    """
    way = [Spot(rider.d, rider.lane, "from")]
    ask = ask_die("die", pool)
    if not path:
        return tuple(way), ask
    # P4a, P17a: a rider one lap behind on the same square would be removed by this very step and never blocks, so
    # squares travelled (d) tell all that there is to know about which squares are taken
    taken = {(other.d, other.lane) for other in riders}
    d, lanes = _reach(taken, rider, int(read_one(ask, path[0])))
    ask = Pick("land", tuple(str(lane) for lane in lanes) if d > rider.d else ("stay",))
    if len(path) == 1:
        return tuple(way), ask
    landing = read_one(ask, path[1])
    if landing == "stay":  # P16: who could not move at all gets no bonus
        return tuple(way), _end(path[2:])
    way.append(Spot(d, int(landing), "die"))
    for at, step in enumerate(path[2:], start=2):
        ways = _bonus(table, taken, rider.base, way)
        if not ways:
            return tuple(way), _end(path[at:])
        bonus = read_one(_ask_bonus(ways), step)
        if bonus == "stop":
            return tuple(way), _end(path[at + 1 :])
        way.append(Spot(way[-1].d + 1, ways[bonus], "colour" if bonus == "on" else "wind"))
    ways = _bonus(table, taken, rider.base, way)
    return tuple(way), _ask_bonus(ways) if ways else Ready()


def _end(rest: Path) -> Ready:
    """The end of a way, after which no step may come."""
    for step in rest:
        read(Ready(), step)
    return Ready()


def _ask_bonus(ways: Iterable[str]) -> Pick:
    """Every bonus is optional (P16)."""
    return Pick("bonus", ("stop", *ways))


def ask_die(about: str, pool: Iterable[int]) -> Pick:
    """The dice left, highest first, equal ones once."""
    return Pick(about, tuple(str(die) for die in sorted(set(pool), reverse=True)))


def _reach(taken: set[tuple[int, int]], rider: Rider, die: int) -> tuple[int, list[int]]:
    """How far the die carries him and all lanes in which he may land there, inmost first (P12, P13, P13a)."""
    d, lanes = rider.d, [rider.lane]
    for _ in range(die):
        ahead = [
            lane
            for lane in range(1, LANES + 1)
            if (d + 1, lane) not in taken and any(abs(lane - before) <= 1 for before in lanes)
        ]
        if not ahead:
            break
        d, lanes = d + 1, ahead
    return d, lanes


def _bonus(table: Table, taken: set[tuple[int, int]], base: str, way: Sequence[Spot]) -> dict[str, int]:
    """The bonus steps at the end of the way: "on" (colour), "in" or "out" (wind), each with the lane it leads to."""
    here = way[-1]

    def free(lane: int) -> bool:
        return 1 <= lane <= LANES and (here.d + 1, lane) not in taken

    # P15: after the wind step, colours lead on in the same diagonal direction
    heading = next((spot.lane - before.lane for before, spot in pairwise(way) if spot.how == "wind"), None)
    onward = here.lane + (heading or 0)
    colours = len(list(takewhile(lambda spot: spot.how == "colour", reversed(way))))
    ways: dict[str, int] = {}
    if colours < MOST_COLOURS and colour(table, here.d, here.lane) == base and free(onward):
        ways["on"] = onward
    # P15 names a rider "one a lap behind who is next on the ring": he is there when the rider lands behind him, though
    # the bonus step will remove him (P17a), so he gives wind and does not block. Ruling: both, wind and straight on.
    if heading is None and ({(here.d + 1, here.lane), (here.d + 1 - rows(table), here.lane)} & taken):
        ways |= {side: lane for side, lane in (("in", here.lane - 1), ("out", here.lane + 1)) if free(lane)}
    return ways
