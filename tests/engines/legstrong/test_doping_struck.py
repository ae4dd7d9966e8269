"""After a test, clauses L31a, L32 and L32b: levels kept or lowered, struck riders, owners without riders, the end."""

from __future__ import annotations

from typing import Any

import pytest

from engines.legstrong import NEGATIVE, State
from engines.table import Event, IllegalMove, Move
from tests.engines.legstrong.doped import RIDERS, at_the_line, card, cards, control, level, samples
from tests.engines.legstrong.position import (
    GAME,
    Luck,
    answer,
    fallback,
    kinds,
    late,
    of_kind,
    options,
    rider,
    signed,
)

pytestmark = pytest.mark.quick

RISKY = {"0.leader": "sA h2 d3 x1"}  # places 2 and 3 are positive
BOTH = {**RISKY, "1.leader": "hA s2 c3 x2"}


def caught(order: str = RIDERS, **more: Any) -> tuple[State, list[Event]]:
    """The winner's test is positive; returns the events."""
    state = at_the_line(order, sleeves=BOTH, **{"tests": "pick", **more})
    control(state, 1)
    return state, answer(state, state.asked[0], "2")


def after_tests(die: int, ways: str = "1", **more: Any) -> State:
    """A control with the places that are picked in it; the first is negative, the second positive."""
    state = at_the_line(**{"tests": "pick", **more})
    control(state, die)
    for way in ways.split():
        answer(state, state.asked[0], way)
    return state


# --- positive


def test_l31a_the_card_of_a_positive_test_is_shown_to_all() -> None:
    state, events = caught()
    [one] = [event for event in events if event.kind == "tested"]
    assert (one.to, one.data["positive"], one.data["card"]) == (None, 1, card("h2"))
    assert level(state, "0.leader").known == cards("sA h2")
    assert GAME.view(state, None).control == state.control
    assert samples(state)["0.leader"].card == card("h2")


def test_l32_a_positive_rider_is_struck_from_the_classifications_and_the_result_stands() -> None:
    state, events = caught()
    assert of_kind(events, "struck") == [{"rider": "0.leader", "seat": 0, "leg": 1}]
    assert [score.rider for score in state.scores] == [r.id for r in state.road.riders if r.id != "0.leader"]
    assert [(strike.rider.id, strike.score.seconds, strike.leg) for strike in state.struck] == [("0.leader", 10, 1)]
    assert state.results[0][0].rider == "0.leader"
    assert of_kind(events, "jerseys")[-1]["yellow"] == state.jerseys.yellow == "1.leader"
    assert [(standing.seat, standing.rank) for standing in state.standings] == [(0, 2), (1, 1)]


def test_l32_a_struck_rider_stays_on_the_road_until_the_next_leg_is_opened() -> None:
    state, _ = caught()
    assert rider(state, "0.leader").id == "0.leader"
    events = answer(state, None, "leg.2")
    assert "0.leader" not in of_kind(events, "opened")[0]["riders"]
    assert [r.id for r in state.road.riders] == [score.rider for score in state.scores]
    late(state, "finish", Luck(control=[[1]]))
    assert len(state.results[-1]) == 5


def test_l32_nobody_asks_the_owner_of_a_struck_rider_to_keep_a_level() -> None:
    state, events = caught()
    assert (state.stage, kinds(events)) == ("open", ["tested", "struck", "jerseys"])


def test_l23b_a_team_with_fewer_than_two_left_is_not_classified() -> None:
    state, _ = caught("0.leader 1.leader 0.rouleur 1.rouleur")
    assert state.jerseys.team == 1


def test_l23a_the_control_after_the_last_leg_comes_before_the_win() -> None:
    state, events = caught(leg=3)
    assert kinds(events) == ["tested", "struck", "jerseys", "won"]
    assert of_kind(events, "won")[0]["seats"] == [1]
    assert GAME.view(state, None).over


def test_l32_a_negative_test_shows_no_card() -> None:
    for place in ("1", "4"):
        state = at_the_line(sleeves=RISKY, tests="pick")
        control(state, 1)
        events = answer(state, 1, place, Luck(sleeve=[[0, 1, 2, 3]]))
        shown = {value for event in events for value in event.data.values() if str(value).startswith("card.")}
        assert shown == {card("sA")}
        assert (level(state, "0.leader").known, samples(state)["0.leader"].card) == ((card("sA"),), "")


