"""How a good player rides without looking ahead: shelter, an attack that gets home, the pace it takes, full bids.

It plays on the positions of the simulation, fast enough to play thousands of legs to their end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from math import erf, sqrt
from typing import NamedTuple, TypeAlias

from engines.legstrong.attacks import NO, RESTS, UNLESS, YES, Plan, Verdict, decider, has_ahead, has_choice
from engines.legstrong.config import CONFIG
from engines.legstrong.hold import PASS
from engines.legstrong.outside import Rides
from engines.legstrong.questions import Order, drinks
from engines.legstrong.riding import Length, attack_ground, attacker, lengths, on_road
from engines.legstrong.sprint import HARD, Bid, Finale
from engines.legstrong.state import INSIDE, ON_ROAD
from engines.table import Seat
from opponents.legstrong.bids import FIRST, best_bids
from opponents.legstrong.fast.answers import Tried, bottle_ways
from opponents.legstrong.fast.position import Position, Racer

RoadAnswer: TypeAlias = Rides | Plan | Verdict | Finale

PIPS, SPREAD = 4.0, 0.5  # mean and variance of the peloton die
MOVES = 7  # within which a rider ahead must be home
TURN = 10.0  # seconds: of a turn


class Mind(NamedTuple):
    """What a player weighs; all in seconds of the general classification."""

    least: float = 9.0  # what an attack must promise
    energy: float = 0.3  # a unit of energy that can be kept for the next leg
    far: int = 45  # rows to the line beyond which nobody attacks
    back: int = 8  # energy paid at most to come back inside
    depth: int = 2  # how often bids are weighed against one another
    spoilt: float = 16.0  # what a sprinter loses who is caught: the energy for the bunch sprint


USUAL = Mind()


class Escape(NamedTuple):
    """The best way home ahead of the peloton that was found."""

    worth: float  # seconds
    rows: int  # of the first move
    chance: float = 0.0  # to get there


def decide(p: Position, seat: Seat, mind: Mind = USUAL) -> RoadAnswer:
    """The answer of a seat that is waited for while riders are on the road."""
    return ANSWERS[p.stage](p, seat, mind)


# --- the way home


def chases(p: Position, seat: Seat, *, attacking: bool = False) -> list[bool]:
    """Whether the peloton will chase in this turn and in those to come: owners do unless one of theirs is ahead."""
    ahead = {racer.seat for racer in p.riders if racer.place == ON_ROAD and racer.row > p.peloton} | {seat}
    found: list[bool] = []
    for at in range(MOVES):
        if at == 0 and p.chase and not attacking:
            found.append(p.chase == YES)
        elif p.chase == RESTS if at == 0 else found[-1]:
            found.append(False)
        else:
            who = decider(p, (p.token + at) % p.seats, p.seats)
            found.append(who is not None and who not in ahead)
    return found


def escape(p: Position, racer: Racer, energy: int, chased: list[bool], price: float, *, attack: bool) -> Escape:
    """The best pace for a rider who is ahead, or attacks: so many moves to the line, rows spread evenly over them."""
    best = Escape(-1e9, 0)
    for moves in range(1, MOVES):
        found = _paced(p, racer, energy, chased, price, moves, attack)
        if found.worth > best.worth:
            best = found
    return best


def _paced(  # noqa: PLR0917 (called by the thousand: an object for each call costs)
    p: Position, racer: Racer, energy: int, chased: list[bool], price: float, moves: int, attack: bool
) -> Escape:
    """What comes of an even pace over so many moves."""
    course = p.course
    prices, last, hexes, rows_a_hex = CONFIG.prices, course.rows, course.hexes, CONFIG.rows_a_hex
    table = CONFIG.base[racer.type]
    near, late = len(hexes) - CONFIG.finale_hexes, len(hexes) - CONFIG.sprint_hexes
    row, left, pack, spread, chance = racer.row, energy, float(p.peloton), 0.0, 1.0
    if attack:
        row = p.peloton + 1
    first = at = 0
    while True:
        start = p.peloton if attack and at == 0 else row
        hexagon = (start - 1) // rows_a_hex if start > 1 else 0
        ground = hexes[hexagon]
        base, most = table[ground], 6
        if ground == "D":
            base += racer.descender
            most = min(6, (CONFIG.descender_rows if racer.descender else CONFIG.descent_rows) - base)
        elif ground == "M":
            most = min(6, course.categories[hexagon])
        if racer.sprinter and hexagon >= late and ground != "M":
            base += CONFIG.sprint
        need = -(-(last + 1 - row) // max(1, moves - at))
        extra = min(most, max(0, need - base))
        if attack and at == 0:
            extra = max(extra, 1, CONFIG.attack[ground] - base)
            if extra > most:
                return Escape(-1e9, 0)
        while prices[extra] > left:
            extra -= 1
        if attack and at == 0 and base + extra < CONFIG.attack[ground]:
            return Escape(-1e9, 0)
        left -= prices[extra]
        row += base + extra
        if at == 0:
            first = base + extra
        at += 1
        if row > last:
            break
        if at > moves + 1:
            return Escape(-1e9, 0)
        pack += _speed(p, pack, near, chased[(at - 1) % len(chased)])
        spread += SPREAD
        if row <= pack - 2 * spread:
            return Escape(-1e9, 0)
        chance = min(chance, 0.5 + 0.5 * erf((row - pack - 0.5) / sqrt(2 * spread)))
    gap = 0
    pace = max(1.0, _speed(p, pack, near, False))
    while pack + pace <= last and gap < 8:
        pack, gap = pack + pace, gap + 1
        pace = max(1.0, _speed(p, pack, near, False))
    return Escape(chance * (FIRST + TURN * gap) - price * (energy - left), first, chance)


def _speed(p: Position, row: float, near: int, chased: bool) -> float:
    course = p.course
    if row > course.rows:
        return 8.0
    hexagon = (int(row) - 1) // CONFIG.rows_a_hex if row > 1 else 0
    ground = course.hexes[hexagon]
    further = CONFIG.finale if hexagon >= near and ground != "M" else 0
    return max(1.0, PIPS + CONFIG.peloton[ground] + further + (CONFIG.chase[ground] if chased else 0))


def energy_price(p: Position, mind: Mind) -> float:
    """What a unit of energy is worth at the end of this leg."""
    return mind.energy if p.state.leg < len(p.state.courses) else 0.02


# --- answers


def _ride(p: Position, seat: Seat, mind: Mind) -> Rides:
    """Every rider for themselves."""
    return Rides(0, tuple(ride_orders(p, seat, mind)))


def ride_orders(p: Position, seat: Seat, mind: Mind, given: Order | None = None) -> list[Order]:
    """Orders for the owner's riders who are due one after the other; one of them may be given."""
    orders: list[Order] = []
    with ExitStack() as tried:
        for rider_id in p.due:
            racer = p.find(rider_id)
            if racer.seat != seat:
                break
            bottles = bottle_ways(racer)[-1]
            energy = racer.energy + drinks(bottles)
            start = on_road(p, racer, energy)
            offered = list(lengths(start).values())
            if given and given.rider == rider_id:
                length = next(one for one in offered if one.rows == given.rows)
            else:
                length = _pace(p, racer, energy, [one for one in offered if not one.risk], mind)
            orders.append(Order(racer.id, length.rows, bottles))
            if length.risk:
                break
            tried.enter_context(Tried(p, racer, p.phase, start, length))
    return orders


