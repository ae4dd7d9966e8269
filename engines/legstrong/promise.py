"""The promise to stay inside until the peloton is in a hex or someone is ahead (L13g)."""

from __future__ import annotations

from engines.legstrong.course import hex_of
from engines.legstrong.questions import OneOf, Questions
from engines.legstrong.riding import rivals_ahead
from engines.legstrong.roads import AnyRoad
from engines.legstrong.state import INSIDE, LegstrongView, State
from engines.table import Event, Seat

BIND = "inside"


def can_promise(road: AnyRoad) -> bool:
    """Whether a promise would not end at once: no one is ahead, and there is a hex to come."""
    return hex_of(road.peloton) < len(road.course.hexes) and not rivals_ahead(road)


def can_promise_early(view: LegstrongView) -> bool:
    """Whether the viewer may promise while moving riders behind the peloton.

    Ruling to L13g: that is what "before an attack question" comes to. It is the only other question that an owner gets
    while no one is ahead, and a question of its own would be one more hand-over. They must have a rider in the bunch,
    for the question would be about that rider.
    """
    if view.viewer is None or view.declared[view.viewer]:
        return False
    return can_promise(view.road) and any(r.seat == view.viewer and r.place == INSIDE for r in view.road.riders)


def ask_hex(view: LegstrongView) -> Questions[int]:
    """The hex until which the owner stays inside."""
    hexes = hexes_to_come(view.road)
    return int((yield OneOf(BIND, tuple(f"hex.{number}" for number in hexes))).removeprefix("hex."))


def hexes_to_come(road: AnyRoad) -> range:
    """The hexes that may be promised."""
    return range(hex_of(road.peloton) + 1, len(road.course.hexes) + 1)


def declare(state: State, seat: Seat, hexagon: int) -> list[Event]:
    """Everyone hears of the promise; 0 is none."""
    if not hexagon:
        return []
    state.declared = (*state.declared[:seat], hexagon, *state.declared[seat + 1 :])
    return [Event("declared", None, {"seat": seat, "hex": hexagon})]


def release(state: State) -> None:
    """Promises end where the peloton is in the hex, and with someone ahead."""
    state.declared = still_bound(state.road, state.declared)


def still_bound(road: AnyRoad, declared: tuple[int, ...]) -> tuple[int, ...]:
    """The promises of the seats that hold on."""
    if not any(declared):
        return declared
    pack, ahead = hex_of(road.peloton), rivals_ahead(road)
    return tuple([0 if ahead or pack >= hexagon else hexagon for hexagon in declared])
