"""Foresight in Pistard: the next question as far as its player knows it already."""

from __future__ import annotations

from dataclasses import replace

from engines.pistard.game import PistardView
from engines.pistard.track import race_order


def as_if_asked(view: PistardView) -> PistardView | None:
    """The viewer's next rider of this turn, whose dice lie there already; the riders before may still change place."""
    seat = view.viewer
    if seat is None or view.stage != "move" or not view.pools[seat]:
        return None
    mine = [rider for rider in view.riders if rider.seat == seat and rider.id not in view.moved]
    return replace(view, due=race_order(mine)[0].id, waiting=(seat,)) if mine else None
