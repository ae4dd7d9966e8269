"""The promise to stay inside until the peloton is in a hex or somebody is ahead (L13g)."""

from __future__ import annotations

from engines.legstrong.course import hex_of
from engines.legstrong.questions import OneOf, Questions
from engines.legstrong.state import INSIDE, LegstrongView, State, rivals_ahead
from engines.table import Event, Seat

BIND = "inside"
SINCE = 2  # rules: older ones ask for it among the attacks only


def can_promise(view: LegstrongView) -> bool:
    """Whether a promise would not end at once: nobody is ahead, and there is a hex to come."""
    road = view.road
    return hex_of(road.peloton) < len(road.course.hexes) and not rivals_ahead(road)


def can_promise_early(view: LegstrongView) -> bool:
    """Whether the viewer may promise while moving riders behind the peloton.

    Ruling to L13g: that is what "before an attack question" comes to. It is the only other question that an owner gets
    while nobody is ahead, and a question of its own would be one more hand-over. They must have a rider inside, for
    whom they would be asked.
    """
    if view.table.rules < SINCE or view.viewer is None or view.declared[view.viewer]:
        return False
    return can_promise(view) and any(r.seat == view.viewer and r.place == INSIDE for r in view.road.riders)


def ask_hex(view: LegstrongView) -> Questions[int]:
    """The hex until which the owner stays inside."""
    hexes = range(hex_of(view.road.peloton) + 1, len(view.road.course.hexes) + 1)
    return int((yield OneOf(BIND, tuple(f"hex.{number}" for number in hexes))).removeprefix("hex."))


def declare(state: State, seat: Seat, hexagon: int) -> list[Event]:
    """Everybody hears of the promise; 0 is none."""
    if not hexagon:
        return []
    state.declared = (*state.declared[:seat], hexagon, *state.declared[seat + 1 :])
    return [Event("declared", None, {"seat": seat, "hex": hexagon})]


def release(state: State) -> None:
    """Promises end where the peloton is in the hex, and with somebody ahead."""
    here, ahead = hex_of(state.road.peloton), rivals_ahead(state.road)
    state.declared = tuple(0 if ahead or here >= hexagon else hexagon for hexagon in state.declared)
