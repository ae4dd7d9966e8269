"""Players of SuperEchelon for balancing: the levels, the time-out answer, and some with one idea about holding cards.

The quick ones choose by what a card may win now less its price (`opponents.superechelon.riding`). They differ in what
they believe that a card is worth in later legs, or in which card they play at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import TypeAlias

from engines.superechelon import SuperEchelon, SuperEchelonView
from engines.table import Path
from opponents.greedy import play_greedy
from opponents.levels import play_easy
from opponents.random import play_random
from opponents.superechelon.chances import keep_of, price_of
from opponents.superechelon.fast.position import FIRST_BAD, FIRST_GOOD, POINTS, Position
from opponents.superechelon.fast.simulation import SuperEchelonSimulation
from opponents.superechelon.riding import ride, share_out
from opponents.superechelon.search import think_superechelon
from opponents.thinking import Budget

Script: TypeAlias = Callable[[SuperEchelonView, Random], Path]
Choose: TypeAlias = Callable[[Position, int], int]

GAME, PLAYED = SuperEchelon(), SuperEchelonSimulation()
SECONDS = 0.05  # that strong thinks about an answer
CHAMPION = 0.3


def quick(view: SuperEchelonView, rng: Random, tomorrow: float = 1.0, choose: Choose | None = None) -> Path:
    """By the price of cards, in which tomorrow counts so many times; `choose` leaves it one card of the hand."""
    position = PLAYED.load(GAME.imagine(view, rng))
    if position.booty:
        return PLAYED.path(position, view.viewer, share_out(position.booty))
    price = price_of(position.seats, [tomorrow * worth for worth in keep_of(position)])
    hand = position.hands[position.due]
    if choose:
        position.hands[position.due] = (choose(position, max(hand, key=partial(_strength, position))),)
    return PLAYED.path(position, view.viewer, ride(position, price, rng.random))


def _strength(position: Position, card: int) -> float:
    """Stage points of a card here; a Good Day is like a good rider, a Bad Day like none."""
    if card >= FIRST_BAD:
        return -1.0
    return 7.0 if card >= FIRST_GOOD else float(POINTS[position.column][card])


def _best(position: Position, best: int) -> int:
    """The card of most stage points."""
    return best


def _weakest(position: Position, best: int) -> int:
    """The card of fewest stage points."""
    return min(position.hands[position.due], key=partial(_strength, position))


SCRIPTS: Mapping[str, Script] = {
    "champion": lambda view, rng: think_superechelon(view, rng, Budget(seconds=CHAMPION)),
    "strong": lambda view, rng: think_superechelon(view, rng, Budget(seconds=SECONDS)),
    "fair": lambda view, rng: play_greedy(GAME, view, rng),
    "easy": lambda view, rng: play_easy(GAME, view, rng),
    "random": lambda view, rng: play_random(GAME, view, rng),
    "time-out": lambda view, rng: GAME.fallback(view),
    "saver": quick,
    "today": partial(quick, tomorrow=0.0),  # a card that isn't played is worth nothing to it
    "miser": partial(quick, tomorrow=3.0),  # tomorrow's worth counts three times
    "spender": partial(quick, choose=_best),  # its best card here, always
    "hoarder": partial(quick, choose=_weakest),  # its weakest card here, always
}
