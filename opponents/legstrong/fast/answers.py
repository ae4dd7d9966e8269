"""Every answer of an owner while riders are on the road, or one by lot, without a question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias

from engines.legstrong.attacks import NO, YES, Plan, Verdict, decider, has_choice, pursuer
from engines.legstrong.hold import KEEP, PASS
from engines.legstrong.outside import Rides
from engines.legstrong.promise import can_promise, hexes_to_come
from engines.legstrong.questions import Order, bottle_ways, drinks
from engines.legstrong.riding import (
    Ground,
    Length,
    Start,
    attack_ground,
    attacker,
    gain_of,
    least_stake,
    lengths,
    on_road,
)
from engines.legstrong.sprint import EASY, HARD, Bid, Finale, most_bid
from engines.legstrong.state import INSIDE, ON_ROAD
from engines.table import Seat
from opponents.legstrong.fast.position import Position, Racer
from opponents.legstrong.fast.quick_moves import go

Draw: TypeAlias = Callable[[Sequence[Any]], Sequence[Any]]  # which of the options are gone through


def _demanded(racer: Racer) -> list[tuple[str, ...]]:
    """The bottles that the owner may ask for: none, or some on demand."""
    return [(), *bottle_ways(racer.bottles).values()]


def start_of(place: Callable[[int, int], Start], racer: Racer, bottles: tuple[str, ...] = ()) -> Start:
    """Where a move begins after some bottles have been drunk on demand."""
    drunk = drinks(bottles)
    return place(racer.energy + drunk, drinks(racer.bottles) - drunk)


# --- riders outside


def rides(p: Position, seat: Seat, draw: Draw) -> Iterator[Rides]:
    """Moves of the owner's riders who follow one another, and a promise."""
    mine: list[Racer] = []
    for rider_id in p.due:
        racer = p.find(rider_id)
        if racer.seat != seat:
            break
        mine.append(racer)
    early = (
        not p.declared[seat]
        and can_promise(p)
        and any(racer.seat == seat and racer.place == INSIDE for racer in p.riders)
    )
    return _rides(p, mine, early, draw)


def _rides(p: Position, mine: list[Racer], early: bool, draw: Draw) -> Iterator[Rides]:
    racer, rest = mine[0], mine[1:]
    place = partial(on_road, p, racer)
    early = early and len(lengths(start_of(place, racer))) > 1
    for bottles in draw(_demanded(racer)):
        start = start_of(place, racer, bottles)
        offered = list(lengths(start).values())
        bounds = [0, *hexes_to_come(p)] if early else [0]
        for length in draw(offered):
            order = Order(racer.id, length.rows, bottles)
            if length.risk or not rest:
                for bound in draw(bounds):
                    yield Rides(bound, (order,))
                continue
            with Tried(p, racer, p.phase, start, length):
                for further in _rides(p, rest, False, draw):
                    for bound in draw(bounds):
                        yield Rides(bound, (order, *further.orders))


class Tried:
    """A move on the way to an answer, which is taken back."""

    def __init__(self, p: Position, racer: Racer, how: str, start: Start, length: Length) -> None:
        self.p, self.racer, self.how, self.start, self.length = p, racer, how, start, length

    def __enter__(self) -> None:
        p, racer, length = self.p, self.racer, self.length
        self.was = racer.place, racer.row, racer.arrival, racer.energy
        go(p, racer, self.how, self.start, steps=length.steps, price=length.price, gain=gain_of(self.start, length))

    def __exit__(self, *_: object) -> None:
        p, racer = self.p, self.racer
        racer.place, racer.row, racer.arrival, racer.energy = self.was
        p.rides.pop()
        p.arrivals -= 1


# --- attacks