def _pace(p: Position, racer: Racer, energy: int, offered: list[Length], mind: Mind) -> Length:
    """Home if it can be; else ahead the best pace, or a rest where all is lost; behind back inside if that is cheap."""
    if racer.row <= p.peloton:
        back = [one for one in offered if racer.row + one.steps >= p.peloton and one.price <= mind.back]
        if back and p.peloton <= p.course.rows:
            return back[0]
        return max(offered, key=lambda one: (-one.price, one.rows))
    line = p.course.rows - racer.row
    home = [one for one in offered if one.steps > line]
    price = energy_price(p, mind)
    if home:
        rivals = any(o.place == ON_ROAD and o.row > p.peloton and o.seat != racer.seat for o in p.riders)
        spare = energy - (CONFIG.kept if p.state.leg < len(p.state.courses) else 0)
        far = [one for one in home if one.price <= spare] if rivals or p.line else []
        return far[-1] if far else home[0]
    way = escape(p, racer, energy, chases(p, racer.seat), price, attack=False)
    if way.worth > 0:
        fit = [one for one in offered if one.steps <= way.rows] or offered[:1]
        best = fit[-1]
        free = [one for one in offered if one.price <= best.price and one.steps > best.steps]
        return free[-1] if free else best
    return min(offered, key=lambda one: (one.price, one.rows))


