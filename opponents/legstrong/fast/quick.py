"""The turns of a leg once more, on a position that is changed in place and without events: see `race` for the phases.

What is allowed and what it costs is asked of the same functions as in the engine; the clauses stand there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engines.legstrong.attacks import (
    YES,
    Plan,
    Verdict,
    asked_to_attack,
    could_attack,
    decider,
    pursuer,
    spent,
)
from engines.legstrong.config import CONFIG, DIE
from engines.legstrong.course import terrain
from engines.legstrong.hold import KEEP
from engines.legstrong.outside import Rides, drinks_at_home, race_order
from engines.legstrong.promise import still_bound
from engines.legstrong.punctures import FLAT
from engines.legstrong.questions import Order, drinks
from engines.legstrong.results import ranked
from engines.legstrong.riding import attack_ground, rivals_ahead
from engines.legstrong.sprint import HARD, Finale, is_out_of_time, late_rows, ridden, roll_bids, sprinters
from engines.legstrong.state import HOME, INSIDE, ON_ROAD, Crossing
from engines.table import Dice, Seat
from opponents.legstrong.fast.position import Position, Racer
from opponents.legstrong.fast.quick_moves import carry_out, drink, ride_on


def run_on(p: Position, dice: Dice) -> None:
    """Ride until someone has to answer, or the leg is to be closed."""
    while not p.stage and p.phase in PHASES:
        PHASES[p.phase](p, dice)


# --- phases


def _turn(p: Position, dice: Dice) -> None:
    p.turn, p.rides, p.phase = p.turn + 1, [], "break"
    p.chase = ""
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
        p.asked = asked_to_attack(p, p.token, p.declared, p.pursuits, p.sealed)


def _attack(p: Position, dice: Dice) -> None:
    if p.asked:
        p.stage = "attack"
    else:
        p.phase = "chase"


def _chase(p: Position, dice: Dice) -> None:
    seat = pursuer(p, p.token, p.pursuits) if not p.chase and rivals_ahead(p) else None
    if seat is None:
        p.phase = "peloton"
    else:
        p.stage, p.asked = "chase", (seat,)


def _peloton(p: Position, dice: Dice) -> None:
    p.before = p.peloton
    behind = [racer for racer in p.riders if racer.place == ON_ROAD and racer.row <= p.before]
    p.due = _starters(p, behind) if behind else []
    ride_on(p, dice)
    p.phase = "sprint" if p.peloton > p.course.rows else "behind"


def _sprint(p: Position, dice: Dice) -> None:
    p.asked, p.phase = sprinters(p, p.seats, p.token), "close"
    if p.asked:
        p.stage = "sprint"
    else:
        _keep_history(p)


def _end(p: Position, dice: Dice) -> None:
    _keep_history(p)
    if all(racer.place == HOME for racer in p.riders) or is_out_of_time(p.line, p.turn):
        p.phase = "close"
        return
    p.phase = "turn"
    if p.wished and _keeps_token(p, decider(p, p.token, p.seats)):
        p.held += 1
        return
    there = {score.seat for score in p.state.scores}
    p.held, p.token = 0, next(seat for step in range(1, p.seats + 1) if (seat := (p.token + step) % p.seats) in there)


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


def _keeps_token(p: Position, seat: Seat | None) -> bool:
    if seat is None or p.wishes[seat] != KEEP or p.held >= CONFIG.holds:
        return False
    payer = max((r for r in p.riders if r.seat == seat and r.place == INSIDE), key=lambda racer: racer.energy)
    if payer.energy < CONFIG.hold:
        return False
    payer.energy -= CONFIG.hold
    return True


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
        if not (plan.risky and _can_go_on(p, seat)):
            p.asked = p.asked[1:]
        return
    p.answers[seat] = plan
    if len(p.answers) == len(p.asked):
        plans: dict[Seat, Plan] = {asked: p.answers[asked] for asked in p.asked}
        p.answers, p.asked, p.stage = {}, (), ""
        for asked, decision in plans.items():
            _launch(p, asked, decision, dice)
        holder = decider(p, p.token, p.seats)
        decided = plans.get(holder) if holder is not None else None
        if holder is not None and decided and decided.verdict:
            _pronounce(p, holder, decided.verdict)


def _can_go_on(p: Position, seat: Seat) -> bool:
    ground = attack_ground(p)
    fresh = [racer for racer in p.riders if racer.seat == seat and racer.place == INSIDE and racer.puncture != p.turn]
    return any(could_attack(ground, racer) for racer in fresh)


def do_chase(p: Position, verdict: Verdict, dice: Dice) -> None:
    """The peloton will chase, or not."""
    seat = p.asked[0]
    p.asked, p.stage = (), ""
    if p.wished:
        _note(p, seat, verdict.hold)
    _pronounce(p, seat, verdict)


def do_sprint(p: Position, seat: Seat, finale: Finale, dice: Dice) -> None:
    """Bids wait for the others'; then the sprint is ridden and the others come home."""
    p.answers[seat] = finale
    if len(p.answers) < len(p.asked):
        return
    finales: dict[Seat, Finale] = {asked: p.answers[asked] for asked in p.asked}
    p.answers, p.asked, p.stage = {}, (), ""
    _bids(p, finales, dice)
    ways = {asked: decided.late for asked, decided in finales.items()}
    _late_turn(p, p.due, ways, dice)
    while any(racer.place == ON_ROAD for racer in p.riders) and not is_out_of_time(p.line, p.turn):
        p.turn, p.rides = p.turn + 1, []
        _roll_punctures(p, dice)
        _late_turn(p, _starters(p, [racer for racer in p.riders if racer.place == ON_ROAD]), ways, dice)
    p.due = []


def _bids(p: Position, finales: dict[Seat, Finale], dice: Dice) -> None:
    ground = terrain(p.course, p.before)
    bids = [bid for f in finales.values() for bid in f.bids]
    worth: list[tuple[tuple[int, ...], str]] = []
    for bid, die in zip(bids, roll_bids(p.state.leg, [bid.rows for bid in bids], dice), strict=True):
        racer = p.find(bid.rider)
        if bid.rows or drinks_at_home(racer, p.state.leg, len(p.state.courses)):
            drink(p, racer, bid.bottles)
        racer.energy -= CONFIG.prices[bid.rows]
        score = CONFIG.base[racer.type][ground] + ridden(bid.rows, die) + CONFIG.sprint * racer.sprinter
        worth.append(((score, racer.energy), racer.id))
    for place, rider_id in enumerate(ranked(f"sprint.{p.state.leg}", worth, dice), 1):
        p.find(rider_id).place = HOME
        p.line.append(Crossing(p.turn, 1, place, 0, rider_id))


def _late_turn(p: Position, due: list[str], ways: dict[Seat, str], dice: Dice) -> None:
    for rider_id in due:
        racer = p.find(rider_id)
        rows = late_rows(p, racer, drinks(racer.bottles), ways[racer.seat] == HARD)
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
    if verdict.chase and rivals_ahead(p):
        p.chase = verdict.chase
        if p.chase == YES:
            p.pursuits = spent(p.pursuits, seat)
