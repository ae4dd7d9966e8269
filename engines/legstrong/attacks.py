"""Attacks out of the peloton and what the token holder decides about the chase (L13)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from engines.legstrong.config import CONFIG
from engines.legstrong.course import hex_of, terrain
from engines.legstrong.hold import PASS, ask_wish, has_wishes, note
from engines.legstrong.outside import carry_out
from engines.legstrong.promise import BIND, ask_hex, can_promise, declare
from engines.legstrong.questions import (
    OneOf,
    Order,
    Questions,
    ask_way,
    checked,
    clockwise,
    drinks,
    own_bottles,
    put_to,
)
from engines.legstrong.riding import Ground, attack_ground, attacker, least_stake, moved, outcome, rivals_ahead
from engines.legstrong.roads import AnyRider, AnyRoad
from engines.legstrong.sealed import seal
from engines.legstrong.state import (
    INSIDE,
    ON_ROAD,
    LegstrongView,
    Rider,
    Road,
    State,
    drink_of,
    full_pile,
)
from engines.table import Ask, Dice, Event, Move, Path, Seat, Value, Viewer

STAY, DONE = "stay", "done"
NO, YES = "no", "yes"


class Verdict(NamedTuple):
    """The answer about chase and token: NO or YES, and PASS or KEEP.

    `chase` is "" where it is asked for later.
    """

    chase: str
    hold: str


class Plan(NamedTuple):
    """An owner's attacks in order, the hex until which they promise to stay inside, and their verdict if asked."""

    orders: tuple[Order, ...]
    bound: int  # 0 = free
    verdict: Verdict | None
    risky: bool  # the last attack depends on the event die, and the owner is asked again after it


def inside(road: Road, seat: Seat | None = None) -> list[Rider]:
    """The riders in the peloton, of one owner or of all."""
    if seat is None:
        return [rider for rider in road.riders if rider.place == INSIDE]
    return [rider for rider in road.riders if rider.seat == seat and rider.place == INSIDE]


def decider(road: AnyRoad, token: Seat, seats: int) -> Seat | None:
    """The owner who decides about chase and token: the first from the holder on with a rider inside (L13d)."""
    after = [(rider.seat - token) % seats for rider in road.riders if rider.place == INSIDE]
    return (token + min(after)) % seats if after else None


def pursuer(road: AnyRoad, token: Seat, pursuits: Sequence[int]) -> Seat | None:
    """The owner who may have the peloton chase: the one who decides, as long as they have a pursuit left (L13, L13d).

    Ruling to L13d: without a pursuit of theirs there is no chase; no one else decides instead.
    """
    seat = decider(road, token, len(pursuits))
    return seat if seat is not None and pursuits[seat] else None


