"""The few answers on the road that are worth a thought, the policy's own first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from engines.legstrong.attacks import NO, YES, Plan, Verdict
from engines.legstrong.hold import KEEP
from engines.legstrong.outside import Rides
from engines.legstrong.questions import Order, drinks
from engines.legstrong.riding import attack_ground, attacker, lengths, on_road, rivals_ahead
from engines.legstrong.sprint import most_bid
from engines.legstrong.state import INSIDE
from engines.table import Seat
from opponents.legstrong.bids import best_bids
from opponents.legstrong.fast.answers import Tried, start_of
from opponents.legstrong.fast.position import Position, Racer
from opponents.legstrong.policy import Mind, RoadAnswer, attacks, decide, energy_price, plan_of, ride_orders, sprint_of

FAR = 52  # rows to the line beyond which attacks aren't tried
NEAR = 26  # rows to the line within which an attack against all odds is tried, and a chase of attacks to come
LENGTHS = 6  # of one rider's move that are tried


def candidates(p: Position, seat: Seat, mind: Mind) -> list[RoadAnswer]:
    """The policy's answer, then others; the road is as the seat sees it."""
    first = decide(p, seat, mind)
    return list(dict.fromkeys([first, *OTHERS[p.stage](p, seat, mind)]))


def _rides(p: Position, seat: Seat, mind: Mind) -> Iterable[RoadAnswer]:
    """Other lengths for the first rider who is due."""
    racer = p.find(p.due[0])
    [default, *_] = ride_orders(p, seat, mind)
    start = start_of(partial(on_road, p, racer), racer)
    offered = sorted(lengths(start).values(), key=lambda length: abs(length.rows - default.rows))
    for length in offered[: LENGTHS + 1]:
        yield Rides(0, tuple(ride_orders(p, seat, mind, Order(racer.id, length.rows, ()))))


def _plans(p: Position, seat: Seat, mind: Mind) -> Iterable[RoadAnswer]:
    """No one, each rider at the best pace and all out, the two best together; and the other verdicts."""
    if p.course.rows - p.peloton > FAR:
        return
    default = decide(p, seat, mind)
    assert isinstance(default, Plan)
    orders = [order for _, order in sorted(attacks(p, seat, mind), key=lambda attack: -attack[0])]
    yield plan_of(p, seat, (), mind)
    for order in orders:
        yield plan_of(p, seat, (order,), mind)
    for order in [*orders[:2], *_against_hope(p, seat, {order.rider for order in orders})]:
        if (longest := _all_out(p, p.find(order.rider))) and longest.rows >= order.rows:
            yield plan_of(p, seat, (longest,), mind)
    if len(orders) > 1 and _leaves_room(p, orders[0], orders[1]):
        yield plan_of(p, seat, (orders[0], orders[1]), mind)
    if default.verdict:
        if default.verdict.chase and (rivals_ahead(p) or p.course.rows - p.peloton <= NEAR):
            other = NO if default.verdict.chase == YES else YES
            yield default._replace(verdict=default.verdict._replace(chase=other))
        if p.wished:
            yield default._replace(verdict=default.verdict._replace(hold=KEEP))


def _leaves_room(p: Position, first: Order, second: Order) -> bool:
    """Whether the second attack is offered after the first: in the open it may have filled a row."""
    if p.sealed:
        return True
    racer, other = p.find(first.rider), p.find(second.rider)
    start = start_of(partial(attacker, p, attack_ground(p), racer), racer)
    with Tried(p, racer, "attack", start, lengths(start)[str(first.rows)]):
        after = start_of(partial(attacker, p, attack_ground(p), other), other)
        return str(second.rows) in lengths(after)


def _against_hope(p: Position, seat: Seat, others: set[str]) -> Iterable[Order]:
    """Riders who would be caught, but for others who attack at the same time: then no one may chase."""
    if p.course.rows - p.peloton <= NEAR:
        mine = [racer for racer in p.riders if racer.seat == seat and racer.place == INSIDE and racer.id not in others]
        fresh = [racer for racer in mine if racer.puncture != p.turn]
        yield from (Order(racer.id, 0, ()) for racer in fresh)


def _all_out(p: Position, racer: Racer) -> Order | None:
    """The rider's longest attack without a risk."""
    start = start_of(partial(attacker, p, attack_ground(p, p.sealed), racer), racer)
    offered = [length.rows for length in lengths(start).values() if not length.risk]
    return Order(racer.id, offered[-1], ()) if offered else None


def _verdicts(p: Position, seat: Seat, mind: Mind) -> Iterable[RoadAnswer]:
    for chase in (YES, NO):
        yield Verdict(chase, KEEP if p.wished and p.wishes[seat] == KEEP else "pass")


def _finales(p: Position, seat: Seat, mind: Mind) -> Iterable[RoadAnswer]:
    """Nothing, and every bid of each rider."""
    default = sprint_of(p, seat, best_bids(p, seat, mind.depth, energy_price(p, mind)))
    rows = {bid.rider: bid.rows for bid in default.bids}
    yield sprint_of(p, seat, {})
    for bid in default.bids:
        most = most_bid(p.find(bid.rider).energy + drinks(bid.bottles))
        yield from (sprint_of(p, seat, {**rows, bid.rider: other}) for other in range(most + 1))


OTHERS: dict[str, Callable[[Position, Seat, Mind], Iterable[RoadAnswer]]] = {
    "ride": _rides,
    "attack": _plans,
    "chase": _verdicts,
    "sprint": _finales,
}
