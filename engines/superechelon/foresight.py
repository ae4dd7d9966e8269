"""Foresight in SuperEchelon: the next question, the player's cards on the road, and another order of the deck."""

from __future__ import annotations

from dataclasses import replace

from engines.superechelon.cards import CARDS
from engines.superechelon.road import values
from engines.superechelon.state import State, SuperEchelonView
from engines.table import Rng


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


def drawn_again(state: State, rng: Rng) -> State:
    """The deck shuffled once more, with the same back on top, which everyone sees."""
    deck = list(state.deck)
    rng.shuffle(deck)
    if deck:
        top = CARDS[state.deck[0]].back
        deck.insert(0, deck.pop(next(place for place, card in enumerate(deck) if CARDS[card].back == top)))
    return replace(state, deck=tuple(deck))