def spent(pursuits: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    """The pursuits after the seat has decided on a chase, which takes one of theirs (L13)."""
    return (*pursuits[:seat], pursuits[seat] - 1, *pursuits[seat + 1 :])


def finale(road: AnyRoad) -> int:
    """The further rows of the peloton in the last hexes, not on a mountain (L13)."""
    row, course = road.peloton, road.course
    near = hex_of(row) > len(course.hexes) - CONFIG.finale_hexes
    return CONFIG.finale if near and terrain(course, row) != "M" else 0


def reach(road: AnyRoad, *, chase: bool = False) -> tuple[int, int]:
    """The least and the most row that the peloton can come to in this turn (L13)."""
    ground = terrain(road.course, road.peloton)
    further = CONFIG.peloton[ground] + CONFIG.chase[ground] * chase + finale(road)
    return road.peloton + max(1, min(CONFIG.pips) + further), road.peloton + max(1, max(CONFIG.pips) + further)


def in_reach_of_line(road: AnyRoad) -> bool:
    """Whether the peloton could cross the line in this turn: no one attacks then (L13c).

    Ruling: the chase counts even with no one ahead, since an attack would put someone there.
    """
    _, most = reach(road, chase=True)
    return most > road.course.rows


def attackers(road: Road, seat: Seat | None = None) -> list[Rider]:
    """Riders inside who had no puncture in this turn (L13i)."""
    return [rider for rider in inside(road, seat) if rider.puncture != road.turn]


def could_attack(ground: Ground, rider: AnyRider) -> bool:
    """Whether the rider has the energy as far as the public knows, which can't see the values of bottles."""
    return rider.energy + rider.tiles * max(CONFIG.pile) >= least_stake(ground, rider)


def may_attack(state: State) -> tuple[Seat, ...]:
    """The owners asked for attacks, clockwise; in a sealed stage also the one who decides on the chase (L13e)."""
    sealed = state.table.options["attacks"] == "sealed"
    return asked_to_attack(state.road, state.token, state.declared, state.pursuits, sealed)


def asked_to_attack(
    road: AnyRoad, token: Seat, declared: Sequence[int], pursuits: Sequence[int], sealed: bool
) -> tuple[Seat, ...]:
    """`may_attack` with all that it depends on."""
    if in_reach_of_line(road):
        return ()
    seats, ground = len(declared), attack_ground(road, sealed)
    able: set[Seat] = set()
    for rider in road.riders:
        fresh = rider.place == INSIDE and rider.puncture != road.turn
        if fresh and rider.seat not in able and not declared[rider.seat] and could_attack(ground, rider):
            able.add(rider.seat)
    holder = pursuer(road, token, pursuits)
    if able and sealed and holder is not None and not declared[holder]:
        able.add(holder)
    return tuple([seat for seat in clockwise(seats, token) if seat in able])


def attack_plan(view: LegstrongView) -> Questions[Plan]:
    """Stay, promise to stay, or attack with one rider after the other (L13, L13f, L13g); then chase and token.

    In the open the chase is a question of its own (L13e), and the token is part of both (L13j).
    """
    orders, risky = yield from _attacks(view)
    bound = 0
    if orders is None:
        bound = yield from ask_hex(view)
    verdict = None
    if (view.sealed or has_wishes(view.table)) and view.viewer == decider(view.road, view.token, view.table.seats):
        if view.sealed:
            verdict = yield from chase_verdict(view)
        elif orders != () or has_choice(view.road, view.viewer, view.cashed):  # L13j: not for the token alone
            verdict = Verdict("", (yield from ask_wish(view)))
    return Plan(orders or (), bound, verdict, risky)


def has_choice(road: AnyRoad, seat: Viewer, cashed: Collection[str]) -> bool:
    """Whether, as far as everyone can tell, the owner could do anything but stay; otherwise the bot answers for them.

    Their own bottles don't count: `waiting` must not depend on them.
    """
    if can_promise(road):
        return True
    ground = attack_ground(road)
    return any(
        rider.seat == seat
        and rider.place == INSIDE
        and rider.puncture != road.turn
        and rider.energy + _most_drunk(rider, cashed) >= least_stake(ground, rider)
        for rider in road.riders
    )


def _most_drunk(rider: AnyRider, cashed: Collection[str]) -> int:
    """The most energy that the rider's bottles can hold, as far as everyone knows."""
    left = sorted(drink_of(bottle) for bottle in full_pile(rider.type) if bottle not in cashed)
    return sum(left[len(left) - rider.tiles :])


def _attacks(view: LegstrongView) -> Questions[tuple[tuple[Order, ...] | None, bool]]:
    """The orders, None for the promise; and whether the last one is a risk that ends the path."""
    road = view.road
    ground = attack_ground(road, view.sealed)
    able = _able(view, ground, attackers(road, view.viewer))
    step = yield OneOf("attack", (STAY, *able, *([BIND] if can_promise(road) else [])))
    if step == BIND:
        return None, False
    orders: list[Order] = []
    while step not in (STAY, DONE):
        rider = able.pop(step)
        way = yield from ask_way(view, rider, f"rows.{rider.id}", partial(attacker, road, ground, rider))
        orders.append(Order(rider.id, way.length.rows, way.bottles))
        if not view.sealed:
            if way.length.risk:
                return tuple(orders), True
            road = moved(road, rider, "attack", way.start, outcome(way.start, way.length.rows))
            ground = attack_ground(road)
            able = _able(view, ground, attackers(road, view.viewer))
        if not able:
            break
        step = yield OneOf("attack.more", (DONE, *able))
    return tuple(orders), False


def _able(view: LegstrongView, ground: Ground, riders: Iterable[Rider]) -> dict[str, Rider]:
    """The viewer's riders who can pay for an attack if they drink all their bottles, by id."""
    return {rider.id: rider for rider in riders if _has(view, rider, least_stake(ground, rider))}


def _has(view: LegstrongView, rider: Rider, energy: int) -> bool:
    return rider.energy >= energy or rider.energy + drinks(own_bottles(view, rider)) >= energy


def ask_attack(view: LegstrongView, path: Path) -> Ask | None:
    """For owners with riders in the peloton: all at once, or one after the other."""
    return put_to(view, attack_plan, path)


def do_attack(state: State, move: Move, dice: Dice) -> list[Event]:
    """A sealed order waits for the others'; an open one is carried out."""
    if state.table.options["attacks"] == "sealed":
        events, plans = seal(state, move, attack_plan)
        return events if plans is None else [*events, *_resolve(state, plans, dice)]
    seat = state.asked[0]
    plan = checked(move, attack_plan)
    state.stage = ""
    events = _launch(state, seat, plan, dice)
    ground = attack_ground(state.road)
    again = plan.risky and any(could_attack(ground, rider) for rider in attackers(state.road, seat))
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
    data: dict[str, Value] = {
        "seat": seat,
        "riders": [order.rider for order in plan.orders],
        "rows": [order.rows for order in plan.orders],
        "bottles": [len(order.bottles) for order in plan.orders],
        "hex": plan.bound,
        "hold": plan.verdict.hold if plan.verdict else PASS,
    }
    events = [Event("ordered", None, data), *declare(state, seat, plan.bound)]
    if plan.verdict and has_wishes(state.table):
        events += note(state, seat, plan.verdict.hold)
    for order in plan.orders:
        events += carry_out(state, order, "attack", dice)
    return events


# --- chase and token


def chase_verdict(view: LegstrongView) -> Questions[Verdict]:
    """Chase or not, and what becomes of the token.

    Ruling to L13e: in a sealed attack "only if none of mine is ahead" is no answer of its own. An owner knows then
    which of their riders are ahead or attack.
    """
    chase = (yield OneOf("chase", (NO, YES))) if view.viewer == pursuer(view.road, view.token, view.pursuits) else ""
    hold = (yield from ask_wish(view)) if has_wishes(view.table) else PASS
    return Verdict(chase, hold)


def ask_chase(view: LegstrongView, path: Path) -> Ask | None:
    """For the owner who decides, while someone is ahead."""
    return put_to(view, chase_verdict, path)


def do_chase(state: State, move: Move, dice: Dice) -> list[Event]:
    """The peloton will chase, or not."""
    seat = state.asked[0]
    verdict = checked(move, chase_verdict)
    state.asked, state.stage = (), ""
    wished = note(state, seat, verdict.hold) if has_wishes(state.table) else []
    return [*wished, *_pronounce(state, seat, verdict)]


def _pronounce(state: State, seat: Seat, verdict: Verdict) -> list[Event]:
    """The decision is announced where there is someone to chase."""
    if not (verdict.chase and rivals_ahead(state.road)):
        return []
    state.chase = verdict.chase
    if state.chase == YES:
        state.pursuits = spent(state.pursuits, seat)
    return [Event("chase", None, {"seat": seat, "chase": state.chase, "left": state.pursuits[seat]})]


def has_ahead(road: AnyRoad, seat: Seat | None) -> bool:
    """Whether the owner has a rider on the road ahead of the peloton."""
    return any(rider.place == ON_ROAD and rider.row > road.peloton and rider.seat == seat for rider in road.riders)
