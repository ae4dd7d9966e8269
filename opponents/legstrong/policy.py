"""Policy of a good player who doesn't look ahead: shelter, an attack that gets home, the pace it takes, full bids.

It plays on the positions of the simulation, fast enough to play thousands of legs to their end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import lru_cache, partial
from math import erf, sqrt
from typing import NamedTuple, TypeAlias

from engines.legstrong.attacks import NO, YES, Plan, Verdict, decider, has_ahead, has_choice, pursuer
from engines.legstrong.config import CONFIG
from engines.legstrong.hold import PASS
from engines.legstrong.outside import Rides
from engines.legstrong.questions import Order, drinks
from engines.legstrong.riding import Length, attack_ground, attacker, lengths, on_road, rivals_ahead
from engines.legstrong.sprint import HARD, Bid, Finale
from engines.legstrong.state import INSIDE, ON_ROAD
from engines.table import Seat
from opponents.legstrong.bids import FIRST, best_bids
from opponents.legstrong.fast.answers import Tried, start_of
from opponents.legstrong.fast.position import Position, Racer

RoadAnswer: TypeAlias = Rides | Plan | Verdict | Finale

PIPS, SPREAD = 4.0, 0.5  # mean and variance of the peloton die
MOVES = 7  # within which a rider ahead must be home
TURN = 10.0  # seconds: of a turn


class Mind(NamedTuple):
    """What a player weighs; all in seconds of the general classification."""

    least: float = 9.0  # what an attack must promise
    energy: float = 0.3  # a unit of energy that can be kept for the next leg
    far: int = 45  # rows to the line beyond which no one attacks
    back: int = 8  # energy paid at most to come back inside
    depth: int = 2  # how often bids are weighed against one another
    pursuit: float = 1.0  # a chase
    near: int = 24  # rows to the line within which every attack is chased
    spoilt: float = 16.0  # what a sprinter loses who is caught: the energy for the bunch sprint


USUAL = Mind()


class Escape(NamedTuple):
    """The best way home ahead of the peloton that was found."""

    worth: float  # seconds
    rows: int  # of the first move
    chance: float = 0.0  # to get there


NOWHERE = Escape(-1e9, 0)
Speeds: TypeAlias = tuple[tuple[float, float], ...]


def decide(p: Position, seat: Seat, mind: Mind = USUAL) -> RoadAnswer:
    """The answer of a seat that is waited for while riders are on the road."""
    return ANSWERS[p.stage](p, seat, mind)


# --- the way home


def chases(p: Position, seat: Seat, *, attacking: bool = False) -> list[bool]:
    """Whether the peloton will chase in this turn and in those to come: owners do, unless one of theirs is ahead.

    They do as long as they have pursuits left.
    """
    ahead = {racer.seat for racer in p.riders if racer.place == ON_ROAD and racer.row > p.peloton} | {seat}
    left, chased = [*p.pursuits], list[bool]()
    for move in range(MOVES):
        if move == 0 and p.chase and not attacking:
            chased.append(p.chase == YES)
            continue
        who = decider(p, (p.token + move) % p.seats, p.seats)
        chased.append(who is not None and who not in ahead and left[who] > 0)
        if who is not None and chased[-1]:
            left[who] -= 1
    return chased


class Pace(NamedTuple):
    """What a rider can do in a move that begins in a hex."""

    base: int  # rows without a price (L8)
    most: int  # further rows
    least: int  # rows of an attack (L13)


def escape(p: Position, racer: Racer, energy: int, chased: list[bool], price: float, *, attack: bool) -> Escape:
    """The best pace for a rider who is ahead, or attacks: so many moves to the line, rows spread evenly over them."""
    course = p.course
    paces = _paces(course.hexes, course.categories, racer.type, racer.sprinter, racer.descender)
    row = p.peloton + 1 if attack else racer.row
    best = NOWHERE
    for moves in range(1, MOVES):
        way = _paced(p, paces, row, energy, chased, price, moves, attack)
        if way.worth > best.worth:
            best = way
    return best


@lru_cache(maxsize=1024)
def _paces(hexes: str, categories: tuple[int, ...], kind: str, sprinter: bool, descender: bool) -> tuple[Pace, ...]:
    """A rider's pace in each hex of a course."""
    paces: list[Pace] = []
    for hexagon, (ground, category) in enumerate(zip(hexes, categories, strict=True)):
        base, most = CONFIG.base[kind][ground], 6
        if ground == "D":
            base += CONFIG.descent * descender
            most = min(6, (CONFIG.descender_rows if descender else CONFIG.descent_rows) - base)
        elif ground == "M":
            most = min(6, category)
        if sprinter and hexagon >= len(hexes) - CONFIG.sprint_hexes and ground != "M":
            base += CONFIG.sprint
        paces.append(Pace(base, most, CONFIG.attack[ground]))
    return tuple(paces)


