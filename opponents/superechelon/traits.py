"""What a position of SuperEchelon is like for a seat."""

from __future__ import annotations

from engines.superechelon import SuperEchelonView, gc
from engines.table import Seat
from opponents.traits import Traits


def superechelon_traits(view: SuperEchelonView, seat: Seat) -> Traits:
    """The lead of its best breakaway, GC in hand, others' cards beside its own, GC in breakaways that are behind.

    Then GC that is won, or would be now, and the GC of others in breakaways that are behind.
    """
    best = max((breakaway.points for breakaway in view.breakaways), default=0)
    own = [breakaway for breakaway in view.breakaways if any(card.seat == seat for card in breakaway.cards)]
    others = [breakaway.points for breakaway in view.breakaways if breakaway not in own]
    played = [(card, b.points == best) for b in view.breakaways for card in b.cards]
    return Traits(
        ahead=max((breakaway.points for breakaway in own), default=0) - max(others, default=0),
        kept=gc(view.hand),
        company=sum(card.seat != seat for breakaway in own for card in breakaway.cards),
        staked=gc(card.card for card, leads in played if card.seat == seat and not leads),
        gained=view.gc[seat] + gc(card.card for card, leads in played if card.seat == seat and leads),
        denied=gc(card.card for card, leads in played if card.seat != seat and not leads),
    )
