"""One leg, turn after turn, and what follows it: phases in their order (L13), each a step to the next question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engines.legstrong.attacks import decider, may_attack, pursuer
from engines.legstrong.doping import call, conclude, test_next
from engines.legstrong.hold import keep
from engines.legstrong.outside import race_order
from engines.legstrong.peloton import ride_on
from engines.legstrong.promise import release
from engines.legstrong.punctures import roll_punctures, starters
from engines.legstrong.reasons import situation
from engines.legstrong.riding import rivals_ahead
from engines.legstrong.sprint import out_of_time, sprinters
from engines.legstrong.state import HOME, ON_ROAD, Rider, State, find, keep_history
from engines.legstrong.tour import await_opening, close_leg, left_of, next_leg
from engines.table import TURN, Dice, Event


def run_on(state: State, dice: Dice) -> list[Event]:
    """Ride until someone has to answer."""
    events: list[Event] = []
    while not state.stage:
        events += PHASES[state.phase](state, dice)
    return events


def _turn(state: State, dice: Dice) -> list[Event]:
    """Punctures; then the riders ahead are due."""
    state.road = replace(state.road, turn=state.road.turn + 1, rides=())
    state.chase, state.phase = "", "break"
    events = [Event(TURN, None, {"leg": state.leg, "turn": state.road.turn, "token": state.token})]
    events += roll_punctures(state, dice)
    state.due, missed = _due(state, lambda rider: rider.row > state.road.peloton)
    return events + missed


def _due(state: State, there: Callable[[Rider], bool]) -> tuple[tuple[str, ...], list[Event]]:
    out = [rider for rider in state.road.riders if rider.place == ON_ROAD and there(rider)]
    return starters(state, race_order(out, state.road.turn))


def _outside(state: State, dice: Dice) -> list[Event]:
    """Break, or behind: the riders who are due, one after the other."""
    if state.due:
        state.stage, state.asked = "ride", (find(state.road, state.due[0]).seat,)
    else:
        state.asked = ()
        state.phase = "attack" if state.phase == "break" else "end"
        if state.phase == "attack":
            release(state)
            state.asked = may_attack(state)
    return []


def _attack(state: State, dice: Dice) -> list[Event]:
    if state.asked:
        state.stage = "attack"
    else:
        state.phase = "chase"
    return []


def _chase(state: State, dice: Dice) -> list[Event]:
    """Only where someone is ahead, and only if it isn't decided yet (L13, L13e)."""
    undecided = not state.chase and rivals_ahead(state.road)
    seat = pursuer(state.road, state.token, state.pursuits) if undecided else None
    if seat is not None:
        state.stage, state.asked = "chase", (seat,)
    else:
        state.phase = "peloton"
    return []


def _peloton(state: State, dice: Dice) -> list[Event]:
    """The peloton moves; then the riders who were behind it before are due (L13a).

    None of them has moved in this turn: a rider who rides in a break or attacks is ahead of where the peloton was.
    """
    behind = state.road.peloton
    state.due, missed = _due(state, lambda rider: rider.row <= behind)
    state.before = behind
    events = ride_on(state, dice)
    home = state.road.peloton > state.road.course.rows
    state.phase = "sprint" if home else "behind"
    return events + missed


def _sprint(state: State, dice: Dice) -> list[Event]:
    """Bids; an empty peloton that comes to the line ends the phase without (L14a)."""
    state.asked = sprinters(state.road, state.table.seats, state.token)
    state.phase = "close"
    if state.asked:
        state.stage = "sprint"
    else:
        keep_history(state)
    return []


def _end(state: State, dice: Dice) -> list[Event]:
    """The turn is over: the token passes unless the leg ends here (L13, L13j, L22)."""
    keep_history(state)
    if all(rider.place == HOME for rider in state.road.riders) or out_of_time(state):
        state.phase = "close"
        return []
    state.phase = "turn"
    told = situation(state)
    events = keep(state, decider(state.road, state.token, state.table.seats))
    if events:
        state.held += 1
        return [*told, *events]
    state.held, state.token = 0, left_of(state)
    return [*told, Event("token", None, {"seat": state.token})]


PHASES: dict[str, Callable[[State, Dice], list[Event]]] = {
    "turn": _turn,
    "break": _outside,
    "attack": _attack,
    "chase": _chase,
    "peloton": _peloton,
    "behind": _outside,
    "sprint": _sprint,
    "end": _end,
    "close": close_leg,
    "control": call,
    "tests": test_next,
    "verdict": conclude,
    "next": next_leg,
    "opening": await_opening,
}
