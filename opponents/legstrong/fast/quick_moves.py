"""Riders and the peloton on the road, on a position that is changed in place and without events: see `quick`."""

from __future__ import annotations

from engines.legstrong.attacks import YES, finale
from engines.legstrong.config import CONFIG, DIE
from engines.legstrong.course import terrain
from engines.legstrong.outside import drinks_at_home, is_fed, open_summits
from engines.legstrong.peloton import SUMMIT_ORDER
from engines.legstrong.questions import Order, needed
from engines.legstrong.results import gc_key
from engines.legstrong.riding import Start, attack_ground, attacker, base_steps, crowded, gain_of, length_of, on_road
from engines.legstrong.state import HOME, INSIDE, ON_ROAD, TYPES, Crossing, Ride, Won, drink_of, full_pile
from engines.table import Dice
from opponents.legstrong.fast.position import Position, Racer

# --- riders outside


def carry_out(p: Position, racer: Racer, order: Order, how: str, dice: Dice) -> None:
    """One rider's move and all that it reaches."""
    drink(p, racer, order.bottles)
    attacks = how == "attack"
    start = attacker(p, attack_ground(p), racer, racer.energy) if attacks else on_road(p, racer, racer.energy)
    length = length_of(start, order.rows)
    if length.stake > racer.energy:
        drink(p, racer, needed(racer.bottles, length.stake - racer.energy))
        start = start._replace(energy=racer.energy)
    steps, price, gain = length.steps, length.price, gain_of(start, length)
    if length.risk:
        [die] = dice.roll(f"risk.{p.state.leg}.{p.turn}.{racer.id}", DIE)
        racer.crosses += 1
        if die <= start.above:
            steps, price, gain = base_steps(start), length.stake, 0
            if length.risk == "fall":
                racer.rests = p.turn + 1
    go(p, racer, how, start, steps=steps, price=price, gain=gain)
    if is_fed(p, racer):
        _feed(p, racer, dice)
    if racer.climbed < len(p.course.summits):
        for summit in open_summits(p, racer, racer.row):
            _claim(p, racer, summit.row, summit.category, CONFIG.summit_seconds)
    if racer.place == HOME:
        if drinks_at_home(racer, p.state.leg, len(p.state.courses)):
            drink(p, racer, racer.bottles)
        group = 2 if p.peloton > p.course.rows else 0
        p.line.append(Crossing(p.turn, group, -racer.row, racer.arrival, racer.id))


def go(p: Position, racer: Racer, how: str, start: Start, *, steps: int, price: int, gain: int) -> None:
    """The move alone, as in `riding.moved`."""
    row, wall = start.row + steps, start.ground.wall
    if row > p.course.rows:
        racer.place = HOME
    elif wall and steps >= wall:
        racer.place = INSIDE
    else:
        racer.place = ON_ROAD
    p.arrivals += 1
    racer.row, racer.arrival, racer.energy = row, p.arrivals, start.energy - price + gain
    p.rides.append(Ride(racer.id, how, start.row, row, price))


def drink(p: Position, racer: Racer, bottles: tuple[str, ...]) -> None:
    """The rider opens bottles."""
    for bottle in bottles:
        racer.energy += drink_of(bottle)
        racer.tiles -= 1
        p.cashed.add(bottle)
    if bottles:
        racer.bottles = tuple([bottle for bottle in racer.bottles if bottle not in bottles])


def _feed(p: Position, racer: Racer, dice: Dice) -> None:
    while is_fed(p, racer):
        pile = _pile(p, racer.type)
        if not pile:
            p.cashed.difference_update(full_pile(racer.type))
            pile = _pile(p, racer.type)
        racer.fed += 1
        if pile:
            [pip] = dice.roll(f"bottle.{p.state.leg}.{p.turn}.{racer.id}", len(pile))
            racer.bottles = tuple(sorted((*racer.bottles, pile[pip - 1])))
            racer.tiles += 1


def _pile(p: Position, kind: str) -> list[str]:
    gone = {*p.cashed, *(bottle for racer in p.riders for bottle in racer.bottles)}
    return [bottle for bottle in full_pile(kind) if bottle not in gone]


def _claim(p: Position, racer: Racer, row: int, category: int, seconds: int) -> None:
    racer.climbed += 1
    points = CONFIG.summit[category]
    place = 1 + sum(won.summit == row for won in p.won)
    if place <= len(points):
        p.won.append(Won(racer.id, row, place, points[place - 1], seconds if place == 1 else 0))


# --- the peloton


def ride_on(p: Position, dice: Dice) -> None:
    ground, start = terrain(p.course, p.peloton), p.peloton
    pack = [racer for racer in p.riders if racer.place == INSIDE]
    punctured = [racer for racer in pack if racer.puncture == p.turn]
    chase = CONFIG.chase[ground] if p.chase == YES and pack else 0
    further = finale(p)
    [fell] = dice.roll(f"peloton.{p.state.leg}.{p.turn}", DIE)
    row = p.peloton = start + max(1, CONFIG.pips[fell - 1] + CONFIG.peloton[ground] + chase + further)
    for racer in p.riders:
        reached = racer.place == ON_ROAD and start < racer.row <= row and racer.rests != p.turn + 1
        if racer.place == INSIDE or reached:
            racer.place, racer.row = INSIDE, row
    pack = [racer for racer in p.riders if racer.place == INSIDE]
    for racer in marshalled(p, [racer for racer in pack if is_fed(p, racer)]):
        _feed(p, racer, dice)
    _summits(p, pack)
    _price(p, ground, pack)
    for racer in marshalled(p, punctured):
        if racer.place == INSIDE:
            _put_behind(p, racer)


def marshalled(p: Position, racers: list[Racer]) -> list[Racer]:
    """Clockwise from the token holder; leader, rouleur, climber (L13h)."""
    if len(racers) < 2:
        return racers
    return sorted(racers, key=lambda racer: ((racer.seat - p.token) % p.seats, TYPES.index(racer.type), racer.team))


def _summits(p: Position, pack: list[Racer]) -> None:
    there = [racer for racer in pack if open_summits(p, racer, racer.row)]  # in the order of the teams
    if not there:
        return
    standing = {score.rider: gc_key(score) for score in p.state.scores}

    def rank(racer: Racer) -> tuple[object, ...]:
        return SUMMIT_ORDER.index(racer.type), (racer.seat - p.token) % p.seats, standing[racer.id]

    for racer in sorted(there, key=rank):
        for summit in open_summits(p, racer, racer.row):
            _claim(p, racer, summit.row, summit.category, 0)


def _price(p: Position, ground: str, pack: list[Racer]) -> None:
    shares = CONFIG.shares
    unpaid: list[Racer] = []
    for racer in pack:
        price = shares[racer.type].get(ground, 0)
        if price > racer.energy:
            drink(p, racer, needed(racer.bottles, price - racer.energy))
        if price > racer.energy:
            unpaid.append(racer)
        else:
            racer.energy -= price
    for racer in marshalled(p, unpaid):
        _put_behind(p, racer)


def _put_behind(p: Position, racer: Racer) -> None:
    if p.peloton > p.course.rows:
        row = p.course.rows
    else:
        full, row = crowded(p, 0), p.peloton - 1
        while row in full:
            row -= 1
    p.arrivals += 1
    racer.place, racer.row, racer.arrival, racer.dropped = ON_ROAD, row, p.arrivals, p.turn
