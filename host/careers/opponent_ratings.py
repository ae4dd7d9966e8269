"""What computer players are rated: fixed, which people's matches neither change nor are changed by."""

from __future__ import annotations

from model.rating import points_apart
from opponents import FORMER
from opponents.strength import SHARES

FAIR_POINTS = 1300  # an average rider who has played much has about 1500, a newcomer begins at 1000


def opponent_points(game: str, opponent: str) -> int | None:
    """The rating of this computer player in a game, as far above the fair one's as it wins matches; None: not measured.

    What older matches call some is rated like the level that has come in its place.
    """
    share = SHARES.get(game, {}).get(FORMER.get(opponent, opponent))
    return None if share is None else FAIR_POINTS + round(points_apart(share))
