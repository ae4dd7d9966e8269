"""Punctures, and riders who sit out a turn (phase 0 of L13)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engines.legstrong.config import DIE
from engines.legstrong.outside import change, who
from engines.legstrong.state import HOME, INSIDE, Rider, State
from engines.table import Dice, Event

FLAT = (1, 1)  # L13: both event dice


def roll_punctures(state: State, dice: Dice) -> list[Event]:
    """Two event dice for every rider who isn't home."""
    racing = [rider for rider in state.road.riders if rider.place != HOME]
    fell = dice.roll(f"punctures.{state.leg}.{state.road.turn}", DIE, len(FLAT) * len(racing))
    events: list[Event] = []
    for rider, pips in zip(racing, zip(fell[::2], fell[1::2], strict=True), strict=True):
        if pips == FLAT:
            change(state, replace(rider, puncture=state.road.turn))
            inside = int(rider.place == INSIDE)
            events.append(Event("punctured", None, {**who(rider), "row": rider.row, "inside": inside}))
    return events


def starters(state: State, riders: Iterable[Rider]) -> tuple[tuple[str, ...], list[Event]]:
    """Those of the riders who move in this turn, and an event for those who sit it out (L13, L17)."""
    due: list[str] = []
    events: list[Event] = []
    for rider in riders:
        if state.road.turn not in (rider.rests, rider.puncture):
            due.append(rider.id)
        else:
            why = "fall" if rider.rests == state.road.turn else "puncture"
            events.append(Event("missed", None, {**who(rider), "why": why}))
    return tuple(due), events
