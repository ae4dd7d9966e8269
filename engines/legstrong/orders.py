"""Stay inside until a hex, unless someone is ahead; and what is to be decided about the chase.

`inside.<leg>.<hex>` and `chase.<leg>.yes`, `.no` or `.unless` (one of mine is ahead). Both stand until the leg is over.
To keep the token needs no order: that wish stands by itself (L13j), and orders repeat it.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.extras import Given, Orders
from engines.legstrong.attacks import NO, STAY, YES, ask_attack, ask_chase, has_ahead, inside
from engines.legstrong.course import hex_of
from engines.legstrong.promise import hexes_to_come
from engines.legstrong.riding import rivals_ahead
from engines.legstrong.state import LegstrongView
from engines.table import Path, Pick, Seat

UNLESS = "unless"  # a rider of the owner's is ahead
ON_THE_ROAD = ("ride", "attack", "chase")
ASKS = {"attack": ask_attack, "chase": ask_chase}
MOST_OFFERED = 10  # hexes


def _of(kind: str, view: LegstrongView, seat: Seat, orders: Given) -> str:
    """The value of the order of that kind that stands; "" for none."""
    standing = [order for order in orders if order.startswith(f"{kind}.") and stands(view, seat, order)]
    return standing[0].rpartition(".")[2] if standing else ""


def stands(view: LegstrongView, seat: Seat, order: str) -> bool:
    """Whether it is of this leg, and for staying inside, the peloton hasn't come so far and no one is ahead."""
    kind, leg, value = order.split(".")
    if view.stage == "open" or int(leg) != view.leg:
        return False
    return kind == "chase" or (hex_of(view.road.peloton) < int(value) and not rivals_ahead(view.road))


def offered(view: LegstrongView, orders: Given) -> Given:
    """One of each kind, for a viewer with riders in the peloton."""
    seat = view.viewer
    if seat is None or view.stage not in ON_THE_ROAD or not inside(view.road, seat):
        return ()
    stay = [f"inside.{view.leg}.{number}" for number in hexes_to_come(view.road)][:MOST_OFFERED]
    chase = [f"chase.{view.leg}.{way}" for way in (YES, NO, UNLESS)] if view.pursuits[seat] else []
    return (
        *(order for order in stay if not _of("inside", view, seat, orders) and stands(view, seat, order)),
        *(order for order in chase if not _of("chase", view, seat, orders)),
    )


def fires(public: LegstrongView, seat: Seat, orders: Given) -> bool:
    """An open attack where the seat stays, and the decision about the chase."""
    kind = {"attack": "inside", "chase": "chase"}.get(public.stage)
    return kind is not None and bool(_of(kind, public, seat, orders))


def answer(view: LegstrongView, orders: Given) -> Path:
    """Stay, or decide about the chase; the token goes as its holder said last."""
    seat = view.viewer
    assert seat is not None, "the public doesn't answer"
    return _walk(view, _steps(view, seat, orders))


def filled(view: LegstrongView, orders: Given) -> Path:
    """The same in a sealed attack, as far as it is ordered."""
    seat = view.viewer
    if seat is None or view.stage != "attack" or not _of("inside", view, seat, orders):
        return ()
    return _walk(view, _steps(view, seat, orders))


def _steps(view: LegstrongView, seat: Seat, orders: Given) -> Callable[[Pick], str]:
    chase = _of("chase", view, seat, orders)

    def step(ask: Pick) -> str:
        if ask.about == "attack":
            return STAY
        if ask.about == "chase":
            return {UNLESS: NO if has_ahead(view.road, seat) else YES}.get(chase, chase)
        return ask.options[0]

    return step


def _walk(view: LegstrongView, step: Callable[[Pick], str]) -> Path:
    """The steps until the answer is whole, or nothing is ordered."""
    path: Path = ()
    while isinstance(ask := ASKS[view.stage](view, path), Pick):
        if not (chosen := step(ask)):
            break
        path = (*path, chosen)
    return path


ORDERS = Orders(offered, stands, fires, answer, filled)