# --- keep


def test_l32_after_a_negative_test_the_level_is_kept_or_lowered() -> None:
    state = after_tests(1, sleeves={"0.leader": "sA hK d3 x1"})
    assert (state.stage, GAME.view(state, None).sealed, state.asked) == ("keep", True, (0,))
    assert options(state, 0) == ("keep", card("hK"), card("d3"))
    events = answer(state, 0, card("d3"))
    assert of_kind(events, "lowered") == [
        {"rider": "0.leader", "seat": 0, "was": card("sA"), "card": card("d3"), "bonus": -2}
    ]
    assert (level(state, "0.leader").card, level(state, "0.leader").known) == (card("d3"), cards("sA d3"))
    assert state.stage == "open"


@pytest.mark.parametrize(
    ("sleeve", "level", "lower"),
    [
        ("sJ hQ dK x1", "sJ", ""),
        ("sA hQ dK cJ", "sA", "cJ dK hQ"),
        ("sA hA dA c2", "sA", "c2"),
        ("s3 h4 d5 x1", "s3", "d5"),
        ("s9 h10 x1 x2", "s9", ""),
        ("sA h2 d7 c8", "h2", "c8 d7"),
        ("sA h2 d7 c8", "d7", ""),
    ],
)
def test_l32_only_strictly_lower_cards_and_never_a_joker(sleeve: str, level: str, lower: str) -> None:
    state = after_tests(1, sleeves={"0.leader": sleeve}, levels={"0.leader": level}, ways="1")
    if samples(state)["0.leader"].result == NEGATIVE:
        assert options(state, 0) == ("keep", *cards(lower))


@pytest.mark.parametrize("way", ["card.spade.A", "card.joker.1", "card.club.J", "5", "keep keep"])
def test_l32_a_higher_level_a_joker_or_a_stranger_is_refused(way: str) -> None:
    state = after_tests(1, sleeves={"0.leader": "sA h2 d7 x1"}, levels={"0.leader": "h2"})
    before = GAME.view(state, 0)
    with pytest.raises(IllegalMove) as refused:
        answer(state, 0, way)
    assert refused.value.reason in ("level.higher", "level.joker", "level.sleeve", "step.unknown", "step.beyond")
    assert GAME.view(state, 0) == before


def test_l32_an_owner_is_asked_even_if_keep_is_the_only_option() -> None:
    state = after_tests(1, sleeves={"0.leader": "sJ hQ dK x1"})
    assert options(state, 0) == ("keep",)
    assert of_kind(answer(state, 0, "keep"), "kept") == [
        {"rider": "0.leader", "seat": 0, "card": level(state, "0.leader").card}
    ]


def test_l32_all_who_were_tested_answer_at_once_and_hidden() -> None:
    state = after_tests(5, "1 1", sleeves=BOTH)
    assert (state.stage, set(state.asked)) == ("keep", {0, 1})
    assert kinds(answer(state, 1, card("s2"))) == ["chosen", "sealed"]
    assert level(state, "1.leader").card == card("hA")
    assert GAME.view(state, 0).answer == ""
    events = answer(state, 0, "keep")
    assert kinds(events)[-2:] == ["kept", "lowered"]


def test_l32_two_riders_of_one_owner_are_one_answer() -> None:
    state = after_tests(4, "1 1", order="0.leader 0.rouleur 1.leader", sleeves={**RISKY, "0.rouleur": "hK d4 x2 c10"})
    assert state.asked == (0,)
    assert options(state, 0, "keep") == ("keep", card("d4"), card("c10"))
    answer(state, 0, f"keep {card('c10')}")
    assert level(state, "0.rouleur").card == card("c10")


