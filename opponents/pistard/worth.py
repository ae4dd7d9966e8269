"""Worth of a position of Pistard for a seat: points, riders, and how far they have come."""

from __future__ import annotations

from engines.pistard import PistardView
from engines.table import Seat

POINT, RIDER, SQUARE, FIRST_SQUARE = 20.0, 10.0, 1.0, 1.5  # what counts, in squares


def pistard_worth(view: PistardView, seat: Seat) -> float:
    """Points, riders left and squares travelled (the first rider's count more), against the others' average."""

    def team(other: Seat) -> float:
        way = sorted((rider.d for rider in view.riders if rider.seat == other), reverse=True)
        squares = FIRST_SQUARE * way[0] + SQUARE * sum(way[1:]) if way else 0.0
        return POINT * view.points[other] + RIDER * len(way) + squares

    others = [team(other) for other in range(view.table.seats) if other != seat]
    return team(seat) - sum(others) / len(others)
