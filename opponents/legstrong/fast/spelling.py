"""Decisions as the steps of a path: the way back from what a walk through the questions has come to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.legstrong.attacks import DONE, STAY, Plan, Verdict, attack_plan, chase_verdict
from engines.legstrong.outside import Rides, ride_orders
from engines.legstrong.promise import BIND
from engines.legstrong.questions import ALL, DRINK, OneOf, Order, Question, Questions, follow
from engines.legstrong.riding import lengths
from engines.legstrong.sprint import ROLL, SEVERAL, TWO, Finale, sprint_bids
from engines.legstrong.state import LegstrongView
from engines.table import Path, Ready


def spelled(view: LegstrongView, decision: Rides | Plan | Verdict | Finale) -> Path:
    """The path of a legal decision of the viewer."""
    questions, step = _spellings(decision)
    path: Path = ()
    while not isinstance(question := follow(view, questions, path).question, Ready):
        path = (*path, step(view, question, path))
    return path


def _spellings(
    decision: Rides | Plan | Verdict | Finale,
) -> tuple[Callable[[LegstrongView], Questions[Any]], Callable[[LegstrongView, Question, Path], str]]:
    match decision:
        case Rides(bound, orders):
            by_rider = {order.rider: order for order in orders}

            def ride(view: LegstrongView, question: Question, path: Path) -> str:
                if bound and isinstance(question, OneOf) and BIND in question.options:
                    return BIND
                return _of_order(view, question, by_rider, bound)

            return ride_orders, ride
        case Plan(orders, bound, verdict, _):
            by_rider = {order.rider: order for order in orders}

            def attack(view: LegstrongView, question: Question, path: Path) -> str:
                if question.about in ("attack", "attack.more"):
                    left = [order.rider for order in orders if order.rider not in path]
                    last = BIND if bound else STAY if question.about == "attack" else DONE
                    return left[0] if left else last
                return _of_order(view, question, by_rider, bound, verdict)

            return attack_plan, attack
        case Verdict():
            return chase_verdict, lambda view, question, path: _of_order(view, question, {}, 0, decision)
        case Finale(bids, late):
            rows = {bid.rider: bid.rows for bid in bids}
            sprinting = [rider for rider in rows if rows[rider]]
            who = (sprinting[0] if sprinting else ROLL) if len(sprinting) < TWO else SEVERAL

            def bid(view: LegstrongView, question: Question, path: Path) -> str:
                what, _, rider = question.about.partition(".")
                return str(rows[rider]) if what == "bid" else who if what == "sprint" else late

            return sprint_bids, bid


def _of_order(
    view: LegstrongView,
    question: Question,
    orders: dict[str, Order],
    bound: int,
    verdict: Verdict | None = None,
) -> str:
    what, _, rider = question.about.partition(".")
    if what == "bottle":
        bottles = orders[rider].bottles
        return bottles[0] if len(bottles) == 1 else ALL
    if what == BIND:
        return f"hex.{bound}"
    if what in ("chase", "hold"):
        assert verdict is not None, "the viewer has decided"
        return verdict.chase if what == "chase" else verdict.hold
    assert isinstance(question, OneOf), "a length is one of several"
    assert question.start is not None, "it begins somewhere"
    if orders[rider].bottles and DRINK in question.options:
        return DRINK
    return next(option for option, length in lengths(question.start).items() if length.rows == orders[rider].rows)
