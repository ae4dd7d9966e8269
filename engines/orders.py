"""Standing orders: answers that a player leaves to the bot from now on, until they withdraw them.

An order is an id of letters, digits and dots, whose first part is its kind. Whether the bot answers by it depends on
what everyone can see, never on its player's hand: otherwise the moment of the answer would tell of the hand
(rule 10). The answer itself may depend on the hand. In a sealed stage an order only fills in the question.
"""

from __future__ import annotations

from engines import extras_of
from engines.table import Path, Seat, View


def offered(game: str, view: View, ordered: tuple[str, ...]) -> tuple[str, ...]:
    """The orders that the viewer can add to those given already."""
    orders = extras_of(game).orders
    return orders.offered(view, ordered) if orders and view.viewer is not None and not view.over else ()


def kept(game: str, view: View, ordered: tuple[str, ...]) -> tuple[str, ...]:
    """The viewer's orders by which the bot may still answer."""
    orders = extras_of(game).orders
    if not orders or view.viewer is None or view.over:
        return ()
    return tuple(order for order in ordered if orders.stands(view, view.viewer, order))


def fires(game: str, public: View, seat: Seat, ordered: tuple[str, ...]) -> bool:
    """Whether the bot answers this seat's present question by its orders, judged by the public view alone."""
    assert public.viewer is None, "the moment of an answer must tell nothing"
    orders = extras_of(game).orders
    return bool(orders) and not public.sealed and seat in public.waiting and orders.fires(public, seat, ordered)


def answer(game: str, view: View, ordered: tuple[str, ...]) -> Path:
    """The bot's answer by these orders: a whole legal path wherever they fire."""
    orders = extras_of(game).orders
    assert orders, "an order was given"
    return orders.answer(view, ordered)


def filled(game: str, view: View, ordered: tuple[str, ...]) -> Path:
    """The steps of a sealed question that the orders answer in advance; the viewer continues or confirms."""
    orders = extras_of(game).orders
    return orders.filled(view, ordered) if orders and view.sealed and view.viewer in view.waiting else ()
