"""Lengths and prices of a ride outside the peloton: paid rows, room, slipstream, risk (L8-L17)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from engines.legstrong.config import CONFIG
from engines.legstrong.course import Course, hex_of, terrain
from engines.legstrong.roads import AnyRider, AnyRoad
from engines.legstrong.state import HOME, INSIDE, ON_ROAD, Ride, Rider, Road

NO_ROWS: frozenset[int] = frozenset()
LEAST_ROOM = min(CONFIG.room.values())


class Choice(NamedTuple):
    """One length of a rider's move and all that the owner should know about it."""

    id: str  # the option: "<rows>", or "<rows>.risk"
    rows: int  # ordered
    row: int  # where the rider comes to; above the last row they are home
    extra: int  # paid rows, the free one of a slipstream included
    price: int  # energy
    gain: int  # energy
    slip: bool  # whether a slipstream makes it cheaper
    risk: str  # "", "exhaustion" (L16) or "fall" (L17)
    above: int  # what the event die of 12 must be above, 0 without risk (L15)
    stake: int  # energy lost if the risk fails
    base_row: int  # where the rider comes to if the risk fails


class Ground(NamedTuple):
    """Where a move begins and what is ahead, counted in rows from there."""

    attack: bool  # the move is an attack (L13)
    terrain: str  # of the hex where the move begins; an attacker's is the peloton's (L12a)
    category: int  # of a mountain
    late: bool  # in the last hexes (L8)
    wheel: int  # rows up to the next slipstream; 0 without one
    wall: int  # rows up to the peloton ahead; 0 if it isn't
    crowded: frozenset[int]  # distances in rows at which there is no room


class Length(NamedTuple):
    """What an order of a number of rows comes to, wherever on the course."""

    rows: int  # ordered
    steps: int  # rows gained
    extra: int  # paid rows, the free one of a slipstream included
    price: int  # energy
    slip: bool  # see `Choice`
    risk: str  # see `Choice`
    stake: int  # see `Choice`

    @property
    def id(self) -> str:
        """The option: "<rows>", or "<rows>.risk"."""
        return f"{self.rows}.risk" if self.risk else str(self.rows)


class Start(NamedTuple):
    """All that tells how far a rider can go: the ground, and the rider's strength there."""

    ground: Ground  # of the move
    row: int  # where it begins
    base: int  # rows without a price (L8)
    safe: int  # the most rows downhill without a risk
    above: int  # what the event die must be above in the next risk (L15)
    energy: int  # the rider's own and that of the bottles drunk
    bottles: int  # energy in those that are opened where the price needs them
    full: int  # where recovery ends


def rivals_ahead(road: AnyRoad) -> bool:
    """Whether someone is on the road ahead of the peloton."""
    peloton = road.peloton
    for rider in road.riders:  # noqa: SIM110 (a generator takes three times as long)
        if rider.row > peloton and rider.place == ON_ROAD:
            return True
    return False


def base(course: Course, rider: Rider, row: int) -> int:
    """Base rows of a move that begins at that row (L8)."""
    ground, _, late = _spot(course, row)
    return _strength(rider, ground, late)[0]


def _strength(rider: AnyRider, ground: str, late: bool) -> tuple[int, int]:
    """The rider's base rows there, and the most rows downhill without a risk."""
    rows, safe = CONFIG.base[rider.type][ground], CONFIG.descent_rows
    if rider.descender:
        safe = CONFIG.descender_rows
        if ground == "D":
            rows += CONFIG.descent
    if rider.sprinter and late and ground != "M":
        rows += CONFIG.sprint
    return rows, safe


def _spot(course: Course, row: int) -> tuple[str, int, bool]:
    """Terrain and category of the hex of a row, and whether sprinters are faster there (L8)."""
    hexagon = hex_of(row)
    late = hexagon > len(course.hexes) - CONFIG.sprint_hexes
    return course.hexes[hexagon - 1], course.categories[hexagon - 1], late


