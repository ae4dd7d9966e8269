"""The turns of a leg once more, on a position that is changed in place and without events: see `race` for the phases.

What is allowed and what it costs is asked of the same functions as in the engine; the clauses stand there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engines.legstrong.attacks import (
    UNLESS,
    YES,
    Plan,
    Verdict,
    asked_to_attack,
    could_attack,
    decider,
    finale,
    has_ahead,
)
from engines.legstrong.config import DIE
from engines.legstrong.course import terrain
from engines.legstrong.hold import KEEP, PASS
from engines.legstrong.outside import Rides, is_fed, open_summits, race_order
from engines.legstrong.peloton import SUMMIT_ORDER
from engines.legstrong.position import Position, Racer
from engines.legstrong.promise import still_bound
from engines.legstrong.punctures import FLAT
from engines.legstrong.questions import Order
from engines.legstrong.results import gc_key, ranked
from engines.legstrong.riding import (
    Start,
    attack_ground,
    attacker,
    base_steps,
    crowded,
    gain_of,
    length_of,
    on_road,
    rivals_ahead,
)
from engines.legstrong.sprint import HARD, Finale, is_out_of_time, late_rows, sprinters
from engines.legstrong.state import HOME, INSIDE, ON_ROAD, TYPES, Crossing, Ride, Won, drink_of, full_pile
from engines.table import Dice, Seat


def run_on(p: Position, dice: Dice) -> None:
    """Ride until somebody has to answer, or the leg is to be closed."""
    while not p.stage and p.phase in PHASES:
        PHASES[p.phase](p, dice)


# --- phases


def _turn(p: Position, dice: Dice) -> None:
    p.turn, p.rides, p.chase, p.phase = p.turn + 1, [], "", "break"
    _roll_punctures(p, dice)
    ahead = [racer for racer in p.riders if racer.place == ON_ROAD and racer.row > p.peloton]
    p.due = _starters(p, ahead) if ahead else []


def _roll_punctures(p: Position, dice: Dice) -> None:
    racing = [racer for racer in p.riders if racer.place != HOME]
    fell = dice.roll(f"punctures.{p.state.leg}.{p.turn}", DIE, len(FLAT) * len(racing))
    if FLAT[0] in fell:
        for racer, pips in zip(racing, zip(fell[::2], fell[1::2], strict=True), strict=True):
            if pips == FLAT:
                racer.puncture = p.turn


def _starters(p: Position, racers: Iterable[Racer]) -> list[str]:
    return [racer.id for racer in race_order(racers, p.turn) if p.turn not in (racer.rests, racer.puncture)]


def _outside(p: Position, dice: Dice) -> None:
    if p.due:
        p.stage, p.asked = "ride", (p.find(p.due[0]).seat,)
        return
    p.asked = ()
    p.phase = "attack" if p.phase == "break" else "end"
    if p.phase == "attack":
        p.declared = still_bound(p, p.declared)
        p.asked = asked_to_attack(p.config, p, p.token, p.declared, p.sealed)


def _attack(p: Position, dice: Dice) -> None:
    if p.asked:
        p.stage = "attack"
    else:
        p.phase = "chase"


def _chase(p: Position, dice: Dice) -> None:
    seat = decider(p, p.token, p.seats) if not p.chase and rivals_ahead(p) else None
    if seat is None:
        p.phase = "peloton"
    else:
        p.stage, p.asked = "chase", (seat,)


def _peloton(p: Position, dice: Dice) -> None:
    p.before = p.peloton
    behind = [racer for racer in p.riders if racer.place == ON_ROAD and racer.row <= p.before]
    p.due = _starters(p, behind) if behind else []
    _ride_on(p, dice)
    p.phase = "sprint" if p.peloton > p.course.rows else "behind"


def _sprint(p: Position, dice: Dice) -> None:
    p.asked, p.phase = sprinters(p, p.seats, p.token), "close"
    if p.asked:
        p.stage = "sprint"
    else:
        _keep_history(p)


def _end(p: Position, dice: Dice) -> None:
    _keep_history(p)
    if all(racer.place == HOME for racer in p.riders) or is_out_of_time(p.config, p.line, p.turn):
        p.phase = "close"
        return
    p.phase = "turn"
    if p.wished:
        _keep_token(p, decider(p, p.token, p.seats))
    if p.kept:
        p.held, p.kept = p.held + 1, False
        return
    there = {score.seat for score in p.state.scores}
    p.held, p.token = 0, next(seat for at in range(1, p.seats + 1) if (seat := (p.token + at) % p.seats) in there)


PHASES: dict[str, Callable[[Position, Dice], None]] = {
    "turn": _turn,
    "break": _outside,
    "attack": _attack,
    "chase": _chase,
    "peloton": _peloton,
    "behind": _outside,
    "sprint": _sprint,
    "end": _end,
}


def _keep_history(p: Position) -> None:
    p.history.append((p.peloton, *[racer.row for racer in p.riders]))


def _keep_token(p: Position, seat: Seat | None) -> None:
    if seat is None or p.wishes[seat] != KEEP or p.held >= p.config.holds:
        return
    payer = max((r for r in p.riders if r.seat == seat and r.place == INSIDE), key=lambda racer: racer.energy)
    if payer.energy >= p.config.hold:
        payer.energy -= p.config.hold
        p.kept = True


# --- answers


def do_ride(p: Position, rides: Rides, dice: Dice) -> None:
    """The owner's promise, and their riders' moves."""
    declare(p, p.asked[0], rides.bound)
    del p.due[: len(rides.orders)]
    p.stage = ""
    for order in rides.orders:
        carry_out(p, p.find(order.rider), order, p.phase, dice)


def do_attack(p: Position, seat: Seat, plan: Plan, dice: Dice) -> None:
    """A sealed order waits for the others'; an open one is carried out."""
    if not p.sealed:
        p.stage = ""
        _launch(p, seat, plan, dice)
        ground = attack_ground(p.config, p)
        fresh = [r for r in p.riders if r.seat == seat and r.place == INSIDE and r.puncture != p.turn]
        if not (plan.risky and any(could_attack(ground, racer) for racer in fresh)):
            p.asked = p.asked[1:]
        return
    p.answers[seat] = plan
    if len(p.answers) == len(p.asked):
        plans: dict[Seat, Plan] = {asked: p.answers[asked] for asked in p.asked}
        p.answers, p.asked, p.stage = {}, (), ""
        for asked, given in plans.items():
            _launch(p, asked, given, dice)
        holder = decider(p, p.token, p.seats)
        decided = plans.get(holder) if holder is not None else None
        if holder is not None and decided and decided.verdict:
            _pronounce(p, holder, decided.verdict)


