"""Sleeves and ends of legs written by hand, for the tests of what follows a leg."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engines.legstrong import DECK, Finish, Level, Sample, Score, Sleeve, State, Struck
from engines.legstrong.cards import sleeved
from engines.legstrong.race import run_on
from engines.table import Event, Seat
from tests.engines.legstrong.position import Luck, answer, rider, signed

SUITS = {"c": "club", "d": "diamond", "h": "heart", "s": "spade", "x": "joker"}
RIDERS = "0.leader 1.leader 0.rouleur 1.rouleur 0.climber 1.climber"  # as they came in
GAP = 10  # seconds between two of them


def card(short: str) -> str:
    """The id of a card such as "h7", "sK", "c10", or of a Joker, "x1"."""
    face = short[1:]
    return f"card.{SUITS[short[0]]}.{face.zfill(2) if face.isdigit() and short[0] != 'x' else face}"


def cards(shorts: str) -> tuple[str, ...]:
    """Several cards with blanks between them."""
    return tuple(card(short) for short in shorts.split())


def tour(
    seats: int = 2,
    sleeves: Mapping[str, str] | None = None,
    legs: str = "FFFF FFFF FFFF",
    away: str = "",
    **options: str,
) -> State:
    """A tour whose Energy Levels are asked for; riders not named hold any of the cards left, but none `away`."""
    state = signed(seats, "", tour="custom", course=legs, doping="on", **options)
    written = {rider_id: cards(shorts) for rider_id, shorts in (sleeves or {}).items()}
    gone = {entrant for held in written.values() for entrant in held} | set(cards(away))
    left = [c for c in DECK if c not in gone]
    dealt: list[Sleeve] = []
    for one in state.road.riders:
        held = written.get(one.id) or tuple(left.pop() for _ in range(4))
        dealt.append(Sleeve(one.id, one.seat, sleeved(held)))
    state.sleeves = tuple(dealt)
    return state


def at_the_line(
    order: str = RIDERS,
    *,
    levels: Mapping[str, str] | None = None,
    sleeves: Mapping[str, str] | None = None,
    circles: Mapping[str, int] | None = None,
    seats: int = 2,
    token: Seat = 0,
    leg: int = 1,
    legs: str = "FFFF FFFF FFFF",
    away: str = "",
    **options: str,
) -> State:
    """A leg has just ended: the riders came in in that order, ten seconds apart; those not named were struck before.

    A rider's level is the first card of their sleeve if none is given. `run_on` holds the control.
    """
    state = tour(seats, sleeves, legs, away, **options)
    for number in range(1, leg + 1):
        state.leg, state.stage, state.asked = number, "open", ()
        answer(state, None, f"leg.{number}")
    names = order.split()
    chosen = {
        sleeve.rider: card((levels or {})[sleeve.rider]) for sleeve in state.sleeves if sleeve.rider in (levels or {})
    }
    chosen = {sleeve.rider: chosen.get(sleeve.rider, sleeve.cards[0]) for sleeve in state.sleeves}
    state.levels = tuple(Level(c, chosen[c], (chosen[c],), (circles or {}).get(c, 0)) for c in chosen)
    state.struck = tuple(
        Struck(r, Score(r.id, r.team, r.seat, 0, 0, 0, 0, 0, 0), 0) for r in state.road.riders if r.id not in names
    )
    state.road = replace(state.road, riders=tuple(r for r in state.road.riders if r.id in names))
    finishes = tuple(Finish(name, place, GAP * place, 0, 0, True) for place, name in enumerate(names, 1))
    state.results = tuple(finishes for _ in range(leg))
    state.scores = tuple(
        Score(r.id, r.team, r.seat, GAP * (1 + names.index(r.id)), 0, names.index(r.id), 0, 0, 0)
        for r in state.road.riders
    )
    state.stage, state.phase, state.asked, state.due, state.token = "", "control", (), (), token
    return state


def control(state: State, die: int, **luck: list[list[int]]) -> list[Event]:
    """The control after the leg, up to the next question."""
    dice = Luck(control=[[die]], **luck)
    events = run_on(state, dice)
    assert not dice.left, f"never rolled: {dice.left}"
    return events


def samples(state: State) -> dict[str, Sample]:
    """The riders who were called to the last control."""
    assert state.control is not None
    return {sample.rider: sample for sample in state.control.samples}


def level(state: State, rider_id: str) -> Level:
    """What everyone knows of that rider's sleeve."""
    return next(le for le in state.levels if le.rider == rider(state, rider_id).id)
