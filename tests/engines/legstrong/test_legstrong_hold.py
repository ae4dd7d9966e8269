"""Stage races, the option `hold`: a wish for the leader token that stands until it is changed (L13, L13d, L13j)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bench.research.balance_hold import Waited, waits
from engines.legstrong import Bottle, State
from engines.legstrong.hold import has_wishes
from engines.table import Move
from host.play.seen import forced_path
from opponents.greedy import play_greedy
from opponents.sensible import sensible
from tests.engines.legstrong.position import (
    DOWN,
    FLAT,
    GAME,
    PASS,
    THREE,
    Luck,
    answer,
    fallback,
    kinds,
    late,
    leg,
    of_kind,
    options,
    ride,
    rider,
)

pytestmark = pytest.mark.quick

ASKED, KEPT_BEFORE = ("pass", "keep"), ("keep", "pass")


def open_road() -> State:
    """Seat 0 of two holds the token and is asked for attacks, in the open."""
    return leg(FLAT, peloton=2, hold="on", attacks="clockwise")


def test_l13j_hold_is_off_by_default() -> None:
    assert GAME.spec.options[3].default == "off"
    for attacks, way in (("sealed", "stay no"), ("clockwise", "stay")):
        state = leg(FLAT, peloton=2, attacks=attacks)
        assert options(state, 0, way) == ()
        assert not has_wishes(state.table)


@pytest.mark.parametrize("way", ["stay", "0.leader 4 done", "inside hex.4"])
def test_l13j_it_is_part_of_every_attack_question_of_the_holder(way: str) -> None:
    state = open_road()
    assert options(state, 0, way) == ASKED
    answer(state, 0, f"{way} pass")
    other = {"stay": "stay", "0.leader 4 done": "stay", "inside hex.4": "inside hex.4"}[way]
    assert options(state, 1, other) == (), "nobody else decides about the token"


def test_l13j_and_of_every_question_about_the_chase() -> None:
    state = leg(FLAT, "1.leader@40", peloton=10, hold="on", attacks="clockwise", resting="1.leader")
    ride(state, "stay pass")
    ride(state, "stay")
    assert state.stage == "chase"
    assert options(state, 0, "yes") == options(state, 0, "no") == ASKED


def test_l13j_sealed_it_is_part_of_the_sealed_order() -> None:
    state = leg(FLAT, peloton=2, hold="on")
    for way in ("stay no", "0.leader 4 done yes", "inside hex.4 no"):
        assert options(state, 0, way) == ASKED
    assert options(state, 1, "stay") == ()


def test_l13j_a_risk_does_not_keep_an_owner_from_being_asked() -> None:
    state = leg(DOWN, peloton=20, hold="on", attacks="clockwise")
    assert options(state, 0, "0.leader 7.risk") == ASKED
    events = answer(state, 0, "0.leader 7.risk keep", Luck(risk=[[12]]))
    assert of_kind(events, "wished") == [{"seat": 0, "hold": "keep"}]


def test_l13_it_costs_three_energy_in_phase_six_and_keeps_the_token_at_most_twice_running() -> None:
    state = open_road()
    answer(state, 0, "stay keep")
    for payer in ("0.leader", "0.rouleur"):
        events = answer(state, 1, "stay")
        assert of_kind(events, "held") == [{"rider": payer, "seat": 0, "price": 3, "token": 0}]
        assert kinds(events).index("peloton") < kinds(events).index("held")
        assert (of_kind(events, "token"), state.token) == ([], 0)
        answer(state, 0, "stay keep")
    assert of_kind(answer(state, 1, "stay"), "token") == [{"seat": 1}]
    assert [rider(state, f"0.{kind}").energy for kind in ("leader", "rouleur", "climber")] == [27, 27, 30]


def test_l13j_the_wish_stands_until_it_is_changed_and_the_last_answer_comes_first() -> None:
    state = open_road()
    answer(state, 0, "stay keep")
    answer(state, 1, "stay")
    assert state.wishes == ("keep", "")
    assert options(state, 0, "stay") == KEPT_BEFORE
    answer(state, 0, "stay pass")
    answer(state, 1, "stay")
    assert (state.wishes, state.token) == (("pass", ""), 1)
    assert options(state, 1, "stay") == ASKED


def test_l13j_it_is_carried_out_without_being_asked_again() -> None:
    state = open_road()
    answer(state, 0, "inside hex.8 keep")
    events = answer(state, 1, "inside hex.8")
    passing = [kind for kind in kinds(events) if kind in ("held", "token")]
    assert passing[:6] == ["held", "held", "token", "token", "held", "held"], "bound by their promises nobody is asked"
    assert {data["token"] for data in of_kind(events, "held")} == {0}


def test_l13j_the_next_leg_knows_it_still() -> None:
    state = leg("FFFF FFFF", peloton=2, hold="on", attacks="clockwise")
    answer(state, 0, "stay keep")
    late(state, "finish")
    answer(state, None, "leg.2")
    assert state.wishes[0] == "keep"
    first = state.asked[0]
    assert options(state, first, "stay") == (KEPT_BEFORE if first == 0 else ASKED)


def test_l13_the_rider_with_most_energy_pays_and_of_equal_ones_the_leader_then_the_rouleur() -> None:
    for energy, payer in (
        ({"0.climber": 31}, "0.climber"),
        ({"0.leader": 9, "0.rouleur": 9, "0.climber": 9}, "0.leader"),
        ({"0.leader": 2, "0.rouleur": 9, "0.climber": 9}, "0.rouleur"),
    ):
        state = leg(FLAT, peloton=2, hold="on", attacks="clockwise", energy=energy)
        answer(state, 0, "stay keep")
        assert [data["rider"] for data in of_kind(answer(state, 1, "stay"), "held")] == [payer]


def test_l13_an_owner_who_cannot_pay_passes_it_on_and_the_wish_stands() -> None:
    poor = {"0.leader": 2, "0.rouleur": 0, "0.climber": 1}
    state = leg(FLAT, peloton=2, hold="on", attacks="sealed", energy=poor)
    answer(state, 1, "stay")
    events = answer(state, 0, "stay no keep")
    assert (of_kind(events, "held"), of_kind(events, "token")) == ([], [{"seat": 1}])
    assert state.wishes == ("keep", "")


def test_l13d_it_belongs_to_the_first_from_the_holder_on_with_a_rider_inside() -> None:
    out = "0.leader@40 0.rouleur@40 0.climber@40"
    state = leg(FLAT, out, peloton=10, hold="on", attacks="clockwise", seats=3, resting=out.replace("@40", ""))
    assert options(state, 1, "stay") == ASKED
    answer(state, 1, "stay keep")
    answer(state, 2, "stay")
    events = answer(state, 1, "yes keep")
    assert of_kind(events, "held") == [{"rider": "1.leader", "seat": 1, "price": 3, "token": 0}]
    assert (of_kind(events, "token"), state.token) == ([], 0)


def test_l14a_with_nobody_inside_the_token_passes() -> None:
    out = " ".join(f"{seat}.{kind}@40" for seat in range(2) for kind in ("leader", "rouleur", "climber"))
    state = leg(FLAT, out, peloton=2, hold="on", resting=out.replace("@40", ""))
    state.wishes = ("keep", "keep")
    assert state.road.turn > 5, "nobody was asked for anything in turn 5"
    assert state.token == 1


def test_l13j_nothing_is_paid_after_the_last_turn_of_a_leg() -> None:
    state = leg("FFFF FFFF", peloton=22, hold="on")
    state.wishes = ("keep", "keep")
    events = late(state, "finish")
    assert of_kind(events, "held") == []


def test_l13j_a_wish_is_told_where_it_changes_what_all_expect() -> None:
    state = open_road()
    assert of_kind(answer(state, 0, "stay pass"), "wished") == []
    answer(state, 1, "stay")
    assert state.token == 1
    answer(state, 1, "stay keep")
    assert of_kind(answer(state, 0, "stay"), "held")
    assert of_kind(answer(state, 1, "stay pass"), "wished") == [{"seat": 1, "hold": "pass"}]


def test_l13j_sealed_nothing_tells_before_all_are_in() -> None:
    one, other = (leg(FLAT, peloton=2, hold="on") for _ in range(2))
    answer(one, 0, "stay no keep")
    answer(other, 0, "stay no pass")
    assert [GAME.view(one, viewer) for viewer in (None, 1)] == [GAME.view(other, viewer) for viewer in (None, 1)]
    assert of_kind(answer(one, 1, "stay"), "wished") == [{"seat": 0, "hold": "keep"}]


# --- it is never a question of its own


EMPTY = {f"0.{kind}": 0 for kind in ("leader", "rouleur", "climber")}


def alone(*cashed: int) -> State:
    """Seat 0 holds the token, can't promise, and could attack only with what may be in its rider's bottle."""
    riders = {"0.climber": {"tiles": 1}}
    options: dict[str, Any] = {"attacks": "clockwise", "hold": "on"}
    state = leg(FLAT, "1.leader@40", peloton=20, energy=EMPTY, riders=riders, resting="1.leader", **options)
    state.bottles = (Bottle("bottle.climber.01", "0.climber"),)
    state.cashed = tuple(f"bottle.climber.{number:02}" for number in cashed)
    return state


def test_l13j_the_house_still_stays_for_an_owner_who_can_do_nothing_else() -> None:
    state = alone(10, 11, 12)  # everyone can tell that none of the bottles left pays for an attack
    assert options(state, 0, "stay") == ()
    assert forced_path(GAME, state, 0) == ("stay",)


def test_l13j_it_does_not_tell_what_is_in_a_bottle() -> None:
    state = alone()
    assert options(state, 0) == ("stay",), "the bottle is too small"
    assert options(state, 0, "stay") == ASKED
    assert forced_path(GAME, state, 0) is None


@pytest.mark.parametrize("attacks", ["clockwise", "sealed"])
@pytest.mark.parametrize("seats", [2, 4])
def test_l13j_no_hand_over_more_and_no_token_passes_unasked(seats: int, attacks: str) -> None:
    off, on = (waits(seats, attacks, hold, seed=1) for hold in ("off", "on"))
    assert isinstance(on, Waited)
    assert (on.decisions, on.handovers) == (off.decisions, off.handovers)
    assert on.unwished == 0 < on.passed


# --- time-outs, opponents, saves


def test_l36_a_late_owner_keeps_to_the_last_answer_else_it_passes_on() -> None:
    state = leg(FLAT, peloton=20, hold="on")
    assert fallback(state, 0) == ("stay", "yes", "pass")
    state.wishes = ("keep", "")
    assert fallback(state, 0) == ("stay", "yes", "keep")
    state = open_road()
    assert fallback(state, 0) == ("stay", "pass")


def test_an_opponent_that_plays_for_somebody_keeps_to_their_last_answer() -> None:
    state = open_road()
    assert play_greedy(GAME, GAME.view(state, 0), Random(1)) == ("stay", "pass")
    state.wishes = ("keep", "")
    assert play_greedy(GAME, GAME.view(state, 0), Random(1)) == ("stay", "keep")


def test_a_wish_is_a_thought_until_it_has_been_said() -> None:
    state = open_road()
    assert sensible(GAME, GAME.view(state, 0), Random(1)) == 2
    for wish in ASKED:
        state.wishes = (wish, "")
        assert sensible(GAME, GAME.view(state, 0), Random(1)) == 1


def test_l13_on_a_pass_the_wish_is_carried_out_after_the_price_of_the_ground() -> None:
    state = leg(PASS, peloton=20, hold="on", energy={"0.leader": 3, "0.rouleur": 0, "0.climber": 2})
    answer(state, 1, "stay")
    events = answer(state, 0, "stay no keep", Luck(peloton=[[THREE]]))
    assert of_kind(events, "held") == [], "the leader has two left"
    GAME.apply(state, Move(1, GAME.fallback(GAME.view(state, 1))), Luck())