def _attack(p: Position, seat: Seat, mind: Mind) -> Plan:
    order = best_attack(p, seat, mind)
    return plan_of(p, seat, (order,) if order else (), mind)


def plan_of(p: Position, seat: Seat, orders: tuple[Order, ...], mind: Mind, chase: str = UNLESS) -> Plan:
    """The orders with the verdict that belongs to them."""
    verdict = None
    if (p.sealed or p.wished) and seat == decider(p, p.token, p.seats):
        if p.sealed:
            verdict = Verdict("" if p.chase == RESTS else chase, PASS)
        elif orders or has_choice(p, seat, p.cashed):
            verdict = Verdict("", PASS)
    return Plan(orders, 0, verdict, False)


def best_attack(p: Position, seat: Seat, mind: Mind) -> Order | None:
    """The attack that promises most, if any is worth it."""
    if p.course.rows - p.peloton > mind.far:
        return None
    found = attacks(p, seat, mind)
    best = max(found, key=lambda one: one[0], default=None)
    return best[1] if best and best[0] >= mind.least else None


def attacks(p: Position, seat: Seat, mind: Mind) -> list[tuple[float, Order]]:
    """For each rider who may attack the best pace, and what it promises."""
    ground = attack_ground(p, p.sealed)
    chased, price = chases(p, seat, attacking=True), energy_price(p, mind)
    found: list[tuple[float, Order]] = []
    for racer in p.riders:
        if racer.seat != seat or racer.place != INSIDE or racer.puncture == p.turn:
            continue
        bottles = bottle_ways(racer)[-1]
        energy = racer.energy + drinks(bottles)
        way = escape(p, racer, energy, chased, price, attack=True)
        if way.worth > -1e8:
            offered = lengths(attacker(p, ground, racer, energy))
            if (length := offered.get(str(way.rows))) is not None:
                lost = mind.spoilt * (1 - way.chance) if racer.sprinter else 0.0
                found.append((way.worth - lost, Order(racer.id, length.rows, bottles)))
    return found


def _chase(p: Position, seat: Seat, mind: Mind) -> Verdict:
    return Verdict(NO if has_ahead(p, seat) else YES, PASS)


def _sprint(p: Position, seat: Seat, mind: Mind) -> Finale:
    return sprint_of(p, seat, best_bids(p, seat, mind.depth, energy_price(p, mind)))


def sprint_of(p: Position, seat: Seat, rows: Mapping[str, int]) -> Finale:
    """So many rows for each of the owner's riders in the peloton, with all bottles drunk; who is late rides hard."""
    mine = [racer for racer in p.riders if racer.seat == seat]
    inside = [racer for racer in mine if racer.place == INSIDE]
    bids = tuple([Bid(racer.id, rows.get(racer.id, 0), bottle_ways(racer)[-1]) for racer in inside])
    return Finale(bids, HARD if any(racer.place == ON_ROAD for racer in mine) else "")


ANSWERS: dict[str, Callable[[Position, Seat, Mind], RoadAnswer]] = {
    "ride": _ride,
    "attack": _attack,
    "chase": _chase,
    "sprint": _sprint,
}
