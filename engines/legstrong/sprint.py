"""The bunch sprint, and the riders who come in after the peloton (L20-L22)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from engines.legstrong.attacks import inside
from engines.legstrong.config import CONFIG, DIE
from engines.legstrong.course import terrain
from engines.legstrong.outside import bottles_of, carry_out, change, drink, drinks_at_home, race_order, who
from engines.legstrong.punctures import roll_punctures, starters
from engines.legstrong.questions import OneOf, Order, Questions, clockwise, drinks, own_bottles, put_to
from engines.legstrong.reasons import sprint_won
from engines.legstrong.results import ranked
from engines.legstrong.riding import lengths, on_road
from engines.legstrong.roads import AnyRider, AnyRoad
from engines.legstrong.sealed import seal
from engines.legstrong.state import HOME, ON_ROAD, Crossing, LegstrongView, State, find, keep_history
from engines.table import TURN, Amount, Ask, Dice, Event, Move, Path, Seat

TWO = 2
EASY, HARD = "easy", "hard"
ROLL, SEVERAL = "roll", "several"  # beside the riders: no one sprints, or more than one rider


class Bid(NamedTuple):
    """A rider's extra rows in the bunch sprint, and the bottles that they hold."""

    rider: str
    rows: int
    bottles: tuple[str, ...]


class Finale(NamedTuple):
    """An owner's bids, and how their riders who are still out come home: EASY, HARD, or "" without any."""

    bids: tuple[Bid, ...]
    late: str


def sprinters(road: AnyRoad, seats: int, token: Seat) -> tuple[Seat, ...]:
    """The owners who are asked when the peloton is home: with riders in it, or still out (L21, L22a)."""
    owners = {rider.seat for rider in road.riders if rider.place != HOME}
    return tuple(seat for seat in clockwise(seats, token) if seat in owners)


def sprint_bids(view: LegstrongView) -> Questions[Finale]:
    """A bid for each of the viewer's riders in the peloton, and how the others come home.

    Ruling to L18: riders who bid drink all their bottles, since what is left in them is lost after the sprint.
    """
    riders = inside(view.road, view.viewer)
    bottles = {rider.id: own_bottles(view, rider) for rider in riders}
    most = {rider.id: most_bid(rider.energy + drinks(bottles[rider.id])) for rider in riders}
    rows = yield from _bid_rows(most)
    bids = [Bid(rider, rows.get(rider, 0), bottles[rider]) for rider in most]
    late = ""
    if any(rider.place == ON_ROAD and rider.seat == view.viewer for rider in view.road.riders):
        late = yield OneOf("late", (EASY, HARD))
    return Finale(tuple(bids), late)


def _bid_rows(most: Mapping[str, int]) -> Questions[dict[str, int]]:
    """The rows of the riders who sprint: of one alone, of one of several, or of more than one of them."""
    able = [rider for rider, rows in most.items() if rows]
    if len(most) == 1:
        [rider] = most
        return {rider: int((yield Amount(f"bid.{rider}", 0, most[rider])))}
    if not most:
        return {}
    step = yield OneOf("sprint", (*able, ROLL, *([SEVERAL] if len(able) > 1 else [])))
    if step == ROLL:
        return {}
    if step != SEVERAL:
        return {step: int((yield Amount(f"bid.{step}", 1, most[step])))}
    rows: dict[str, int] = {}
    for place, rider in enumerate(able):
        left, bidding = len(able) - place, sum(count > 0 for count in rows.values())
        rows[rider] = int((yield Amount(f"bid.{rider}", least_bid(left, bidding), most[rider])))
    return rows


def least_bid(left: int, bidding: int) -> int:
    """The fewest rows of the next of several riders: at least two of them bid, so that every answer has one path."""
    return int(left + bidding <= TWO)


def most_bid(energy: int) -> int:
    """The most extra rows that can be paid for (L9, L21)."""
    return max(rows for rows, price in enumerate(CONFIG.prices[: CONFIG.bid + 1]) if price <= energy)


def ask_sprint(view: LegstrongView, path: Path) -> Ask | None:
    """For every owner whose riders aren't all home."""
    return put_to(view, sprint_bids, path)


def do_sprint(state: State, move: Move, dice: Dice) -> list[Event]:
    """Seal the bids; when all are in, the sprint is ridden and the others come home."""
    events, finales = seal(state, move, sprint_bids)
    if finales is None:
        return events
    state.asked, state.stage = (), ""
    events += _sprint(state, [bid for finale in finales.values() for bid in finale.bids], dice)
    ways = {seat: finale.late for seat, finale in finales.items() if finale.late}
    events += [Event("late", None, {"seat": seat, "how": how}) for seat, how in ways.items()]
    return [*events, *_come_home(state, ways, dice)]


