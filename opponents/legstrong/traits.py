"""What a position of LEGSTRONG is like for a seat."""

from __future__ import annotations

from engines.legstrong import LegstrongView
from engines.legstrong.state import INSIDE
from engines.table import Seat
from opponents.traits import Traits


def legstrong_traits(view: LegstrongView, seat: Seat) -> Traits:
    """Rows that its riders are out in front, energy and bottles, riders in the bunch, risks that were taken.

    Then rows that they have come in all, and how little the others are out in front.
    """
    mine = [rider for rider in view.road.riders if rider.seat == seat]
    out = {rider.id: max(0, rider.row - view.road.peloton) for rider in view.road.riders if rider.place != INSIDE}
    ahead = sum(out.get(rider.id, 0) for rider in mine)
    return Traits(
        ahead=ahead,
        kept=sum(rider.energy + rider.tiles for rider in mine),
        company=sum(rider.place == INSIDE for rider in mine),
        staked=sum(rider.crosses for rider in mine),
        gained=sum(rider.row for rider in mine) + sum(won.points for won in view.won if won.rider in out),
        denied=ahead - sum(out.values()),
    )
