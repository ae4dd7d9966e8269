"""Optional parts of a game besides its rules: badges, standing orders, foresight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from engines.record import Badge
from engines.table import Path, Rng, Seat, View

Given: TypeAlias = tuple[str, ...]  # orders of one seat, the oldest first


@dataclass(frozen=True, slots=True)
class Orders:
    """A game's standing orders."""

    offered: Callable[[Any, Given], Given]  # of a view and its viewer's orders: those that can be added now
    stands: Callable[[Any, Seat, str], bool]  # whether the seat's order can still be carried out
    fires: Callable[[Any, Seat, Given], bool]  # whether to carry one out now, judged by the public view alone
    answer: Callable[[Any, Given], Path]  # the whole path, where they fire
    filled: Callable[[Any, Given], Path] = lambda view, orders: ()  # the first steps of a sealed question


@dataclass(frozen=True, slots=True)
class Extras:
    """The optional parts of a game."""

    badges: tuple[Badge, ...] = ()
    """What can be earned in a match, in the order of the clauses: four to six, or none."""

    orders: Orders | None = None
    """The standing orders that a player may give."""

    as_if_asked: Callable[[Any], View | None] = lambda view: None
    """The view as it would be if its viewer were asked now what they will be asked next; None where it can't say.

    Without it only what comes if the others play their fallbacks is foreseen.
    """

    holdings: Callable[[Any], list[str | int]] = lambda view: []
    """What the viewer has, beside what the events of their answer say."""

    drawn_again: Callable[[Any, Rng], Any] = lambda state, rng: state
    """The state with what no seat can know at random, such as the order of a draw pile; each seat's view stays.

    Matches that people play on from a position begin so, because they have seen what came next the first time.
    """
