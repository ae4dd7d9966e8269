"""How good a position looks to a seat: what an opponent that looks ahead tries to raise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.pistard import PistardView
from engines.table import Seat, View
from opponents.schlangennest import schlangennest_worth
from opponents.superechelon import superechelon_worth

POINT, RIDER, SQUARE, FIRST_SQUARE = 20.0, 10.0, 1.0, 1.5  # Pistard: what counts, in squares


def worth(view: View, seat: Seat, key: str) -> float:
    """The game's own measure, or points and rank where it has none."""
    return WORTH.get(key, standing_worth)(view, seat)


def standing_worth(view: View, seat: Seat) -> float:
    """My points against the average of the others', and a little for the rank."""
    mine = [standing for standing in view.standings if standing.seat == seat]
    others = [standing.points for standing in view.standings if standing.seat != seat]
    return sum(one.points - 0.1 * one.rank for one in mine) - sum(others) / max(1, len(others))


def pistard_worth(view: PistardView, seat: Seat) -> float:
    """Points, riders left and squares travelled (the first rider's count more), against the others' average."""

    def team(other: Seat) -> float:
        way = sorted((rider.d for rider in view.riders if rider.seat == other), reverse=True)
        squares = FIRST_SQUARE * way[0] + SQUARE * sum(way[1:]) if way else 0.0
        return POINT * view.points[other] + RIDER * len(way) + squares

    others = [team(other) for other in range(view.table.seats) if other != seat]
    return team(seat) - sum(others) / len(others)


WORTH: dict[str, Callable[[Any, Seat], float]] = {
    "pistard": pistard_worth,
    "superechelon": superechelon_worth,
    "schlangennest": schlangennest_worth,
}
