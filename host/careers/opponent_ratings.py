"""Fixed ratings of computer players."""

from __future__ import annotations

from model.rating import points_apart
from opponents.strength import SHARES

FAIR_POINTS = 1300  # an experienced average player has about 1500, a newcomer begins at 1000


def opponent_points(game: str, opponent: str) -> int | None:
    """The fixed rating of this computer player, measured by its wins against Fair; None if not measured."""
    share = SHARES.get(game, {}).get(opponent)
    return None if share is None else FAIR_POINTS + round(points_apart(share))
