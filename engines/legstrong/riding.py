"""How far a rider outside the peloton can go and at what price: paid rows, room, slipstream, risk (L8-L17)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from engines.legstrong.config import CONFIG
from engines.legstrong.course import Course, category, hex_of, terrain
from engines.legstrong.state import HOME, INSIDE, ON_ROAD, Ride, Rider, Road

NO_WHEEL = -1


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


class Start(NamedTuple):
    """All that tells how far a rider can go: his strength, the ground, and what is in his way."""

    attack: bool
    energy: int  # his own and that of the bottles he drinks
    full: int  # where recovery ends
    row: int
    ground: str  # terrain of the hex where the move begins; an attacker's is the peloton's (L12a)
    category: int  # of a mountain
    base: int
    safe: int  # the most rows downhill without a risk
    above: int  # what the event die must be above in his next risk (L15)
    wheel: int  # the row up to which he has a slipstream, or NO_WHEEL
    wall: int  # the row of the peloton before him; 0 if there is none
    crowded: frozenset[int]  # rows without room
    last: int  # the last row of the course


def base(course: Course, rider: Rider, row: int) -> int:
    """Base rows of a move that begins at that row (L8)."""
    ground = terrain(course, row)
    rows = CONFIG.base[rider.type][ground]
    if rider.descender and ground == "D":
        rows += CONFIG.descent
    if rider.sprinter and ground != "M" and hex_of(row) > len(course.hexes) - CONFIG.sprint_hexes:
        rows += CONFIG.sprint
    return rows


def start_outside(road: Road, rider: Rider, energy: int) -> Start:
    """A rider on the road about to move from his row."""
    behind = rider.row <= road.peloton <= road.course.rows
    return Start(
        attack=False,
        energy=energy,
        full=rider.full,
        row=rider.row,
        ground=terrain(road.course, rider.row),
        category=category(road.course, rider.row),
        base=base(road.course, rider, rider.row),
        safe=_safe_descent(rider),
        above=_above(rider),
        wheel=_wheel(road, rider.row),
        wall=road.peloton if behind else 0,
        crowded=crowded_rows(road, rider.id),
        last=road.course.rows,
    )


def start_attack(road: Road, rider: Rider, energy: int, sealed: bool = False) -> Start:
    """A rider about to attack from the row before the peloton, on the ground of the peloton's hex (L13, L12a).

    A sealed order reckons with the full price and with room everywhere (L13f).
    """
    row = road.peloton + 1
    return Start(
        attack=True,
        energy=energy,
        full=rider.full,
        row=row,
        ground=terrain(road.course, road.peloton),
        category=category(road.course, road.peloton),
        base=base(road.course, rider, road.peloton),
        safe=_safe_descent(rider),
        above=_above(rider),
        wheel=NO_WHEEL if sealed else _wheel(road, row),
        wall=0,
        crowded=frozenset() if sealed else crowded_rows(road, rider.id),
        last=road.course.rows,
    )


def crowded_rows(road: Road, but: str = "") -> frozenset[int]:
    """The rows in which there is no room for one more (L3); riders in the peloton's row don't count (L3a)."""
    there = [rider.row for rider in road.riders if rider.place == ON_ROAD and rider.id != but]
    if len(there) < min(CONFIG.room.values()):
        return frozenset()
    room, course = CONFIG.room, road.course
    return frozenset(row for row in there if row != road.peloton and there.count(row) >= room[terrain(course, row)])


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
    row = _landing(start, rows)
    extra = max(0, row - start.row - start.base)
    # Ruling to L9 and L12: at most six extra rows, the free one included
    slip = extra > 0 and start.ground != "M" and row <= start.wheel
    price = CONFIG.prices[extra - slip]
    gain = 0
    if extra == 0 and rows < start.base and not start.attack:  # L9a, L10a, L11
        gain = max(0, min(start.base - rows, CONFIG.recovery, start.full - start.energy))
    risk, stake = "", price
    if start.ground == "M" and extra > start.category:  # L16
        risk, stake = "exhaustion", price + CONFIG.exhaustion
    elif start.ground == "D" and row - start.row > start.safe:  # L17
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
        base_row=_landing(start, start.base) if risk else row,
    )


# A question is made several times on the way to one decision: hence the cache.
@lru_cache(maxsize=4096)
def choices(start: Start) -> tuple[Choice, ...]:
    """Every length that he can pay for; those that only lack of room would cut to a shorter one are left out.

    The shortest is always among them where it can be paid, since the rules test the order and not the way (L10a).
    """
    least = least_rows(start)
    most = start.base + len(CONFIG.prices) - 1
    if start.wall:
        most = min(most, start.wall - start.row)
    found: list[Choice] = []
    for rows in range(least, most + 1):
        choice = outcome(start, rows)
        if choice.stake > start.energy:
            break  # further is never cheaper, even in a slipstream
        if choice.row == start.row + rows or rows == least:
            found.append(choice)
    return tuple(found)


def least_rows(start: Start) -> int:
    """The fewest rows that may be ordered: an attack has a least length and buys at least one (L10, L13, L13c)."""
    return max(CONFIG.attack[start.ground], start.base + 1) if start.attack else 1


@lru_cache(maxsize=4096)
def is_payable(start: Start) -> bool:
    """Whether there is any length that he can pay for."""
    return outcome(start, least_rows(start)).stake <= start.energy


def failed(choice: Choice) -> Choice:
    """What is left of a move whose risk has failed: base movement, and the stake is lost (L16, L17)."""
    return replace(choice, row=choice.base_row, extra=0, price=choice.stake, gain=0, slip=False)


def moved(road: Road, rider: Rider, how: str, start: Start, choice: Choice) -> Road:
    """The road after the rider's move; at the peloton's row he is back inside, above the last row he is home."""
    place = ON_ROAD
    if choice.row > start.last:
        place = HOME
    elif start.wall and choice.row >= start.wall:
        place = INSIDE
    arrivals, energy = road.arrivals + 1, start.energy - choice.price + choice.gain
    rider = replace(rider, place=place, row=choice.row, arrival=arrivals, energy=energy)
    ride = Ride(rider.id, how, start.row, choice.row, choice.price)
    return Road(road.course, road.turn, road.peloton, put(road.riders, rider), (*road.rides, ride), arrivals)


def put(riders: tuple[Rider, ...], rider: Rider) -> tuple[Rider, ...]:
    """The riders with this one in the place of his former self."""
    return tuple(rider if other.id == rider.id else other for other in riders)


def _landing(start: Start, rows: int) -> int:
    """The row of that order, or the nearest one behind it with room; his own if there is none (L10, L10a)."""
    row = start.row + rows
    if start.wall:
        row = min(row, start.wall)
    while row in start.crowded and row > start.row:
        row -= 1
    return row


def _above(rider: Rider) -> int:
    return CONFIG.risks[min(rider.crosses, len(CONFIG.risks) - 1)]


def _safe_descent(rider: Rider) -> int:
    return CONFIG.descender_rows if rider.descender else CONFIG.descent_rows
