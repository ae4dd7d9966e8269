"""Keeping the leader token: a wish that stands until its owner says otherwise (L13, L13j)."""

from __future__ import annotations

from dataclasses import replace

from engines.legstrong.config import CONFIG
from engines.legstrong.outside import change, who
from engines.legstrong.questions import OneOf, Questions
from engines.legstrong.state import INSIDE, LegstrongView, State
from engines.table import Event, Seat, Table

PASS, KEEP = "pass", "keep"


def has_wishes(table: Table) -> bool:
    """Whether wishes stand at this table: with the option `hold`."""
    return table.options["hold"] == "on"


def ask_wish(view: LegstrongView) -> Questions[str]:
    """The viewer's last answer comes first; where there is none, to pass it on (L13j)."""
    assert view.viewer is not None, "the host is never asked"
    return (yield OneOf("hold", (KEEP, PASS) if view.wishes[view.viewer] == KEEP else (PASS, KEEP)))


def note(state: State, seat: Seat, wish: str) -> list[Event]:
    """The wish stands from now on, over legs too; it is announced where it isn't what everyone expects.

    Ruling to L13j: it is as public as the order that it was part of.
    """
    expected = state.wishes[seat] or PASS
    state.wishes = (*state.wishes[:seat], wish, *state.wishes[seat + 1 :])
    return [Event("wished", None, {"seat": seat, "hold": wish})] if wish != expected else []


def keep(state: State, seat: Seat | None) -> list[Event]:
    """Phase 6: the owner who decides about the token (L13d) keeps it, if they wish to and can pay for it.

    Ruling to L13: of the owner's riders inside the one with the most energy pays; of equal ones, the leader before the
    rouleur before the climber. The token stays with its holder even if another seat decided.
    """
    if seat is None or not has_wishes(state.table) or state.wishes[seat] != KEEP or state.held >= CONFIG.holds:
        return []
    inside = [rider for rider in state.road.riders if rider.seat == seat and rider.place == INSIDE]
    payer = max(inside, key=lambda rider: rider.energy)  # riders come in that order
    if payer.energy < CONFIG.hold:
        return []
    change(state, replace(payer, energy=payer.energy - CONFIG.hold))
    return [Event("held", None, {**who(payer), "price": CONFIG.hold, "token": state.token})]
