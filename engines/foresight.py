"""What games can say about a question that is still to come: how it would be put now, and what its answerer has there.

Both are made of what the viewer knows already, so that nothing is imagined in them. A game needn't be here: then only
what comes if the others play their fallbacks is foreseen, and of an answer only the events that it brings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engines.legstrong.state import LegstrongView, find
from engines.pistard.game import PistardView
from engines.pistard.track import race_order
from engines.superechelon.road import values
from engines.superechelon.state import SuperEchelonView
from engines.table import View


def ask_pistard(view: PistardView) -> PistardView | None:
    """The viewer's next rider of this turn, whose dice lie there already; the riders before may still change place."""
    seat = view.viewer
    if seat is None or view.stage != "move" or not view.pools[seat]:
        return None
    mine = [rider for rider in view.riders if rider.seat == seat and rider.id not in view.moved]
    return replace(view, due=race_order(mine)[0].id, waiting=(seat,)) if mine else None


def ask_superechelon(view: SuperEchelonView) -> SuperEchelonView | None:
    """The viewer's next card of this stage: the hand stays as it is until then."""
    seat = view.viewer
    if seat is None or view.stage != "play" or not view.hand:
        return None
    places = [(one - view.leader) % view.table.seats for one in (seat, view.due)]
    turn = view.turn + (places[0] < places[1])  # E8: they have played in this round already
    return replace(view, due=seat, waiting=(seat,), turn=turn) if turn <= view.turns else None


def own_superechelon(view: SuperEchelonView) -> list[str | int]:
    """What each card of the viewer on the road is worth, and where it lies."""
    found: list[str | int] = []
    for breakaway in view.breakaways:
        worth = values(breakaway.cards, view.terrain)
        for card, points in zip(breakaway.cards, worth, strict=True):
            if card.seat == view.viewer:
                found += [breakaway.id, card.card, points]
    return found


def ask_legstrong(view: LegstrongView) -> LegstrongView | None:
    """The viewer's riders who still move in this phase; those before them may take places or give a slipstream."""
    seat = view.viewer
    if seat is None or view.stage != "ride":
        return None
    at = next((at for at, rider in enumerate(view.due) if find(view.road, rider).seat == seat), None)
    return None if at is None else replace(view, due=view.due[at:], asked=(seat,), waiting=(seat,))


ASKS: Mapping[str, Callable[[Any], View | None]] = {
    "pistard": ask_pistard,
    "superechelon": ask_superechelon,
    "legstrong": ask_legstrong,
}
OWN: Mapping[str, Callable[[Any], list[str | int]]] = {"superechelon": own_superechelon}


def as_if_asked(game: str, view: View) -> View | None:
    """The view as it would be if its viewer were asked now what they will be asked next.

    None where the game can't say, in a sealed stage, after the end, and for a viewer who is asked already.
    """
    if view.viewer is None or view.over or view.sealed or view.viewer in view.waiting:
        return None
    return ASKS[game](view) if game in ASKS else None


def own(game: str, view: View) -> list[str | int]:
    """What the viewer has, beside what the events of their answer say."""
    return OWN[game](view) if game in OWN else []
