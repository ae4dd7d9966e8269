"""The peloton's move: die, absorption, feed and summits, the price, riders put behind it (phase 4 of L13)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engines.legstrong.attacks import YES, finale, inside
from engines.legstrong.config import CONFIG, DIE
from engines.legstrong.course import terrain
from engines.legstrong.outside import bottles_of, change, claim, drink, feed, is_fed, open_summits, race_order, who
from engines.legstrong.questions import clockwise, needed
from engines.legstrong.results import gc_key
from engines.legstrong.riding import crowded
from engines.legstrong.state import INSIDE, ON_ROAD, TYPES, Rider, State, find
from engines.table import Dice, Event

SUMMIT_ORDER = ("climber", "leader", "rouleur")  # L19


def ride_on(state: State, dice: Dice) -> list[Event]:
    """The whole of phase 4, in the order of L13h."""
    road = state.road
    ground = terrain(road.course, road.peloton)
    punctured = [rider.id for rider in inside(road) if rider.puncture == road.turn]
    # L14, L14a: without riders it rides too, but never chases
    chase = CONFIG.chase[ground] if state.chase == YES and inside(road) else 0
    further = finale(road)
    [fell] = dice.roll(f"peloton.{state.leg}.{road.turn}", DIE)
    pips = CONFIG.pips[fell - 1]
    row = road.peloton + max(1, pips + CONFIG.peloton[ground] + chase + further)
    data = {"pips": pips, "start": road.peloton, "row": row, "chase": int(chase > 0), "finale": int(further > 0)}
    events = [Event("peloton", None, data), *_absorb(state, row)]
    riders = tuple([_brought(rider, row) if rider.place == INSIDE else rider for rider in state.road.riders])
    state.road = replace(state.road, riders=riders)
    for rider in marshalled(state, [rider for rider in inside(state.road) if is_fed(state.road, rider)]):
        events += feed(state, rider, dice)
    events += _summits(state)
    events += _price(state, ground)
    still_inside = [find(state.road, rider) for rider in punctured]
    for rider in marshalled(state, [rider for rider in still_inside if rider.place == INSIDE]):
        events.append(_put_behind(state, rider, "puncture"))
    return events


def _brought(rider: Rider, row: int) -> Rider:
    return rider.at(INSIDE, row, rider.arrival, rider.energy)


def marshalled(state: State, riders: Iterable[Rider]) -> list[Rider]:
    """Clockwise from the token holder; leader, rouleur, climber (L13h)."""
    order = clockwise(state.table.seats, state.token)
    return sorted(riders, key=lambda rider: (order.index(rider.seat), TYPES.index(rider.type), rider.team))


def _absorb(state: State, row: int) -> list[Event]:
    """The riders ahead that the peloton reaches or passes come inside, but not those who fell this turn (L13, L13i)."""
    road = state.road
    reached = [
        rider
        for rider in road.riders
        if rider.place == ON_ROAD and road.peloton < rider.row <= row and rider.rests != road.turn + 1
    ]
    state.road = replace(road, peloton=row)
    events: list[Event] = []
    for rider in race_order(reached, road.turn):
        change(state, _brought(rider, row))
        events.append(Event("absorbed", None, {**who(rider), "row": row}))
    return events


def _summits(state: State) -> list[Event]:
    """Places left at the summits that the peloton has come to go to its climbers, leaders, rouleurs (L19)."""
    there = [rider for rider in inside(state.road) if open_summits(state.road, rider, rider.row)]
    if not there:
        return []
    order = clockwise(state.table.seats, state.token)
    standing = {score.rider: gc_key(score) for score in state.scores}

    def rank(rider: Rider) -> tuple[object, ...]:
        return SUMMIT_ORDER.index(rider.type), order.index(rider.seat), standing[rider.id]

    events: list[Event] = []
    for rider in sorted(there, key=rank):
        for summit in open_summits(state.road, rider, rider.row):
            events += claim(state, rider, summit, 0)
    return events


def _price(state: State, ground: str) -> list[Event]:
    """Riders inside or absorbed pay for the ground; one who can't is put behind and keeps their energy (L13)."""
    events: list[Event] = []
    paid: list[tuple[str, int]] = []
    unpaid: list[str] = []
    shares = CONFIG.shares
    prices = {kind: shares[kind][ground] for kind in shares if ground in shares[kind]}
    for rider in marshalled(state, [rider for rider in inside(state.road) if rider.type in prices]):
        price = prices[rider.type]
        if price > rider.energy:
            events += drink(state, rider.id, needed(bottles_of(state, rider.id), price - rider.energy))
        payer = find(state.road, rider.id)
        if price > payer.energy:
            unpaid.append(rider.id)
        elif price:
            change(state, payer.at(INSIDE, payer.row, payer.arrival, payer.energy - price))
            paid.append((rider.id, price))
    if paid:
        riders, shares = zip(*paid, strict=True)
        events.append(Event("paid", None, {"riders": riders, "prices": shares}))
    return events + [_put_behind(state, find(state.road, rider), "price") for rider in unpaid]


def _put_behind(state: State, rider: Rider, why: str) -> Event:
    """To the row behind the peloton, further back where that is full; at the finish to the last row (L13, L20a)."""
    road = state.road
    if road.peloton > road.course.rows:
        row = road.course.rows
    else:
        full, row = crowded(road, 0), road.peloton - 1
        while row in full:  # Ruling: at the start line there is room for all
            row -= 1
    arrival = road.arrivals + 1
    state.road = replace(road, arrivals=arrival)
    change(state, replace(rider, place=ON_ROAD, row=row, arrival=arrival, dropped=road.turn))
    return Event("dropped", None, {**who(rider), "row": row, "why": why})
