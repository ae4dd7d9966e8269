"""What a position of Schlangennest is like for a seat."""

from __future__ import annotations

from engines.schlangennest import KINDS, SchlangennestView, open_ends, parts, snakes_of
from engines.table import Seat
from opponents.traits import Traits

STRAIGHT = KINDS.index("straight")


def schlangennest_traits(view: SchlangennestView, seat: Seat) -> Traits:
    """Parts before all others, cards left that do more than go straight on, strands that its ends meet, open ends.

    Then its parts, and how few parts and open ends the others have.
    """
    nest, snakes = view.nest, range(len(view.nest.hands))
    mine = snakes_of(seat, view.table.seats, len(snakes))
    longest = max((parts(nest, snake) for snake in snakes if snake not in mine), default=0)
    ends = [end for snake in mine for end in open_ends(nest, snake)]
    met = [strand for end in ends for strand in nest.reach.get(end.partition(".")[0], ()) if strand]
    return Traits(
        ahead=max(parts(nest, snake) for snake in mine) - longest,
        kept=sum(sum(nest.hands[snake]) - nest.hands[snake][STRAIGHT] for snake in mine),
        company=len(met) - len(ends),
        staked=len(ends),
        gained=sum(parts(nest, snake) for snake in mine),
        denied=-longest - sum(len(open_ends(nest, snake)) for snake in snakes if snake not in mine),
    )
