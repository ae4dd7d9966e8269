"""The few answers on the road that are worth a thought, the policy's own first."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engines.legstrong.attacks import NO, UNLESS, YES, Plan, Verdict
from engines.legstrong.hold import KEEP
from engines.legstrong.outside import Rides
from engines.legstrong.position import Position
from engines.legstrong.questions import Order, drinks
from engines.legstrong.riding import attack_ground, attacker, lengths, on_road, rivals_ahead
from engines.table import Seat
from opponents.legstrong.policy import Mind, RoadAnswer, attacks, decide, plan_of, ride_orders, sprint_of

FAR = 52  # rows to the line beyond which attacks aren't tried
LENGTHS = 6  # of one rider's move that are tried


def candidates(p: Position, seat: Seat, mind: Mind) -> list[RoadAnswer]:
    """The policy's answer, then others; the road is as the seat sees it."""
    first = decide(p, seat, mind)
    return list(dict.fromkeys([first, *OTHERS[p.stage](p, seat, mind)]))


def _rides(p: Position, seat: Seat, mind: Mind) -> Iterable[RoadAnswer]:
    """Other lengths for the first rider who is due, with all bottles drunk."""
    racer = p.find(p.due[0])
    [usual, *_] = ride_orders(p, seat, mind)
    start = on_road(p.config, p, racer, racer.energy + drinks(usual.bottles))
    offered = sorted(lengths(start).values(), key=lambda one: abs(one.rows - usual.rows))
    for length in offered[: LENGTHS + 1]:
        yield Rides(0, tuple(ride_orders(p, seat, mind, Order(racer.id, length.rows, usual.bottles))))


def _plans(p: Position, seat: Seat, mind: Mind) -> Iterable[RoadAnswer]:
    """Nobody, each rider at the best pace and all out, the two best together; and the other verdicts."""
    if p.course.rows - p.peloton > FAR:
        return
    usual = decide(p, seat, mind)
    assert isinstance(usual, Plan)
    found = [order for _, order in sorted(attacks(p, seat, mind), key=lambda one: -one[0])]
    yield plan_of(p, seat, (), mind)
    for order in found:
        yield plan_of(p, seat, (order,), mind)
    ground = attack_ground(p.config, p, p.sealed)
    for order in found[:2]:
        racer = p.find(order.rider)
        start = attacker(p, ground, racer, racer.energy + drinks(order.bottles))
        offered = [one for one in lengths(start).values() if not one.risk]
        if offered and offered[-1].rows > order.rows:
            yield plan_of(p, seat, (Order(order.rider, offered[-1].rows, order.bottles),), mind)
    if len(found) > 1:
        yield plan_of(p, seat, (found[0], found[1]), mind)
    if usual.verdict:
        if usual.verdict.chase == UNLESS and rivals_ahead(p):
            yield from (usual._replace(verdict=usual.verdict._replace(chase=way)) for way in (NO, YES))
        if p.wished:
            yield usual._replace(verdict=usual.verdict._replace(hold=KEEP))


def _verdicts(p: Position, seat: Seat, mind: Mind) -> Iterable[RoadAnswer]:
    for chase in (YES, NO):
        yield Verdict(chase, KEEP if p.wished and p.wishes[seat] == KEEP else "pass")


def _finales(p: Position, seat: Seat, mind: Mind) -> Iterable[RoadAnswer]:
    """Everything for one rider or for all, or nothing."""
    usual = sprint_of(p, seat, {})
    riders = [bid.rider for bid in usual.bids]
    for rider in riders:
        yield sprint_of(p, seat, {rider: 0})
    yield sprint_of(p, seat, dict.fromkeys(riders, 0))


OTHERS: dict[str, Callable[[Position, Seat, Mind], Iterable[RoadAnswer]]] = {
    "ride": _rides,
    "attack": _plans,
    "chase": _verdicts,
    "sprint": _finales,
}
