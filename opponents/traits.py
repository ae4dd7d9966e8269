"""What a position is like for a seat, in whatever unit a game has: what riders with a style look at."""

from __future__ import annotations

from typing import NamedTuple

from engines.table import Seat, View


class Traits(NamedTuple):
    """The more of each, the more so; only positions after answers to one question are ever held against each other."""

    ahead: float = 0.0  # how far it is in front of everyone else
    kept: float = 0.0  # what it has left for later
    company: float = 0.0  # how close it is to the others
    staked: float = 0.0  # how much hangs on one thing
    gained: float = 0.0  # what counts for it already
    denied: float = 0.0  # how much stands in the way of the others


def standing_traits(view: View, seat: Seat) -> Traits:
    """Those of a game that says nothing of its own: points, and the lead over the best of the others."""
    points = {standing.seat: standing.points for standing in view.standings}
    mine = points.pop(seat)
    best = max(points.values(), default=0)
    return Traits(ahead=mine - best, gained=mine, denied=-best)
