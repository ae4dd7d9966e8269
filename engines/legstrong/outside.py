"""Riders outside the peloton: the question to their owner, their moves, feed zones, summits and the line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import NamedTuple, TypeVar

from engines.legstrong.config import CONFIG, DIE
from engines.legstrong.course import Summit
from engines.legstrong.promise import BIND, ask_hex, can_promise_early, declare
from engines.legstrong.questions import Order, Questions, ask_way, checked, drinks, needed, own_bottles, put_to, without
from engines.legstrong.riding import Choice, attack_ground, attacker, failed, lengths, moved, on_road, outcome, put
from engines.legstrong.roads import AnyRider, AnyRoad
from engines.legstrong.state import (
    HOME,
    INSIDE,
    Bottle,
    Crossing,
    LegstrongView,
    Rider,
    Road,
    State,
    Won,
    drink_of,
    find,
    full_pile,
)
from engines.table import Ask, Dice, Event, Move, Path, Value

R = TypeVar("R", bound=AnyRider)


class Rides(NamedTuple):
    """Moves of an owner's riders outside, and the hex until which the owner promises to stay inside (0: none)."""

    bound: int
    orders: tuple[Order, ...]


def ride_orders(view: LegstrongView) -> Questions[Rides]:
    """A move for each of the viewer's riders who follow one another, up to the first that the event die decides.

    Before the first length they may promise to stay inside until the hex that is returned, else 0 (L13g).
    """
    road, mine = view.road, _due(view)
    bound, orders = 0, list[Order]()
    for number, rider in enumerate(mine, 1):
        about, place = f"ride.{rider.id}", partial(on_road, road, rider)
        offered = lengths(place(rider.energy, drinks(own_bottles(view, rider))))
        # Where there is one length only, no one is waited for because of the promise
        promise = number == 1 and len(offered) > 1 and can_promise_early(view)
        way = yield from ask_way(view, rider, about, place, (BIND,) if promise else ())
        if way.step == BIND:
            bound = yield from ask_hex(view)
            way = yield from ask_way(view, rider, about, place)
        orders.append(Order(rider.id, way.length.rows, way.bottles))
        if way.length.risk or number == len(mine):
            break
        road = moved(road, rider, view.phase, way.start, outcome(way.start, way.length.rows))
    return Rides(bound, tuple(orders))


def _due(view: LegstrongView) -> list[Rider]:
    """The viewer's riders who are due before anyone else's."""
    mine: list[Rider] = []
    for rider_id in view.due:
        rider = find(view.road, rider_id)
        if rider.seat != view.viewer:
            break
        mine.append(rider)
    return mine


def ask_ride(view: LegstrongView, path: Path) -> Ask | None:
    """For the owner of the rider who is due."""
    return put_to(view, ride_orders, path)


def do_ride(state: State, move: Move, dice: Dice) -> list[Event]:
    """The owner's promise is announced and their riders move, one after the other."""
    bound, orders = checked(move, ride_orders)
    events = declare(state, state.asked[0], bound)
    state.due, state.stage = state.due[len(orders) :], ""
    for order in orders:
        events += carry_out(state, order, state.phase, dice)
    return events


def carry_out(state: State, order: Order, how: str, dice: Dice) -> list[Event]:
    """One rider's move: bottles, the event die where there is a risk, the way and what it reaches.

    Ruling to L18: bottles without an order are opened where the price, or the stake of a risk, needs them.
    """
    events = drink(state, order.rider, order.bottles)
    road, rider = state.road, find(state.road, order.rider)
    if how == "attack":
        start = attacker(road, attack_ground(road), rider, rider.energy)
    else:
        start = on_road(road, rider, rider.energy)
    choice = outcome(start, order.rows)
    if choice.stake > rider.energy:
        events += drink(state, rider.id, needed(bottles_of(state, rider.id), choice.stake - rider.energy))
        road, rider = state.road, find(state.road, rider.id)
        start = start._replace(energy=rider.energy)
    if choice.risk:
        rider, choice, risked = _risk(state, rider, choice, dice)
        events.append(risked)
    state.road = moved(state.road, rider, how, start, choice)
    rider = find(state.road, rider.id)
    rode: dict[str, Value] = {
        **{"rider": rider.id, "seat": rider.seat, "how": how},
        **{"start": start.row, "row": rider.row, "rows": rider.row - start.row},
        **{"price": choice.price, "gain": choice.gain, "slip": int(choice.slip), "energy": rider.energy},
    }
    return [*events, Event("rode", None, rode), *reach(state, rider, dice), *_arrive(state, rider)]


def _risk(state: State, rider: Rider, choice: Choice, dice: Dice) -> tuple[Rider, Choice, Event]:
    """The event die: whatever it shows, the next risk is harder (L15); a fall costs the next turn too (L17)."""
    turn = state.road.turn
    [die] = dice.roll(f"risk.{state.leg}.{turn}.{rider.id}", DIE)
    passed = die > choice.above
    rests = turn + 1 if choice.risk == "fall" and not passed else rider.rests
    rider = replace(rider, crosses=rider.crosses + 1, rests=rests)
    data = {**who(rider), "risk": choice.risk, "above": choice.above, "die": die, "passed": int(passed)}
    return rider, choice if passed else failed(choice), Event("risk", None, data)


