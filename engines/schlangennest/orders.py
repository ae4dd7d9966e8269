"""This square, as long as it is free: my next cards lie where I say, one in each turn, as long as the rules allow it.

`square.<end>.<card>.<rotation>`, such as `square.C4.w.curve.sw`; up to three, each where the one before it leads.
"""

from __future__ import annotations

from engines.extras import Given, Orders
from engines.schlangennest.game import ask_lay, begin_turn
from engines.schlangennest.laying import lays
from engines.schlangennest.state import SchlangennestView, State
from engines.schlangennest.strands import lay, split
from engines.table import IllegalMove, Path, Ready, Seat

AT_MOST = 3
MOST_OFFERED = 15
LAST = ("tail", "head")  # cards that end a snake: no one wants that done without looking


def _path(order: str) -> Path:
    _, square, side, kind, rotation = order.split(".")
    return f"{square}.{side}", kind, rotation


def _square(order: str) -> str:
    return split(_path(order)[0])[0]


def _is_legal(view: SchlangennestView | State, seat: Seat, path: Path) -> bool:
    asked = SchlangennestView(
        viewer=seat,
        stage=view.stage,
        waiting=(seat,),
        standings=(),
        over=False,
        sealed=False,
        table=view.table,
        turn=view.turn,
        due=view.due,
        todo=view.todo,
        nest=view.nest,
        stuck=view.stuck,
        last=view.last,
    )
    try:
        return view.stage == "lay" and isinstance(ask_lay(asked, path), Ready)
    except IllegalMove:
        return False


def stands(view: SchlangennestView, seat: Seat, order: str) -> bool:
    """Whether the square is free."""
    return _square(order) not in view.nest.cards


def offered(view: SchlangennestView, orders: Given) -> Given:
    """Where the viewer's card could lie in the turn after those that are ordered, all else as it is now."""
    seat = view.viewer
    standing = [order for order in orders if seat is not None and stands(view, seat, order)]
    if seat is None or seat in view.waiting or len(standing) >= AT_MOST:
        return ()
    state = State(view.table, view.stage, view.turn, view.due, view.todo, view.nest, view.stuck, view.last)
    begin_turn(state, seat)
    for order in standing:
        end, kind, rotation = _path(order)
        if not state.todo or not _is_legal(state, seat, (end, kind, rotation)):
            return ()
        [card] = [card for open_end, card in lays(state) if open_end == end and card[2:] == (kind, rotation)]
        state.nest, state.last = lay(state.nest, *card), card.square
        begin_turn(state, seat)
    if not state.todo or state.stage != "lay":
        return ()
    offers = [f"square.{end}.{card.kind}.{card.rotation}" for end, card in lays(state) if card.kind not in LAST]
    return tuple(offers[:MOST_OFFERED])


def fires(public: SchlangennestView, seat: Seat, orders: Given) -> bool:
    """Where one of them can be laid."""
    return public.due == seat and any(_is_legal(public, seat, _path(order)) for order in orders)


def answer(view: SchlangennestView, orders: Given) -> Path:
    """The first of them that can be laid."""
    assert view.viewer is not None, "the public doesn't answer"
    return next(path for path in map(_path, orders) if _is_legal(view, view.viewer, path))


ORDERS = Orders(offered, stands, fires, answer)