def do_chase(p: Position, verdict: Verdict, dice: Dice) -> None:
    """The peloton will chase, or not."""
    seat = p.asked[0]
    p.asked, p.stage = (), ""
    if p.wished:
        _note(p, seat, verdict.hold)
    _pronounce(p, seat, verdict)


def do_sprint(p: Position, seat: Seat, given: Finale, dice: Dice) -> None:
    """Bids wait for the others'; then the sprint is ridden and the others come home."""
    p.answers[seat] = given
    if len(p.answers) < len(p.asked):
        return
    finales: dict[Seat, Finale] = {asked: p.answers[asked] for asked in p.asked}
    p.answers, p.asked, p.stage = {}, (), ""
    _bids(p, finales, dice)
    ways = {asked: decided.late for asked, decided in finales.items()}
    _late_turn(p, p.due, ways, dice)
    while any(racer.place == ON_ROAD for racer in p.riders) and not is_out_of_time(p.config, p.line, p.turn):
        p.turn, p.rides = p.turn + 1, []
        _roll_punctures(p, dice)
        _late_turn(p, _starters(p, [racer for racer in p.riders if racer.place == ON_ROAD]), ways, dice)
    p.due = []


def _bids(p: Position, finales: dict[Seat, Finale], dice: Dice) -> None:
    config, ground = p.config, terrain(p.course, p.before)
    worth: list[tuple[tuple[int, ...], str]] = []
    for given in finales.values():
        for bid in given.bids:
            racer = p.find(bid.rider)
            drink(p, racer, bid.bottles)
            racer.energy -= config.prices[bid.rows]
            score = config.base[racer.type][ground] + bid.rows + config.sprint * racer.sprinter
            worth.append(((score, racer.energy), racer.id))
    for place, rider_id in enumerate(ranked(f"sprint.{p.state.leg}", worth, dice), 1):
        p.find(rider_id).place = HOME
        p.line.append(Crossing(p.turn, 1, place, 0, rider_id))


def _late_turn(p: Position, due: list[str], ways: dict[Seat, str], dice: Dice) -> None:
    for rider_id in due:
        racer = p.find(rider_id)
        rows = late_rows(p.config, p, racer, ways[racer.seat] == HARD)
        carry_out(p, racer, Order(rider_id, rows, ()), "late", dice)
    _keep_history(p)


def declare(p: Position, seat: Seat, hexagon: int) -> None:
    """The promise to stay inside until a hex; 0 is none."""
    if hexagon:
        p.declared = (*p.declared[:seat], hexagon, *p.declared[seat + 1 :])


def _launch(p: Position, seat: Seat, plan: Plan, dice: Dice) -> None:
    declare(p, seat, plan.bound)
    if plan.verdict and p.wished:
        _note(p, seat, plan.verdict.hold)
    for order in plan.orders:
        carry_out(p, p.find(order.rider), order, "attack", dice)


