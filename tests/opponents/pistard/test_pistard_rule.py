"""The rule with which the thinkers of Pistard begin: it keeps the die that the team's next rider can make more of."""

from __future__ import annotations

import pytest

from engines.pistard import State
from opponents.pistard.fast.simulation import PistardSimulation
from opponents.pistard.rule import bonus_steps, planned
from tests.engines.pistard.position import question, race

QUICK = PistardSimulation()


def plan(state: State) -> str:
    """The steps that the rule answers."""
    return " ".join(planned(QUICK.load(state))[3])


def test_it_keeps_the_die_that_brings_the_next_rider_into_the_wind() -> None:
    state = race("sprint", "0.Y@18.1 0.G@6.2 1.B@11.2", dice={0: [4, 3]})  # by a 4 Green stops right behind Blue
    assert state.due == "0.Y" and plan(state).startswith("3 ")


@pytest.mark.parametrize(
    "state",
    [
        race("sprint", "0.Y@18.1 0.G@6.2 1.B@16.4", dice={0: [4, 3]}),
        race("sprint", "0.Y@18.1 0.G@6.2 1.B@11.2", dice={0: [4, 3]}, moved="0.G"),
    ],
    ids=["nobody to follow", "the next rider has moved"],
)
def test_where_the_next_rider_makes_nothing_of_it_the_largest_die_is_ridden(state: State) -> None:
    assert state.due == "0.Y" and plan(state).startswith("4 ")


def test_two_bonus_steps_now_are_worth_more_than_those_to_come() -> None:
    state = race("sprint", "0.Y@20.1 0.G@10.1 1.B@15.1", dice={0: [4, 3]})
    assert state.due == "0.Y" and plan(state) in ("4 1 on on", "4 3 on on")


@pytest.mark.parametrize("riders", ["0.Y@18.1 0.G@6.2 1.B@11.2", "0.Y@20.1 0.G@10.1 1.B@15.1", "0.Y@24.1 1.B@20.1"])
def test_what_it_plans_is_legal(riders: str) -> None:
    state, way = race("sprint", riders), list[str]()
    for step in plan(state).split():
        assert step in question(state, " ".join(way))
        way.append(step)
    assert question(state, " ".join(way)) == ()


def test_steps_that_are_no_bonus_are_not_counted() -> None:
    answers = [(4, 24, 1, ("4", "1", "on", "on")), (4, 23, 1, ("4", "1", "on", "stop")), (4, 20, 1, ("4", "stay"))]
    assert [bonus_steps(answer) for answer in answers] == [2, 1, 0]
