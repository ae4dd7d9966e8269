"""Foresight in SuperEchelon: the next question, and the player's cards on the road."""

from __future__ import annotations

from dataclasses import replace

from engines.superechelon.road import values
from engines.superechelon.state import SuperEchelonView


def as_if_asked(view: SuperEchelonView) -> SuperEchelonView | None:
    """The viewer's next card of this stage: the hand stays as it is until then."""
    seat = view.viewer
    if seat is None or view.stage != "play" or not view.hand:
        return None
    mine, due = ((player - view.leader) % view.table.seats for player in (seat, view.due))
    turn = view.turn + (mine < due)  # E8: they have played in this round already
    return replace(view, due=seat, waiting=(seat,), turn=turn) if turn <= view.turns else None


def holdings(view: SuperEchelonView) -> list[str | int]:
    """What each card of the viewer on the road is worth, and where it lies."""
    worths: list[str | int] = []
    for breakaway in view.breakaways:
        worth = values(breakaway.cards, view.terrain)
        for card, points in zip(breakaway.cards, worth, strict=True):
            if card.seat == view.viewer:
                worths += [breakaway.id, card.card, points]
    return worths