def _note(p: Position, seat: Seat, wish: str) -> None:
    p.wishes = (*p.wishes[:seat], wish, *p.wishes[seat + 1 :])


def _pronounce(p: Position, seat: Seat, verdict: Verdict) -> None:
    if rivals_ahead(p):
        p.chase = verdict.chase
        if verdict.chase == UNLESS:
            p.chase = "no" if has_ahead(p, seat) else YES
    if verdict.hold != PASS and not p.wished:
        p.find(verdict.hold).energy -= p.config.hold
        p.kept = True


# --- riders outside


def carry_out(p: Position, racer: Racer, order: Order, how: str, dice: Dice) -> None:
    """One rider's move and all that it reaches."""
    drink(p, racer, order.bottles)
    if how == "attack":
        start = attacker(p, attack_ground(p.config, p), racer, racer.energy)
    else:
        start = on_road(p.config, p, racer, racer.energy)
    length = length_of(start, order.rows)
    steps, price, gain = length.steps, length.price, gain_of(start, length)
    if length.risk:
        [die] = dice.roll(f"risk.{p.state.leg}.{p.turn}.{racer.id}", DIE)
        racer.crosses += 1
        if die <= start.above:
            steps, price, gain = base_steps(start), length.stake, 0
            if length.risk == "fall":
                racer.rests = p.turn + 1
    go(p, racer, how, start, steps=steps, price=price, gain=gain)
    if racer.fed < len(p.course.feeds):
        _feed(p, racer, dice)
    if racer.climbed < len(p.course.summits):
        for summit in open_summits(p, racer, racer.row):
            _claim(p, racer, summit.row, summit.category, p.config.summit_seconds)
    if racer.place == HOME:
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
    points = p.config.summit[category]
    place = 1 + sum(won.summit == row for won in p.won)
    if place <= len(points):
        p.won.append(Won(racer.id, row, place, points[place - 1], seconds if place == 1 else 0))


# --- the peloton


def _ride_on(p: Position, dice: Dice) -> None:
    config, ground, start = p.config, terrain(p.course, p.peloton), p.peloton
    pack = [racer for racer in p.riders if racer.place == INSIDE]
    punctured = [racer for racer in pack if racer.puncture == p.turn]
    chase = config.chase[ground] if p.chase == YES and pack else 0
    further = finale(config, p)
    [fell] = dice.roll(f"peloton.{p.state.leg}.{p.turn}", DIE)
    row = p.peloton = start + max(1, config.pips[fell - 1] + config.peloton[ground] + chase + further)
    for racer in p.riders:
        reached = racer.place == ON_ROAD and start < racer.row <= row and racer.rests != p.turn + 1
        if racer.place == INSIDE or reached:
            racer.place, racer.row = INSIDE, row
    pack = marshalled(p, [racer for racer in p.riders if racer.place == INSIDE])
    for racer in pack:
        if is_fed(p, racer):
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
    there = [racer for racer in pack if open_summits(p, racer, racer.row)]
    if not there:
        return
    standing = {score.rider: gc_key(score) for score in p.state.scores}

    def rank(racer: Racer) -> tuple[object, ...]:
        return SUMMIT_ORDER.index(racer.type), (racer.seat - p.token) % p.seats, standing[racer.id]

    there.sort(key=p.riders.index)  # equal ones in the order of the teams
    for racer in sorted(there, key=rank):
        for summit in open_summits(p, racer, racer.row):
            _claim(p, racer, summit.row, summit.category, 0)


def _price(p: Position, ground: str, pack: list[Racer]) -> None:
    shares = p.config.shares
    unpaid: list[Racer] = []
    for racer in pack:
        price = shares[racer.type].get(ground, 0)
        if price > racer.energy:
            drink(p, racer, _needed(racer, price - racer.energy))
        if price > racer.energy:
            unpaid.append(racer)
        else:
            racer.energy -= price
    for racer in unpaid:
        _put_behind(p, racer)


def _needed(racer: Racer, lack: int) -> tuple[str, ...]:
    held = sorted(racer.bottles, key=drink_of)
    for bottle in held:
        if drink_of(bottle) >= lack:
            return (bottle,)
    opened: list[str] = []
    while held and lack > 0:
        opened.append(held.pop())
        lack -= drink_of(opened[-1])
    return tuple(opened) if lack <= 0 else ()


def _put_behind(p: Position, racer: Racer) -> None:
    if p.peloton > p.course.rows:
        row = p.course.rows
    else:
        full, row = crowded(p, 0), p.peloton - 1
        while row in full:
            row -= 1
    p.arrivals += 1
    racer.place, racer.row, racer.arrival, racer.dropped = ON_ROAD, row, p.arrivals, p.turn
