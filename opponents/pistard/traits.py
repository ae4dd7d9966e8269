"""What a position of Pistard is like for a seat."""

from __future__ import annotations

from engines.pistard import PistardView
from engines.table import Seat
from opponents.pistard.worth import POINT
from opponents.traits import Traits

NEAR = 2  # squares between riders who ride together
REACH = 6  # squares before a rider in which another is in the way


def pistard_traits(view: PistardView, seat: Seat) -> Traits:
    """Squares of the first rider before all others, pips left, riders with company, squares from the first to the last.

    Then points and squares, and how often its riders are in a rival's lane.
    """
    mine = [rider for rider in view.riders if rider.seat == seat]
    others = [rider for rider in view.riders if rider.seat != seat]
    ways, first = [rider.d for rider in mine] or [0], max((rider.d for rider in others), default=0)
    return Traits(
        ahead=max(ways) - first + sum(ways) / 100,
        kept=sum(view.pools[seat]),
        company=sum(any(abs(rider.d - other.d) <= NEAR for other in others) for rider in mine),
        staked=max(ways) - min(ways),
        gained=POINT * view.points[seat] + sum(ways),
        denied=sum(0 < r.d - other.d <= REACH and r.lane == other.lane for r in mine for other in others),
    )
