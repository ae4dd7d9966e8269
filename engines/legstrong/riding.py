"""How far a rider outside the peloton can go and at what price: paid rows, room, slipstream, risk (L8-L17)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from engines.legstrong.config import CONFIG
from engines.legstrong.course import Course, hex_of, terrain
from engines.legstrong.state import HOME, INSIDE, ON_ROAD, Ride, Rider, Road

NO_WHEEL = -1
NO_ROWS: frozenset[int] = frozenset()
LEAST_ROOM = min(CONFIG.room.values())


@dataclass(frozen=True, slots=True)
class Choice:
    """One length of a rider's move and all that the owner should know about it."""

    id: str  # the option: "<rows>", or "<rows>.risk"
    rows: int  # ordered
    row: int  # where he comes to; above the last row he is home
    extra: int  # paid rows, the free one of a slipstream included
    price: int  # energy
    gain: int  # energy
    slip: bool  # whether a slipstream makes it cheaper
    risk: str  # "", "exhaustion" (L16) or "fall" (L17)
    above: int  # what the event die of 12 must be above, 0 without risk (L15)
    stake: int  # energy lost if the risk fails
    base_row: int  # where he comes to if the risk fails


class Ground(NamedTuple):
    """Where a move begins and what is in its way: the same for all who begin there."""

    attack: bool
    row: int
    terrain: str  # of the hex where the move begins; an attacker's is the peloton's (L12a)
    category: int  # of a mountain
    late: bool  # in the last hexes (L8)
    wheel: int  # the row up to which there is a slipstream, or NO_WHEEL
    wall: int  # the row of the peloton ahead; 0 if it isn't
    crowded: frozenset[int]  # rows without room
    last: int  # the last row of the course


class Start(NamedTuple):
    """All that tells how far a rider can go: the ground and his strength."""

    ground: Ground
    energy: int  # his own and that of the bottles he drinks
    full: int  # where recovery ends
    base: int
    safe: int  # the most rows downhill without a risk
    above: int  # what the event die must be above in his next risk (L15)


def base(course: Course, rider: Rider, row: int) -> int:
    """Base rows of a move that begins at that row (L8)."""
    ground, _, late = _spot(course, row)
    return _base(rider, ground, late)


def _base(rider: Rider, ground: str, late: bool) -> int:
    rows = CONFIG.base[rider.type][ground]
    if rider.descender and ground == "D":
        rows += CONFIG.descent
    if rider.sprinter and late and ground != "M":
        rows += CONFIG.sprint
    return rows


def _spot(course: Course, row: int) -> tuple[str, int, bool]:
    """Terrain and category of the hex of a row, and whether sprinters are faster there (L8)."""
    hexagon = hex_of(row)
    late = hexagon > len(course.hexes) - CONFIG.sprint_hexes
    return course.hexes[hexagon - 1], course.categories[hexagon - 1], late


def road_ground(road: Road, row: int) -> Ground:
    """Where riders on the road move from that row."""
    course = road.course
    ground, steepness, late = _spot(course, row)
    return Ground(
        attack=False,
        row=row,
        terrain=ground,
        category=steepness,
        late=late,
        wheel=_wheel(road, row),
        wall=road.peloton if row <= road.peloton <= course.rows else 0,
        crowded=crowded_rows(road),
        last=course.rows,
    )


def attack_ground(road: Road, sealed: bool = False) -> Ground:
    """Where riders attack from: the row before the peloton, on the ground of the peloton's hex (L13, L12a).

    A sealed order reckons with the full price and with room everywhere (L13f).
    """
    course, row = road.course, road.peloton + 1
    ground, steepness, late = _spot(course, road.peloton)
    return Ground(
        attack=True,
        row=row,
        terrain=ground,
        category=steepness,
        late=late,
        wheel=NO_WHEEL if sealed else _wheel(road, row),
        wall=0,
        crowded=NO_ROWS if sealed else crowded_rows(road),
        last=course.rows,
    )


def start_on(ground: Ground, rider: Rider, energy: int) -> Start:
    """The rider about to move from there, with so much energy."""
    safe = CONFIG.descender_rows if rider.descender else CONFIG.descent_rows
    above = CONFIG.risks[min(rider.crosses, len(CONFIG.risks) - 1)]
    return Start(ground, energy, rider.full, _base(rider, ground.terrain, ground.late), safe, above)


def crowded_rows(road: Road) -> frozenset[int]:
    """The rows in which there is no room for one more (L3); riders in the peloton's row don't count (L3a)."""
    there = [rider.row for rider in road.riders if rider.place == ON_ROAD]
    if len(there) - len(set(there)) < LEAST_ROOM - 1:  # too few who share a row with others
        return NO_ROWS
    room, course = CONFIG.room, road.course
    return frozenset(row for row in set(there) if row != road.peloton and there.count(row) >= room[terrain(course, row)])


