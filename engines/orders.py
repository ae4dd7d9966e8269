"""Standing orders: what a player lets the house answer from now on, until they say otherwise.

An order is an id of letters, digits and dots, whose first part is its kind. Whether the house answers by it hangs on
what everyone can see, never on its player's hand: else the moment of the answer would tell of the hand
(rule 10). What it answers may hang on the hand. In a sealed stage it only fills in the question.
"""

from __future__ import annotations

from engines import extras_of
from engines.table import Path, Seat, View


def offered(game: str, view: View, ordered: tuple[str, ...]) -> tuple[str, ...]:
    """What the viewer may order besides what they have ordered already."""
    orders = extras_of(game).orders
    return orders.offered(view, ordered) if orders and view.viewer is not None and not view.over else ()


def kept(game: str, view: View, ordered: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the viewer's orders by which the house may still answer."""
    orders = extras_of(game).orders
    if not orders or view.viewer is None or view.over:
        return ()
    return tuple(order for order in ordered if orders.stands(view, view.viewer, order))


def fires(game: str, public: View, seat: Seat, ordered: tuple[str, ...]) -> bool:
    """Whether the house answers the present question to this seat by its orders: the public view decides alone."""
    assert public.viewer is None, "the moment of an answer must tell nothing"
    orders = extras_of(game).orders
    return bool(orders) and not public.sealed and seat in public.waiting and orders.fires(public, seat, ordered)


def answer(game: str, view: View, ordered: tuple[str, ...]) -> Path:
    """What the house answers by them: a whole legal path wherever they fire."""
    orders = extras_of(game).orders
    assert orders, "somebody has ordered one"
    return orders.answer(view, ordered)


def filled(game: str, view: View, ordered: tuple[str, ...]) -> Path:
    """The steps that they answer in advance of a sealed question: the viewer goes on from there, or confirms."""
    orders = extras_of(game).orders
    return orders.filled(view, ordered) if orders and view.sealed and view.viewer in view.waiting else ()
