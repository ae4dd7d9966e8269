"""Attacks out of the peloton and what the token holder decides about the chase (L13)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.legstrong.config import CONFIG
from engines.legstrong.course import hex_of, terrain
from engines.legstrong.outside import carry_out, change, who
from engines.legstrong.questions import (
    Offer,
    Order,
    Questions,
    ask_bottles,
    clockwise,
    decided,
    drinks,
    own_bottles,
    put_to,
)
from engines.legstrong.riding import choices, is_payable, moved, start_attack
from engines.legstrong.sealed import opened, seal
from engines.legstrong.state import INSIDE, ON_ROAD, LegstrongView, Rider, Road, State, find, look
from engines.table import Ask, Dice, Event, Move, Path, Pick, Seat, Value

STAY, BIND, DONE, PASS = "stay", "inside", "done", "pass"
NO, YES, UNLESS = "no", "yes", "unless"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The token holder's decision: the chase (NO, YES, UNLESS one of his own is ahead) and who pays for the token."""

    chase: str
    hold: str  # a rider, or PASS


@dataclass(frozen=True, slots=True)
class Plan:
    """An owner's attacks in their order, the hex until which he promises to stay inside, and his verdict if asked."""

    orders: tuple[Order, ...]
    bound: int  # 0 = free
    verdict: Verdict | None
    risky: bool  # the last attack hangs on the event die, and he is asked again after it


def rivals_ahead(road: Road) -> bool:
    """Whether somebody is on the road ahead of the peloton."""
    return any(rider.place == ON_ROAD and rider.row > road.peloton for rider in road.riders)


def inside(road: Road, seat: Seat | None = None) -> list[Rider]:
    """The riders in the peloton, of one owner or of all."""
    return [rider for rider in road.riders if rider.place == INSIDE and seat in (None, rider.seat)]


def decider(road: Road, token: Seat, seats: int) -> Seat | None:
    """Who decides about chase and token: the first owner from the holder on with a rider inside (L13d)."""
    owners = {rider.seat for rider in inside(road)}
    return next((seat for seat in clockwise(seats, token) if seat in owners), None)


def finale(road: Road) -> int:
    """The further rows of the peloton in the last hexes, not on a mountain (L13)."""
    row, course = road.peloton, road.course
    near = hex_of(row) > len(course.hexes) - CONFIG.finale_hexes
    return CONFIG.finale if near and terrain(course, row) != "M" else 0


def in_reach_of_line(road: Road) -> bool:
    """Whether the peloton could cross the line in this turn: nobody attacks then (L13c).

    Ruling: the chase counts whoever is ahead, since an attack would bring one about.
    """
    ground = terrain(road.course, road.peloton)
    most = max(CONFIG.pips) + CONFIG.peloton[ground] + CONFIG.chase[ground] + finale(road)
    return road.peloton + most > road.course.rows


def attackers(road: Road, seat: Seat | None = None) -> list[Rider]:
    """Riders inside who had no puncture in this turn (L13i)."""
    return [rider for rider in inside(road, seat) if rider.puncture != road.turn]


def could_attack(road: Road, rider: Rider, sealed: bool) -> bool:
    """Whether he has the energy as far as the public knows, who can't see what is in his bottles."""
    most = rider.energy + rider.tiles * max(CONFIG.pile)
    return is_payable(start_attack(road, rider, most, sealed))


def may_attack(state: State) -> tuple[Seat, ...]:
    """The owners who are asked for attacks, clockwise; in a sealed stage also who decides about the chase (L13e)."""
    road, seats, sealed = state.road, state.table.seats, state.table.options["attacks"] == "sealed"
    if in_reach_of_line(road):
        return ()
    able = {rider.seat for rider in attackers(road) if could_attack(road, rider, sealed)}
    able = {seat for seat in able if not state.declared[seat]}
    holder = decider(road, state.token, seats)
    if able and sealed and holder is not None and not state.declared[holder]:
        able.add(holder)
    return tuple(seat for seat in clockwise(seats, state.token) if seat in able)


def release(state: State) -> None:
    """Promises end where the peloton is in the hex, and with somebody ahead (L13g)."""
    here, ahead = hex_of(state.road.peloton), rivals_ahead(state.road)
    state.declared = tuple(0 if ahead or here >= hexagon else hexagon for hexagon in state.declared)


def attack_plan(view: LegstrongView) -> Questions[Plan]:
    """Stay, promise to stay, or attack with one rider after the other (L13, L13f, L13g); then the verdict (L13e)."""
    orders, risky = yield from _attacks(view)
    bound = 0
    if orders is None:
        hexes = range(hex_of(view.road.peloton) + 1, len(view.road.course.hexes) + 1)
        bound = int((yield Pick(BIND, tuple(f"hex.{number}" for number in hexes))).removeprefix("hex."))
    verdict = None
    if view.sealed and view.viewer == decider(view.road, view.token, view.table.seats):
        gone = {order.rider for order in orders or ()}
        verdict = yield from _verdict(view, (NO, YES, UNLESS), gone)
    return Plan(orders or (), bound, verdict, risky)