def test_l32_a_lower_level_can_be_lowered_again_and_what_was_shown_stays_known() -> None:
    state = after_tests(1, sleeves={"0.leader": "sA hK d3 x1"})
    answer(state, 0, card("hK"))
    answer(state, None, "leg.2")
    state.stage, state.phase, state.asked = "", "control", ()
    control(state, 1, save=[[12]])
    answer(state, 1, "1")
    assert options(state, 0) == ("keep", card("d3"))
    answer(state, 0, card("d3"))
    assert level(state, "0.leader").known == cards("sA hK d3")
    assert level(state, "0.leader").circles == 2


def test_l32_nobody_is_asked_for_a_level_that_is_of_no_more_use() -> None:
    state = after_tests(1, sleeves=RISKY, leg=3)
    assert (state.stage, GAME.view(state, None).over) == ("over", True)


def test_l36_a_late_owner_keeps_the_level() -> None:
    state = after_tests(1, sleeves=RISKY)
    assert fallback(state, 0) == ("keep",)


# --- owners without riders


def test_l32_an_owner_without_riders_is_passed_over_by_token_and_questions() -> None:
    state, events = caught("0.leader 1.leader 2.leader 1.rouleur 2.rouleur", seats=3, token=2)
    assert of_kind(events, "out") == [{"seat": 0}]
    assert state.token == 1  # 0, who has no one left, sits to the left of 2
    answer(state, None, "leg.2")
    while state.stage != "open":
        waiting = GAME.view(state, None).waiting
        assert 0 not in waiting
        assert state.token != 0
        move = Move(waiting[0], GAME.fallback(GAME.view(state, waiting[0])))
        GAME.apply(state, move, Luck(control=[[1]]))
    assert [standing.seat for standing in state.standings if standing.rank == 3] == [0]


def test_l29_an_owner_who_has_just_lost_their_last_rider_still_tests() -> None:
    state = at_the_line("0.leader 1.leader", sleeves=BOTH, tests="pick")
    control(state, 4)
    events = answer(state, 1, "2")
    assert of_kind(events, "out") == [{"seat": 0}]
    assert (state.stage, state.asked) == ("test", (0,))
    answer(state, 0, "1")
    assert samples(state)["1.leader"].result == NEGATIVE


# --- L32b: the end


def test_l32b_one_owner_left_wins_and_the_tour_ends() -> None:
    state, events = caught("0.leader 1.leader 1.climber")
    assert kinds(events)[-2:] == ["jerseys", "won"]
    assert of_kind(events, "won")[0]["seats"] == [1]
    assert GAME.view(state, None).over
    assert [(standing.seat, standing.rank, standing.points) for standing in state.standings] == [(0, 2, 0), (1, 1, 0)]


def test_l32b_where_none_is_left_those_struck_last_share() -> None:
    state = after_tests(4, "2 2", order="0.leader 1.leader", sleeves=BOTH, seats=3)
    assert GAME.view(state, None).over
    assert [(standing.seat, standing.rank) for standing in state.standings] == [(0, 1), (1, 1), (2, 3)]
    assert (state.jerseys.yellow, state.jerseys.team) == ("", -1)


def test_l32b_the_control_is_carried_out_to_its_end_before() -> None:
    state = at_the_line("0.leader 1.leader 1.climber", sleeves=BOTH, tests="pick")
    control(state, 4)
    assert kinds(answer(state, 1, "2"))[-1] == "sleeve"
    assert not GAME.view(state, None).over


def test_the_sleeves_are_gone_when_the_tour_is_over() -> None:
    state, _ = caught(leg=3)
    assert GAME.view(state, 1).sleeves == state.sleeves == ()
    assert state.levels


# --- a whole tour


def test_l30_circles_grow_over_a_whole_tour_and_saving_rolls_with_them() -> None:
    """The same rider wins every leg, the event die never saves them, and the first card is their own level."""
    state = signed(2, tour="custom", course="FFFF FFFF FFFF FFFF FFFF", doping="on")
    saves: list[int] = []
    while not GAME.view(state, None).over:
        events = late(state, "called", Luck(control=[[1]], save=[[12]]))
        saves += [samples(state)[data["rider"]].most for data in of_kind(events, "tested")]
    assert saves == [0, 5, 8, 11, 11]
    assert sorted(le.circles for le in state.levels) == [0, 0, 0, 0, 0, 5]
