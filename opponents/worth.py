"""How good a position looks to a seat: what an opponent that looks ahead tries to raise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.table import Seat, View
from opponents.pistard.worth import pistard_worth
from opponents.schlangennest.worth import schlangennest_worth
from opponents.superechelon.worth import superechelon_worth


def worth(view: View, seat: Seat, key: str) -> float:
    """The game's own measure, or points and rank where it has none."""
    return WORTH.get(key, standing_worth)(view, seat)


def standing_worth(view: View, seat: Seat) -> float:
    """My points against the average of the others', and a little for the rank."""
    mine = [standing for standing in view.standings if standing.seat == seat]
    others = [standing.points for standing in view.standings if standing.seat != seat]
    return sum(one.points - 0.1 * one.rank for one in mine) - sum(others) / max(1, len(others))


# answers that are no further behind the best are about as good; without a measure of its own a game has equal ones only
NEAR: dict[str, float] = {
    "schlangennest": 0.5,  # parts
}
WORTH: dict[str, Callable[[Any, Seat], float]] = {
    "pistard": pistard_worth,
    "superechelon": superechelon_worth,
    "schlangennest": schlangennest_worth,
}