def _paced(  # noqa: PLR0917 (called by the thousand: an object for each call costs)
    p: Position,
    paces: Sequence[Pace],
    row: int,
    energy: int,
    chased: list[bool],
    price: float,
    moves: int,
    attack: bool,
) -> Escape:
    """What comes of an even pace over so many moves."""
    line, speeds = p.course.rows, _speeds(p.course.hexes)
    left, bunch, spread, chance = energy, float(p.peloton), 0.0, 1.0
    first = 0
    for move in range(moves + 2):
        is_attack = attack and move == 0
        start = p.peloton if is_attack else row
        pace = paces[(start - 1) // CONFIG.rows_a_hex if start > 1 else 0]
        extra = _extra(pace, -(-(line + 1 - row) // max(1, moves - move)), left, pace.least if is_attack else 0)
        if extra < 0:
            return NOWHERE
        left -= CONFIG.prices[extra]
        row += pace.base + extra
        if move == 0:
            first = pace.base + extra
        if row > line:
            gap = _turns_behind(bunch, line, speeds)
            return Escape(chance * (FIRST + TURN * gap) - price * (energy - left), first, chance)
        bunch += _speed(speeds, line, bunch, chased[move % len(chased)])
        spread += SPREAD
        if row <= bunch - 2 * spread:
            return NOWHERE
        chance = min(chance, 0.5 + 0.5 * erf((row - bunch - 0.5) / sqrt(2 * spread)))
    return NOWHERE


def _extra(pace: Pace, rows: int, energy: int, least: int) -> int:
    """Further rows of a move that should be so long, as far as the energy goes; -1 if it stays below the `least`."""
    extra = min(pace.most, max(0, rows - pace.base))
    if least:
        extra = max(extra, 1, least - pace.base)
        if extra > pace.most:
            return -1
    while CONFIG.prices[extra] > energy:
        extra -= 1
    return extra if pace.base + extra >= least else -1


def _turns_behind(bunch: float, line: int, speeds: Speeds) -> int:
    """How many turns after a rider the peloton comes home, if no one chases: 8 at the most."""
    gap = 0
    while gap < 8 and (bunch := bunch + _speed(speeds, line, bunch, False)) <= line:
        gap += 1
    return gap


def _speed(speeds: Speeds, line: int, row: float, chased: bool) -> float:
    return speeds[(int(row) - 1) // CONFIG.rows_a_hex if row > 1 else 0][chased] if row <= line else 8.0


@lru_cache(maxsize=64)
def _speeds(hexes: str) -> Speeds:
    """The rows of the peloton in a turn that begins in each hex, on average: when it rests and when it chases (L13)."""
    speeds: list[tuple[float, float]] = []
    for hexagon, ground in enumerate(hexes):
        is_finale = hexagon >= len(hexes) - CONFIG.finale_hexes and ground != "M"
        rows = PIPS + CONFIG.peloton[ground] + (CONFIG.finale if is_finale else 0)
        speeds.append((max(1.0, rows), max(1.0, rows + CONFIG.chase[ground])))
    return tuple(speeds)


def energy_price(p: Position, mind: Mind) -> float:
    """What a unit of energy is worth at the end of this leg."""
    return mind.energy if p.state.leg < len(p.state.courses) else 0.02


# --- answers


def _ride(p: Position, seat: Seat, mind: Mind) -> Rides:
    """Every rider for themselves."""
    return Rides(0, tuple(ride_orders(p, seat, mind)))


def ride_orders(p: Position, seat: Seat, mind: Mind, first: Order | None = None) -> list[Order]:
    """Orders for the owner's riders who are due one after the other; one of them may be given."""
    orders: list[Order] = []
    with ExitStack() as tried:
        for rider_id in p.due:
            racer = p.find(rider_id)
            if racer.seat != seat:
                break
            energy = racer.energy + drinks(racer.bottles)
            start = start_of(partial(on_road, p, racer), racer)
            offered = list(lengths(start).values())
            if first and first.rider == rider_id:
                length = next(length for length in offered if length.rows == first.rows)
            else:
                length = _pace(p, racer, energy, [length for length in offered if not length.risk], mind)
            orders.append(Order(racer.id, length.rows, ()))
            if length.risk:
                break
            tried.enter_context(Tried(p, racer, p.phase, start, length))
    return orders


def _pace(p: Position, racer: Racer, energy: int, offered: list[Length], mind: Mind) -> Length:
    """Home if it can be; else ahead the best pace, or a rest where all is lost; behind back inside if that is cheap."""
    if racer.row <= p.peloton:
        back = [length for length in offered if racer.row + length.steps >= p.peloton and length.price <= mind.back]
        if back and p.peloton <= p.course.rows:
            return back[0]
        return max(offered, key=lambda length: (-length.price, length.rows))
    line = p.course.rows - racer.row
    home = [length for length in offered if length.steps > line]
    price = energy_price(p, mind)
    if home:
        rivals = any(o.place == ON_ROAD and o.row > p.peloton and o.seat != racer.seat for o in p.riders)
        spare = energy - (CONFIG.kept if p.state.leg < len(p.state.courses) else 0)
        far = [length for length in home if length.price <= spare] if rivals or p.line else []
        return far[-1] if far else home[0]
    way = escape(p, racer, energy, chases(p, racer.seat), price, attack=False)
    if way.worth > 0:
        fit = [length for length in offered if length.steps <= way.rows] or offered[:1]
        best = fit[-1]
        free = [length for length in offered if length.price <= best.price and length.steps > best.steps]
        return free[-1] if free else best
    return min(offered, key=lambda length: (length.price, length.rows))


def _attack(p: Position, seat: Seat, mind: Mind) -> Plan:
    order = best_attack(p, seat, mind)
    return plan_of(p, seat, (order,) if order else (), mind)


def plan_of(p: Position, seat: Seat, orders: tuple[Order, ...], mind: Mind) -> Plan:
    """The orders with the verdict that belongs to them."""
    verdict = None
    if (p.sealed or p.wished) and seat == decider(p, p.token, p.seats):
        if p.sealed:
            asked = seat == pursuer(p, p.token, p.pursuits)
            wanted = not orders and not has_ahead(p, seat) and _would_chase(p, seat, mind)
            verdict = Verdict((YES if wanted else NO) if asked else "", PASS)
        elif orders or has_choice(p, seat, p.cashed):
            verdict = Verdict("", PASS)
    return Plan(orders, 0, verdict, False)


def _would_chase(p: Position, seat: Seat, mind: Mind) -> bool:
    """Whether a chase is worth a pursuit before attacks are known: of those there are, only late ones are dangerous."""
    return is_worth_a_pursuit(p, seat, mind) if rivals_ahead(p) else p.course.rows - p.peloton <= mind.near


def best_attack(p: Position, seat: Seat, mind: Mind) -> Order | None:
    """The attack that promises most, if any is worth it."""
    if p.course.rows - p.peloton > mind.far:
        return None
    promising = attacks(p, seat, mind)
    best = max(promising, key=lambda promise: promise[0], default=None)
    return best[1] if best and best[0] >= mind.least else None


def attacks(p: Position, seat: Seat, mind: Mind) -> list[tuple[float, Order]]:
    """For each rider who may attack the best pace, and what it promises."""
    ground = attack_ground(p, p.sealed)
    chased, price = chases(p, seat, attacking=True), energy_price(p, mind)
    promising: list[tuple[float, Order]] = []
    for racer in p.riders:
        if racer.seat != seat or racer.place != INSIDE or racer.puncture == p.turn:
            continue
        energy = racer.energy + drinks(racer.bottles)
        way = escape(p, racer, energy, chased, price, attack=True)
        if way.worth > -1e8:
            offered = lengths(start_of(partial(attacker, p, ground, racer), racer))
            if (length := offered.get(str(way.rows))) is not None:
                lost = mind.spoilt * (1 - way.chance) if racer.sprinter else 0.0
                promising.append((way.worth - lost, Order(racer.id, length.rows, ())))
    return promising


def _chase(p: Position, seat: Seat, mind: Mind) -> Verdict:
    return Verdict(YES if is_worth_a_pursuit(p, seat, mind) else NO, PASS)


def is_worth_a_pursuit(p: Position, seat: Seat, mind: Mind) -> bool:
    """Whether a chase in this turn takes enough from a rival who could get home ahead."""
    if has_ahead(p, seat):
        return False
    later, price = chases(p, seat)[1:], energy_price(p, mind)
    for racer in p.riders:
        if racer.place == ON_ROAD and racer.row > p.peloton:
            free = escape(p, racer, racer.energy, [False, *later], price, attack=False).chance
            hunted = escape(p, racer, racer.energy, [True, *later], price, attack=False).chance if free else 0.0
            if free and (free - hunted) * FIRST >= mind.pursuit:
                return True
    return False


def _sprint(p: Position, seat: Seat, mind: Mind) -> Finale:
    return sprint_of(p, seat, best_bids(p, seat, mind.depth, energy_price(p, mind)))


def sprint_of(p: Position, seat: Seat, rows: Mapping[str, int]) -> Finale:
    """So many rows for each of the owner's riders in the peloton, with all bottles drunk; who is late rides hard."""
    mine = [racer for racer in p.riders if racer.seat == seat]
    inside = [racer for racer in mine if racer.place == INSIDE]
    bids = tuple([Bid(racer.id, rows.get(racer.id, 0), racer.bottles) for racer in inside])
    return Finale(bids, HARD if any(racer.place == ON_ROAD for racer in mine) else "")


ANSWERS: dict[str, Callable[[Position, Seat, Mind], RoadAnswer]] = {
    "ride": _ride,
    "attack": _attack,
    "chase": _chase,
    "sprint": _sprint,
}