def _sprint(state: State, bids: list[Bid], dice: Dice) -> list[Event]:
    """Base and bid decide, then the energy left, then the event die (L21).

    Ruling to L21: a bid of more than a few rows comes off only if an event die of its own is above a
    number. It is paid either way.

    Rulings: the base is that of the table, the sprinter's own row is added once; the ground of the sprint is that where
    the peloton began its last move.
    """
    road = state.road
    ground = terrain(road.course, state.before)
    events: list[Event] = []
    fell = roll_bids(state.leg, [bid.rows for bid in bids], dice)
    worth: list[tuple[tuple[int, ...], str]] = []
    for bid, die in zip(bids, fell, strict=True):
        rider = find(state.road, bid.rider)
        if bid.rows or drinks_at_home(rider, state.leg, len(state.courses)):
            events += drink(state, bid.rider, bid.bottles)
            rider = find(state.road, bid.rider)
        energy = rider.energy - CONFIG.prices[bid.rows]
        change(state, rider.at(rider.place, rider.row, rider.arrival, energy))
        rows = ridden(bid.rows, die)
        worth.append(((CONFIG.base[rider.type][ground] + rows + CONFIG.sprint * rider.sprinter, energy), rider.id))
    order = ranked(f"sprint.{state.leg}", worth, dice)
    wins = not state.line and bool(order)
    score = {rider: key[0] for key, rider in worth}
    rows = {bid.rider: bid.rows for bid in bids}
    dies = {bid.rider: die for bid, die in zip(bids, fell, strict=True)}
    for place, rider_id in enumerate(order, 1):
        rider = find(state.road, rider_id)
        change(state, rider.at(HOME, rider.row, rider.arrival, rider.energy))
        state.line = (*state.line, Crossing(road.turn, 1, place, 0, rider_id))
        bought = rows[rider_id]
        data = {"bid": bought, "price": CONFIG.prices[bought], "score": score[rider_id], "place": place}
        chance = {"die": dies[rider_id], "above": CONFIG.bid_risks[bought]}
        events.append(Event("bid", None, {**who(rider), **data, **chance, "energy": rider.energy}))
    if wins:
        events.append(sprint_won([find(state.road, rider) for rider in order], {rider: key for key, rider in worth}))
    return events


def roll_bids(leg: int, bids: Sequence[int], dice: Dice) -> list[int]:
    """The event die of each bid whose rows aren't sure, in the order of the bids; 0 for the others (L21)."""
    risky = [rows for rows in bids if CONFIG.bid_risks[rows]]
    fell = iter(dice.roll(f"bid.{leg}", DIE, len(risky)) if risky else ())
    return [next(fell) if CONFIG.bid_risks[rows] else 0 for rows in bids]


def ridden(rows: int, die: int) -> int:
    """The rows that come of a bid: none where the legs give way (L21)."""
    return rows if not CONFIG.bid_risks[rows] or die > CONFIG.bid_risks[rows] else 0


def _come_home(state: State, ways: dict[Seat, str], dice: Dice) -> list[Event]:
    """The riders still out ride on, each alone, until all are home or the time limit is reached (L22, L22a)."""
    events = _late_turn(state, state.due, ways, dice)
    while any(rider.place == ON_ROAD for rider in state.road.riders) and not out_of_time(state):
        state.road = replace(state.road, turn=state.road.turn + 1, rides=())
        events.append(Event(TURN, None, {"leg": state.leg, "turn": state.road.turn, "token": state.token}))
        events += roll_punctures(state, dice)
        out = [rider for rider in state.road.riders if rider.place == ON_ROAD]
        due, missed = starters(state, race_order(out, state.road.turn))
        events += [*missed, *_late_turn(state, due, ways, dice)]
    state.due = ()
    return events


def out_of_time(state: State) -> bool:
    """Whether this turn is the last one after the winner's (L22)."""
    return is_out_of_time(state.line, state.road.turn)


def is_out_of_time(line: Sequence[Crossing], turn: int) -> bool:
    """Whether a turn is the last one after the winner's (L22)."""
    return bool(line) and turn >= min(line).turn + CONFIG.limit


def _late_turn(state: State, due: tuple[str, ...], ways: dict[Seat, str], dice: Dice) -> list[Event]:
    events: list[Event] = []
    for rider_id in due:
        hard = ways[find(state.road, rider_id).seat] == HARD
        bottles = drinks(bottles_of(state, rider_id))
        rows = late_rows(state.road, find(state.road, rider_id), bottles, hard)
        events += carry_out(state, Order(rider_id, rows, ()), "late", dice)
    keep_history(state)
    return events


def late_rows(road: AnyRoad, rider: AnyRider, bottles: int, hard: bool) -> int:
    """All base rows; riding hard, the fewest extra rows that bring the rider home in this turn without a risk."""
    start = on_road(road, rider, rider.energy, bottles)
    ways = [length for length in lengths(start).values() if not length.risk]
    easy = max((way for way in ways if not way.extra), key=lambda way: way.rows)
    line = road.course.rows - start.row
    home = [way for way in ways if way.steps > line]
    return min(home, key=lambda way: way.price).rows if hard and home and easy.steps <= line else easy.rows