def _attacks(view: LegstrongView) -> Questions[tuple[tuple[Order, ...] | None, bool]]:
    """The orders, None for the promise; and whether the last one is a risk that ends the path."""
    road = view.road
    left = [rider.id for rider in attackers(road, view.viewer)]
    promise = not rivals_ahead(road) and hex_of(road.peloton) < len(road.course.hexes)
    able = _able(view, road, left)
    step = yield Pick("attack", (STAY, *able, *([BIND] if promise else [])))
    if step == BIND:
        return None, False
    orders: list[Order] = []
    while step not in (STAY, DONE):
        rider = find(road, step)
        bottles = yield from ask_bottles(view, rider, lambda energy, one=rider, on=road: _can(view, on, one, energy))
        start = start_attack(road, rider, rider.energy + drinks(bottles), view.sealed)
        offer = Offer(f"rows.{rider.id}", choices(start))
        choice = offer.take((yield offer))
        orders.append(Order(rider.id, choice.rows, bottles))
        left.remove(rider.id)
        if view.sealed:
            able.remove(rider.id)
        elif choice.risk:
            return tuple(orders), True
        else:
            road = moved(road, rider, "attack", start, choice)
            able = _able(view, road, left)
        if not able:
            break
        step = yield Pick("attack.more", (DONE, *able))
    return tuple(orders), False


def _able(view: LegstrongView, road: Road, riders: list[str]) -> list[str]:
    """Those of the viewer's riders who can pay for an attack, with all their bottles."""
    able: list[str] = []
    for rider_id in riders:
        rider = find(road, rider_id)
        energy = rider.energy + (drinks(own_bottles(view, rider_id)) if rider.tiles else 0)
        if _can(view, road, rider, energy):
            able.append(rider_id)
    return able


def _can(view: LegstrongView, road: Road, rider: Rider, energy: int) -> bool:
    return is_payable(start_attack(road, rider, energy, view.sealed))


def ask_attack(view: LegstrongView, path: Path) -> Ask | None:
    """For owners with riders in the peloton: all at once, or one after the other."""
    return put_to(view, attack_plan, path)


def do_attack(state: State, move: Move, dice: Dice) -> list[Event]:
    """A sealed order waits for the others'; an open one is carried out."""
    if state.table.options["attacks"] == "sealed":
        events = seal(state, move)
        if len(state.answers) < len(state.asked):
            return events
        plans = opened(state, attack_plan)
        return [*events, *_resolve(state, plans, dice)]
    seat = state.asked[0]
    plan = decided(look(state, seat), attack_plan, move.path)
    state.stage = ""
    events = _launch(state, seat, plan, dice)
    again = plan.risky and any(could_attack(state.road, rider, False) for rider in attackers(state.road, seat))
    if not again:
        state.asked = state.asked[1:]
    return events


def _resolve(state: State, plans: dict[Seat, Plan], dice: Dice) -> list[Event]:
    """All orders, clockwise from the token holder, then the verdict (L13, L13e)."""
    state.asked, state.stage = (), ""
    events = [event for seat, plan in plans.items() for event in _launch(state, seat, plan, dice)]
    holder = decider(state.road, state.token, state.table.seats)
    plan = plans.get(holder) if holder is not None else None
    if holder is not None and plan and plan.verdict:
        events += _pronounce(state, holder, plan.verdict)
    return events


def _launch(state: State, seat: Seat, plan: Plan, dice: Dice) -> list[Event]:
    told: dict[str, Value] = {
        "seat": seat,
        "riders": [order.rider for order in plan.orders],
        "rows": [order.rows for order in plan.orders],
        "bottles": [len(order.bottles) for order in plan.orders],
        "hex": plan.bound,
        "hold": plan.verdict.hold if plan.verdict else PASS,
    }
    events = [Event("ordered", None, told)]
    if plan.bound:
        state.declared = (*state.declared[:seat], plan.bound, *state.declared[seat + 1 :])
        events.append(Event("declared", None, {"seat": seat, "hex": plan.bound}))
    for order in plan.orders:
        events += carry_out(state, order, "attack", dice)
    return events


# --- chase and token


def chase_verdict(view: LegstrongView) -> Questions[Verdict]:
    """Chase or not, and whether the token is kept."""
    return (yield from _verdict(view, (NO, YES), set()))


def _verdict(view: LegstrongView, ways: tuple[str, ...], gone: set[str]) -> Questions[Verdict]:
    chase = yield Pick("chase", ways)
    hold = PASS
    if view.table.options["hold"] == "on" and view.held < CONFIG.holds:
        payers = [r.id for r in inside(view.road, view.viewer) if r.energy >= CONFIG.hold and r.id not in gone]
        hold = yield Pick("hold", (PASS, *payers))
    return Verdict(chase, hold)


def ask_chase(view: LegstrongView, path: Path) -> Ask | None:
    """For who decides while somebody is ahead."""
    return put_to(view, chase_verdict, path)


def do_chase(state: State, move: Move, dice: Dice) -> list[Event]:
    """The peloton will chase, or not."""
    seat = state.asked[0]
    verdict = decided(look(state, seat), chase_verdict, move.path)
    state.asked, state.stage = (), ""
    return _pronounce(state, seat, verdict)


def _pronounce(state: State, seat: Seat, verdict: Verdict) -> list[Event]:
    """The decision is told where there is somebody to chase.

    Ruling to L13 and L13d: who keeps the token pays at once, and the token stays with its holder whoever decided.
    """
    events: list[Event] = []
    if rivals_ahead(state.road):
        state.chase = verdict.chase
        if verdict.chase == UNLESS:
            state.chase = NO if has_ahead(state.road, seat) else YES
        events.append(Event("chase", None, {"seat": seat, "chase": state.chase}))
    if verdict.hold != PASS:
        rider = find(state.road, verdict.hold)
        change(state, replace(rider, energy=rider.energy - CONFIG.hold))
        state.kept = True
        events.append(Event("held", None, {**who(rider), "price": CONFIG.hold, "token": state.token}))
    return events


def has_ahead(road: Road, seat: Seat | None) -> bool:
    """Whether the owner has a rider on the road ahead of the peloton."""
    return any(rider.place == ON_ROAD and rider.row > road.peloton and rider.seat == seat for rider in road.riders)