def _arrive(state: State, rider: Rider) -> list[Event]:
    """Home (L20) or back in the peloton (L13).

    Ruling to L18 and L24: a rider who comes home drinks what would be lost, where it goes into another leg.
    """
    road = state.road
    if rider.place == HOME:
        drinks = drinks_at_home(rider, state.leg, len(state.courses))
        events = drink(state, rider.id, bottles_of(state, rider.id)) if drinks else []
        # L20: with the peloton home, every rider comes behind it
        group = 2 if road.peloton > road.course.rows else 0
        state.line = (*state.line, Crossing(road.turn, group, -rider.row, rider.arrival, rider.id))
        over = rider.row - road.course.rows
        return [*events, Event("home", None, {**who(rider), "turn": road.turn, "over": over})]
    if rider.place == INSIDE:
        return [Event("rejoined", None, {**who(rider), "row": rider.row})]
    return []


def drinks_at_home(rider: AnyRider, leg: int, legs: int) -> bool:
    """Whether what is in the rider's bottles can go into the next leg (L24)."""
    return leg < legs and rider.energy < CONFIG.kept


def bottles_of(state: State, rider_id: str) -> tuple[str, ...]:
    """The bottles that the rider holds."""
    return tuple(bottle.id for bottle in state.bottles if bottle.rider == rider_id)


def drink(state: State, rider_id: str, bottles: tuple[str, ...]) -> list[Event]:
    """The bottles are opened for all to see.

    Ruling to L18: a bottle may lift a rider above the energy that they started with.
    """
    events: list[Event] = []
    for bottle in bottles:
        rider, value = find(state.road, rider_id), drink_of(bottle)
        change(state, replace(rider, energy=rider.energy + value, tiles=rider.tiles - 1))
        events.append(Event("drank", None, {**who(rider), "value": value, "energy": rider.energy + value}))
    if bottles:
        state.bottles = without(state.bottles, bottles)
        state.cashed = tuple(sorted([*state.cashed, *bottles]))
    return events


def reach(state: State, rider: Rider, dice: Dice) -> list[Event]:
    """Feed zones and summits that a rider outside has come to."""
    events, seconds = feed(state, rider, dice), CONFIG.summit_seconds
    for summit in open_summits(state.road, rider, rider.row):
        events += claim(state, rider, summit, seconds)
    return events


def feed(state: State, rider: Rider, dice: Dice) -> list[Event]:
    """A bottle from every feed zone that the rider reaches for the first time; its value is secret (L18)."""
    events: list[Event] = []
    while is_fed(state.road, rider):
        row = state.road.course.feeds[rider.fed]
        bottle = _draw(state, rider, dice)
        rider = replace(rider, fed=rider.fed + 1, tiles=rider.tiles + bool(bottle))
        change(state, rider)
        events.append(Event("fed", None, {**who(rider), "row": row, "tile": int(bool(bottle))}))
        if bottle:
            events.append(Event("bottle", frozenset({rider.seat}), {**who(rider), "value": drink_of(bottle)}))
    return events


def is_fed(road: AnyRoad, rider: AnyRider) -> bool:
    """Whether the rider has come to a feed zone and not yet been given a bottle there."""
    feeds = road.course.feeds
    return rider.fed < len(feeds) and feeds[rider.fed] <= rider.row


def _draw(state: State, rider: Rider, dice: Dice) -> str:
    """A bottle of the rider's colour; the drunk ones go back where none is left, and "" if that doesn't help (L18b)."""
    pile = _pile(state, rider.type)
    if not pile:
        state.cashed = tuple(bottle for bottle in state.cashed if bottle not in full_pile(rider.type))
        pile = _pile(state, rider.type)
    if not pile:
        return ""
    [pip] = dice.roll(f"bottle.{state.leg}.{state.road.turn}.{rider.id}", len(pile))
    drawn = Bottle(pile[pip - 1], rider.id)
    state.bottles = tuple(sorted([*state.bottles, drawn], key=attrgetter("id")))
    return drawn.id


def _pile(state: State, kind: str) -> list[str]:
    gone = {*state.cashed, *(bottle.id for bottle in state.bottles)}
    return [bottle for bottle in full_pile(kind) if bottle not in gone]


def open_summits(road: AnyRoad, rider: AnyRider, row: int) -> list[Summit]:
    """Summits up to a row that the rider hasn't been on; that of the finish is decided by the result (L19)."""
    return [
        summit for summit in road.course.summits[rider.climbed :] if summit.row <= row and summit.row < road.course.rows
    ]


def claim(state: State, rider: Rider, summit: Summit, seconds: int) -> list[Event]:
    """The rider is on the summit: the next place there, if there are points left for it (L19)."""
    rider = find(state.road, rider.id)
    change(state, replace(rider, climbed=rider.climbed + 1))
    points = CONFIG.summit[summit.category]
    place = 1 + sum(won.summit == summit.row for won in state.won)
    if place > len(points):
        return []
    won = Won(rider.id, summit.row, place, points[place - 1], seconds if place == 1 else 0)
    state.won = (*state.won, won)
    data = {"row": won.summit, "category": summit.category, "place": place, "points": won.points}
    return [Event("summit", None, {**who(rider), **data, "seconds": won.seconds})]


def change(state: State, rider: Rider) -> None:
    """Replace the rider in the leg by this new value."""
    road = state.road
    state.road = Road(road.course, road.turn, road.peloton, put(road.riders, rider), road.rides, road.arrivals)


def race_order(riders: Iterable[R], turn: int) -> list[R]:
    """The furthest first, then riders who came to the row earlier (L13).

    L13: a rider who had a puncture outside in the turn before is last; one put behind for a puncture inside is not.
    """

    def key(rider: R) -> tuple[bool, int, int]:
        late = 0 < rider.puncture == turn - 1 and rider.dropped != turn - 1
        return late, -rider.row, rider.arrival

    return sorted(riders, key=key)


def who(rider: Rider) -> dict[str, str | int]:
    """The rider and their owner, as every event names them."""
    return {"rider": rider.id, "seat": rider.seat}
