"""Follow suit: my further cards of this stage go where I ride already, the strongest or the weakest first.

`follow.<tour>.<leg>.<breakaway>.most` or `.least`: it stands until the stage is over, or a Bad Day hits me there.
"""

from __future__ import annotations

from engines.extras import Given, Orders
from engines.superechelon.cards import BAD, CARDS, GOOD, TERRAINS
from engines.superechelon.road import played
from engines.superechelon.state import NONE, SuperEchelonView
from engines.table import Path, Seat

MOST, LEAST = "most", "least"
RANKS = {GOOD: 1, BAD: 2}  # what is played only where there is no rider any more


def _place(order: str) -> str:
    """The breakaway of an order."""
    return f"b.{order.split('.')[3]}"


def stands(view: SuperEchelonView, seat: Seat, order: str) -> bool:
    """Whether it is of this stage, and the seat's cards in that breakaway all count."""
    _, tour, leg, _, _ = order.split(".")
    if view.stage != "play" or (int(tour), int(leg)) != (view.tour, view.leg):
        return False
    mine = [card for road in view.breakaways if road.id == _place(order) for card in road.cards if card.seat == seat]
    return bool(mine) and not any(c.cancelled for c in mine)


def offered(view: SuperEchelonView, orders: Given) -> Given:
    """Each breakaway that the viewer rides in, while they have cards to come in this stage."""
    seat = view.viewer
    if seat is None or view.stage != "play" or any(stands(view, seat, order) for order in orders):
        return ()
    if sum(c.seat == seat for c in played(view.breakaways)) >= view.turns:
        return ()
    offers = [
        f"follow.{view.tour}.{view.leg}.{road.id.removeprefix('b.')}.{which}"
        for road in view.breakaways
        for which in (MOST, LEAST)
    ]
    return tuple(order for order in offers if stands(view, seat, order))


def fires(public: SuperEchelonView, seat: Seat, orders: Given) -> bool:
    """Wherever it stands: a hand is never empty before the stage is over, and who rides in a breakaway has room."""
    return public.due == seat and any(stands(public, seat, order) for order in orders)


def answer(view: SuperEchelonView, orders: Given) -> Path:
    """A rider before a Good Day before a Bad Day, which cancels nothing."""
    seat = view.viewer
    assert seat is not None, "the public doesn't answer"
    order = next(order for order in orders if stands(view, seat, order))
    column, way = TERRAINS.index(view.terrain), 1 if order.endswith(LEAST) else -1

    def key(card: str) -> tuple[int, int, int, int]:
        values = CARDS[card]
        return (
            (GOOD, BAD).index(values.figure) + 1 if values.figure in (GOOD, BAD) else 0,
            way * values.points[column],
            values.gc,
            values.place,
        )

    card = min(view.hand, key=key)
    if view.table.seats == 2:
        return (card,)
    return (card, _place(order), NONE) if CARDS[card].figure == BAD else (card, _place(order))


ORDERS = Orders(offered, stands, fires, answer)