def _wheel(road: Road, row: int) -> int:
    """The furthest row reached this turn by somebody outside whom a rider from `row` may follow (L12, L12b).

    Who didn't move for lack of room is no help: a paid row leads beyond the next one.
    """
    wheels = [ride for ride in road.rides if row <= ride.start <= row + 1]
    if not wheels:
        return NO_WHEEL
    inside = {rider.id for rider in road.riders if rider.place == INSIDE}
    return max((ride.end for ride in wheels if ride.rider not in inside), default=NO_WHEEL)


def outcome(start: Start, rows: int) -> Choice:
    """What an order of so many rows comes to here: it stops for lack of room or at the peloton (L10, L10a, L13)."""
    ground = start.ground
    row = _landing(ground, rows)
    extra = max(0, row - ground.row - start.base)
    # Ruling to L9 and L12: at most six extra rows, the free one included
    slip = extra > 0 and ground.terrain != "M" and row <= ground.wheel
    price = CONFIG.prices[extra - slip]
    gain = 0
    if extra == 0 and rows < start.base and not ground.attack:  # L9a, L10a, L11
        gain = max(0, min(start.base - rows, CONFIG.recovery, start.full - start.energy))
    risk, stake = "", price
    if ground.terrain == "M" and extra > ground.category:  # L16
        risk, stake = "exhaustion", price + CONFIG.exhaustion
    elif ground.terrain == "D" and row - ground.row > start.safe:  # L17
        risk = "fall"
    return Choice(
        id=f"{rows}.risk" if risk else str(rows),
        rows=rows,
        row=row,
        extra=extra,
        price=price,
        gain=gain,
        slip=slip,
        risk=risk,
        above=start.above if risk else 0,
        stake=stake,
        base_row=_landing(ground, start.base) if risk else row,
    )


# A question is made several times on the way to one decision: hence the cache.
@lru_cache(maxsize=4096)
def lengths(start: Start) -> Mapping[str, Choice]:
    """Every length that he can pay for, by its option; those that only lack of room would cut to a shorter are left out.

    The shortest is always among them where it can be paid, since the rules test the order and not the way (L10a).
    """
    least = least_rows(start)
    most = start.base + len(CONFIG.prices) - 1
    if start.ground.wall:
        most = min(most, start.ground.wall - start.ground.row)
    found: dict[str, Choice] = {}
    for rows in range(least, most + 1):
        choice = outcome(start, rows)
        if choice.stake > start.energy:
            break  # further is never cheaper, even in a slipstream
        if choice.row == start.ground.row + rows or rows == least:
            found[choice.id] = choice
    return MappingProxyType(found)


def least_rows(start: Start) -> int:
    """The fewest rows that may be ordered: an attack has a least length and buys at least one (L10, L13, L13c)."""
    return max(CONFIG.attack[start.ground.terrain], start.base + 1) if start.ground.attack else 1


def least_stake(ground: Ground, rider: Rider) -> int:
    """The energy that the rider needs for the shortest move from there."""
    return _least_stake(start_on(ground, rider, 0))


@lru_cache(maxsize=4096)
def _least_stake(start: Start) -> int:
    return outcome(start, least_rows(start)).stake


def failed(choice: Choice) -> Choice:
    """What is left of a move whose risk has failed: base movement, and the stake is lost (L16, L17)."""
    return replace(choice, row=choice.base_row, extra=0, price=choice.stake, gain=0, slip=False)


def moved(road: Road, rider: Rider, how: str, start: Start, choice: Choice) -> Road:
    """The road after the rider's move; at the peloton's row he is back inside, above the last row he is home."""
    ground, place = start.ground, ON_ROAD
    if choice.row > ground.last:
        place = HOME
    elif ground.wall and choice.row >= ground.wall:
        place = INSIDE
    arrivals = road.arrivals + 1
    rider = rider.at(place, choice.row, arrivals, start.energy - choice.price + choice.gain)
    ride = Ride(rider.id, how, ground.row, choice.row, choice.price)
    return Road(road.course, road.turn, road.peloton, put(road.riders, rider), (*road.rides, ride), arrivals)


def put(riders: tuple[Rider, ...], rider: Rider) -> tuple[Rider, ...]:
    """The riders with this one in the place of his former self."""
    return tuple([rider if other.id == rider.id else other for other in riders])


def _landing(ground: Ground, rows: int) -> int:
    """The row of that order, or the nearest one behind it with room; his own if there is none (L10, L10a)."""
    row = ground.row + rows
    if ground.wall:
        row = min(row, ground.wall)
    while row in ground.crowded and row > ground.row:
        row -= 1
    return row
