"""Worth of a position for a seat: what an opponent that looks ahead tries to raise."""

from __future__ import annotations

from engines.table import Seat, View
from opponents.games import players_of


def worth(view: View, seat: Seat, key: str) -> float:
    """The game's own measure, or points and rank where it has none."""
    return (players_of(key).worth or standing_worth)(view, seat)


def standing_worth(view: View, seat: Seat) -> float:
    """My points against the average of the others', and a little for the rank."""
    mine = [standing for standing in view.standings if standing.seat == seat]
    others = [standing.points for standing in view.standings if standing.seat != seat]
    return sum(s.points - 0.1 * s.rank for s in mine) - sum(others) / max(1, len(others))