def on_road(road: AnyRoad, rider: AnyRider, energy: int, bottles: int = 0) -> Start:
    """A rider on the road about to move from their row, with this energy and so much in their bottles."""
    course, row = road.course, rider.row
    terrain, category, late = _spot(course, row)
    wall = road.peloton - row if row <= road.peloton <= course.rows else 0
    ground = Ground(False, terrain, category, late, _wheel(road, row), wall, crowded(road, row))
    return _start(ground, row, rider, energy, bottles)


def attack_ground(road: AnyRoad, sealed: bool = False) -> Ground:
    """For all who attack: from the row before the peloton, on the ground of the peloton's hex (L13, L12a).

    A sealed order assumes the full price and room everywhere (L13f).
    """
    spot, row = _spot(road.course, road.peloton), road.peloton + 1
    if sealed:
        return Ground(True, *spot, 0, 0, NO_ROWS)
    return Ground(True, *spot, _wheel(road, row), 0, crowded(road, row))


def attacker(road: AnyRoad, ground: Ground, rider: AnyRider, energy: int, bottles: int = 0) -> Start:
    """A rider inside about to attack with this energy and so much in their bottles."""
    return _start(ground, road.peloton + 1, rider, energy, bottles)


def _start(ground: Ground, row: int, rider: AnyRider, energy: int, bottles: int) -> Start:
    base, safe = _strength(rider, ground.terrain, ground.late)
    above = CONFIG.risks[min(rider.crosses, len(CONFIG.risks) - 1)]
    return Start(ground, row, base, safe, above, energy, bottles, rider.full)


def crowded(road: AnyRoad, row: int) -> frozenset[int]:
    """At how many rows ahead there is no room for one more (L3); the peloton's row always has some (L3a)."""
    ahead = [rider.row for rider in road.riders if rider.row > row and rider.place == ON_ROAD]
    if len(ahead) < LEAST_ROOM or len(ahead) - len(set(ahead)) < LEAST_ROOM - 1:  # too few who share a row with others
        return NO_ROWS
    shared = [there for there in set(ahead) if ahead.count(there) >= LEAST_ROOM and there != road.peloton]
    room, course = CONFIG.room, road.course
    return frozenset(there - row for there in shared if ahead.count(there) >= room[terrain(course, there)])


def _wheel(road: AnyRoad, row: int) -> int:
    """How far ahead of `row` a rider outside got this turn who can be followed from there, 0 for none (L12, L12b).

    A rider who didn't move for lack of room is no help: a paid row leads beyond the next one.
    """
    wheels = [ride for ride in road.rides if row <= ride.start <= row + 1]
    if not wheels:
        return 0
    inside = {rider.id for rider in road.riders if rider.place == INSIDE}
    return max((ride.end - row for ride in wheels if ride.rider not in inside), default=0)


def _length(ground: Ground, base: int, safe: int, rows: int) -> Length:
    """An order of `rows` rows: it stops for lack of room or at the peloton (L10, L10a, L13)."""
    steps = _steps(ground, rows)
    extra = max(0, steps - base)
    # Ruling to L9 and L12: at most six extra rows, the free one included
    slip = extra > 0 and ground.terrain != "M" and steps <= ground.wheel
    price = CONFIG.prices[extra - slip]
    if ground.terrain == "M" and extra > ground.category:  # L16
        return Length(rows, steps, extra, price, slip, "exhaustion", price + CONFIG.exhaustion)
    risk = "fall" if ground.terrain == "D" and steps > safe else ""  # L17
    return Length(rows, steps, extra, price, slip, risk, price)


def _steps(ground: Ground, rows: int) -> int:
    """As far as there is room, at most up to the peloton; 0 if there is none (L10, L10a)."""
    if ground.wall:
        rows = min(rows, ground.wall)
    while rows in ground.crowded:
        rows -= 1
    return rows


def length_of(start: Start, rows: int) -> Length:
    """What an order of a number of rows comes to for the rider, who may not be able to pay for it."""
    return _length(start.ground, start.base, start.safe, rows)


