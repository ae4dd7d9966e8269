"""How the questions of a stage race are walked through: as far as they were answered already, and never wrongly."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.legstrong import State
from engines.legstrong.outside import ride_orders
from engines.legstrong.questions import decided, follow
from engines.table import IllegalMove, Path
from tests.engines.legstrong.position import FLAT, GAME, leg, rider

pytestmark = pytest.mark.quick


@pytest.fixture
def state() -> State:
    """One rider on the road, whose owner is asked how far it moves."""
    return leg(FLAT, "0.rouleur@26", peloton=20)


def test_a_viewer_of_the_same_goes_on_where_they_were(state: State) -> None:
    first = follow(GAME.view(state, 0), ride_orders, ())
    again = follow(GAME.view(state, 0), ride_orders, ("3",))
    assert again is first
    assert again.decision is not None


def test_whoever_sees_something_else_is_asked_anew(state: State) -> None:
    before: Any = follow(GAME.view(state, 0), ride_orders, ())
    tired = replace(rider(state, "0.rouleur"), energy=0)
    riders = tuple(tired if r.id == tired.id else r for r in state.road.riders)
    state.road = replace(state.road, riders=riders)
    after: Any = follow(GAME.view(state, 0), ride_orders, ())
    assert after is not before
    assert len(after.question.ask.options) < len(before.question.ask.options)


@pytest.mark.parametrize("path", [(), ("2",), ("4",)])
def test_another_path_is_walked_from_its_start(state: State, path: Path) -> None:
    view = GAME.view(state, 0)
    first = decided(view, ride_orders, ("3",))
    assert follow(view, ride_orders, path).path == path
    assert decided(view, ride_orders, ("3",)) == first


def test_a_wrong_step_leaves_nothing_behind(state: State) -> None:
    view = GAME.view(state, 0)
    first = decided(view, ride_orders, ("3",))
    with pytest.raises(IllegalMove):
        follow(view, ride_orders, ("3", "3"))
    assert decided(view, ride_orders, ("3",)) == first