def plans(p: Position, seat: Seat, draw: Draw) -> Iterator[Plan]:
    """Stay, promise to stay, or attacks in any order; then what the owner decides about chase and token."""
    mine = [racer for racer in p.riders if racer.seat == seat and racer.place == INSIDE and racer.puncture != p.turn]
    ground = attack_ground(p, p.sealed)
    decides = (p.sealed or p.wished) and seat == decider(p, p.token, p.seats)
    ways = [None, *_able(ground, mine), *([True] if can_promise(p) else [])]
    for way in draw(ways):
        if isinstance(way, Racer):
            for orders, risky in _attacks(p, ground, way, mine, draw):
                for verdict in _verdicts(p, seat, orders, draw, decides=decides, acts=True):
                    yield Plan(orders, 0, verdict, risky)
        else:
            for bound in draw(hexes_to_come(p)) if way else (0,):
                for verdict in _verdicts(p, seat, (), draw, decides=decides, acts=bool(way)):
                    yield Plan((), bound, verdict, False)


def _able(ground: Ground, racers: Sequence[Racer]) -> list[Racer]:
    return [racer for racer in racers if racer.energy + drinks(racer.bottles) >= least_stake(ground, racer)]


def _attacks(
    p: Position, ground: Ground, racer: Racer, mine: Sequence[Racer], draw: Draw
) -> Iterator[tuple[tuple[Order, ...], bool]]:
    """An attack of the rider and all that the owner may order after it."""
    rest = [other for other in mine if other is not racer]
    for bottles in draw(_demanded(racer)):
        start = start_of(partial(attacker, p, ground, racer), racer, bottles)
        for length in draw(list(lengths(start).values())):
            order = Order(racer.id, length.rows, bottles)
            if p.sealed:
                yield from _more(p, ground, order, rest, draw)
            elif length.risk:
                yield (order,), True
            else:
                with Tried(p, racer, "attack", start, length):
                    yield from _more(p, attack_ground(p), order, rest, draw)


def _more(
    p: Position, ground: Ground, order: Order, rest: Sequence[Racer], draw: Draw
) -> Iterator[tuple[tuple[Order, ...], bool]]:
    for racer in draw([None, *_able(ground, rest)]):
        if racer is None:
            yield (order,), False
        else:
            for orders, risky in _attacks(p, ground, racer, rest, draw):
                yield (order, *orders), risky


def _verdicts(
    p: Position, seat: Seat, orders: tuple[Order, ...], draw: Draw, *, decides: bool, acts: bool
) -> Iterator[Verdict | None]:
    """None for an owner who isn't asked; `acts` says that they do more than stay."""
    if not decides or not (p.sealed or acts or has_choice(p, seat, p.cashed)):
        yield None
    elif p.sealed:
        asked = seat == pursuer(p, p.token, p.pursuits)
        yield from _pronounced(p, (NO, YES) if asked else ("",), draw)
    else:
        for wish in draw((PASS, KEEP)):
            yield Verdict("", wish)


# --- chase and sprint


def verdicts(p: Position, seat: Seat, draw: Draw) -> Iterator[Verdict]:
    """Chase or not, and what becomes of the token."""
    return _pronounced(p, (NO, YES), draw)


def _pronounced(p: Position, ways: Sequence[str], draw: Draw) -> Iterator[Verdict]:
    for chase in draw(ways):
        for hold in draw((PASS, KEEP) if p.wished else (PASS,)):
            yield Verdict(chase, hold)


def finales(p: Position, seat: Seat, draw: Draw) -> Iterator[Finale]:
    """A bid for each of the owner's riders in the peloton, and how the others come home."""
    mine = [racer for racer in p.riders if racer.seat == seat]
    out = any(racer.place == ON_ROAD for racer in mine)
    for bids in _bids(p, [racer for racer in mine if racer.place == INSIDE], draw):
        for late in draw((EASY, HARD)) if out else ("",):
            yield Finale(bids, late)


def _bids(p: Position, racers: Sequence[Racer], draw: Draw) -> Iterator[tuple[Bid, ...]]:
    if not racers:
        yield ()
        return
    racer = racers[0]
    for rows in draw(range(most_bid(racer.energy + drinks(racer.bottles)) + 1)):
        for further in _bids(p, racers[1:], draw):
            yield (Bid(racer.id, rows, racer.bottles), *further)