def gain_of(start: Start, length: Length) -> int:
    """The energy that a short move gives back (L9a, L10a, L11)."""
    if length.extra or length.rows >= start.base or start.ground.attack:
        return 0
    return max(0, min(start.base - length.rows, CONFIG.recovery, start.full - start.energy))


def base_steps(start: Start) -> int:
    """The rows that the rider gains where a risk fails (L16, L17)."""
    return _steps(start.ground, start.base)


def outcome(start: Start, rows: int) -> Choice:
    """What an order of a number of rows comes to here, with all that its owner should know about it."""
    length = length_of(start, rows)
    return Choice(
        id=length.id,
        rows=rows,
        row=start.row + length.steps,
        extra=length.extra,
        price=length.price,
        gain=gain_of(start, length),
        slip=length.slip,
        risk=length.risk,
        above=start.above if length.risk else 0,
        stake=length.stake,
        base_row=start.row + (base_steps(start) if length.risk else length.steps),
    )


def lengths(start: Start) -> Mapping[str, Length]:
    """Every length that the rider can pay for, by its option; what lack of room would cut to a shorter one is left out.

    The shortest is always among them where it can be paid, since the rules test the order and not the way (L10a).
    """
    most = CONFIG.prices[-1] + CONFIG.exhaustion  # more energy makes no difference
    return _lengths(start.ground, start.base, start.safe, min(start.energy + start.bottles, most))


# Questions are made several times on the way to one decision, and the same ones all along the road: hence the cache.
@lru_cache(maxsize=128)
def _lengths(ground: Ground, base: int, safe: int, energy: int) -> Mapping[str, Length]:
    least = _least_rows(ground, base)
    most = base + len(CONFIG.prices) - 1
    if ground.wall:
        most = min(most, ground.wall)
    by_id: dict[str, Length] = {}
    for rows in range(least, most + 1):
        length = _length(ground, base, safe, rows)
        if length.stake > energy:
            break  # further is never cheaper, even in a slipstream
        if rows in (length.steps, least):
            by_id[length.id] = length
    return MappingProxyType(by_id)


def _least_rows(ground: Ground, base: int) -> int:
    """The fewest rows that may be ordered: an attack has a least length and buys at least one (L10, L13, L13c)."""
    return max(CONFIG.attack[ground.terrain], base + 1) if ground.attack else 1


def least_stake(ground: Ground, rider: AnyRider) -> int:
    """The energy that the rider needs for the shortest move from there."""
    return _least_stake(ground, *_strength(rider, ground.terrain, ground.late))


@lru_cache(maxsize=1024)
def _least_stake(ground: Ground, base: int, safe: int) -> int:
    return _length(ground, base, safe, _least_rows(ground, base)).stake


def failed(choice: Choice) -> Choice:
    """What is left of a move whose risk has failed: base movement, and the stake is lost (L16, L17)."""
    return choice._replace(row=choice.base_row, extra=0, price=choice.stake, gain=0, slip=False)


def moved(road: Road, rider: Rider, how: str, start: Start, choice: Choice) -> Road:
    """The road after the rider's move; at the peloton's row they are back inside, above the last row they are home."""
    wall, place = start.ground.wall, ON_ROAD
    if choice.row > road.course.rows:
        place = HOME
    elif wall and choice.row >= start.row + wall:
        place = INSIDE
    arrivals = road.arrivals + 1
    rider = rider.at(place, choice.row, arrivals, start.energy - choice.price + choice.gain)
    ride = Ride(rider.id, how, start.row, choice.row, choice.price)
    return Road(road.course, road.turn, road.peloton, put(road.riders, rider), (*road.rides, ride), arrivals)


def put(riders: tuple[Rider, ...], rider: Rider) -> tuple[Rider, ...]:
    """The riders with this one replaced by its new value."""
    return tuple([rider if other.id == rider.id else other for other in riders])
