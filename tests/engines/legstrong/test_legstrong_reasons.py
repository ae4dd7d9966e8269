"""Stage races: what the event after a turn says of the race, and why a leg and the tour were won (L13, L20 to L23)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.legstrong import State
from engines.table import Event
from tests.engines.legstrong.doped import at_the_line, control
from tests.engines.legstrong.position import FLAT, Luck, answer, kinds, late, leg, of_kind, pace, ride, rider, stay

pytestmark = pytest.mark.quick

ALL = [f"{seat}.{kind}" for seat in (0, 1) for kind in ("leader", "rouleur", "climber")]
CAUGHT = {"0.leader": "sA h2 d3 x1", "1.leader": "hA s2 c3 x2"}  # place 2 is positive


def race(events: list[Event]) -> dict[str, Any]:
    """What the event after a turn says of the race."""
    [told] = of_kind(events, "race")
    return told


def decided(events: list[Event]) -> dict[str, Any]:
    """Why the leg was won, which is said once."""
    [told] = of_kind(events, "decided")
    return told


def why(events: list[Event]) -> tuple[object, ...]:
    """The winner of the leg, by what, the next rider, and what is compared."""
    told = decided(events)
    return tuple(told[key] for key in ("rider", "how", "second", "mine", "theirs"))


def bids(state: State, first: str, second: str, luck: Luck | None = None) -> list[Event]:
    """Both owners answer about the sprint."""
    return [*answer(state, 0, first), *answer(state, 1, second, luck)]


# --- race: who is away after a turn


def test_l13_after_a_turn_all_hear_who_is_away_and_how_far() -> None:
    out = "1.leader@50 0.rouleur@47 1.climber@50 0.climber@16"
    state = leg(FLAT, out, peloton=20, resting=" ".join(word.partition("@")[0] for word in out.split()))
    told = race(stay(state))
    assert told["riders"] == ["1.leader", "1.climber", "0.rouleur"]  # the furthest first; one is behind
    assert (told["rows"], told["left"], told["chase"]) == (30 - pace(), 11, 0)  # row 61 is beyond the line


def test_l13_rows_are_told_in_seconds_too_by_the_pelotons_usual_pace_there() -> None:
    for rows, seconds in ((pace(), 10), (2 * pace(), 20), (1, 10 // pace())):
        state = leg(FLAT, f"1.leader@{20 + pace() + rows}", peloton=20, resting="1.leader")
        told = race(stay(state))
        assert (told["rows"], told["seconds"]) == (rows, seconds)


def test_l13_with_nobody_away_the_peloton_is_told_alone() -> None:
    told = race(stay(leg(FLAT, "0.leader@10", peloton=20, resting="0.leader")))
    assert told == {"riders": [], "rows": 0, "seconds": 0, "chase": 0, "left": 61 - 20 - pace()}


def test_l13_a_chase_is_told() -> None:
    for chase in ("no", "yes"):
        state = leg(FLAT, "1.leader@50", peloton=20, resting="1.leader", attacks="clockwise")
        assert race(stay(state, chase=chase))["chase"] == int(chase == "yes")


def test_l13_it_is_told_when_all_have_moved_and_before_the_token_passes_or_is_kept() -> None:
    events = stay(leg(FLAT, "1.leader@50", peloton=20, resting="1.leader"))
    order = [kind for kind in kinds(events) if kind in ("peloton", "race", "token", "turn")]
    assert order == ["peloton", "race", "token", "turn"]
    state = leg(FLAT, peloton=20, hold="on", attacks="clockwise")
    answer(state, 0, "stay keep")
    assert [kind for kind in kinds(answer(state, 1, "stay")) if kind in ("race", "held", "token")] == ["race", "held"]


def test_l20_once_a_rider_is_home_nobody_is_away_any_more() -> None:
    state = leg(FLAT, "0.leader@60 1.leader@50", peloton=20, resting="1.leader")
    ride(state, "2")
    assert "race" not in kinds(stay(state))


# --- decided: why a leg was won


def test_l20_won_alone_in_an_earlier_turn() -> None:
    state = leg(FLAT, "0.leader@60 1.leader@52", peloton=10)
    ride(state, "1")
    ride(state, "2")
    events = late(state, "finish", most=200)
    assert why(events) == ("0.leader", "away", "1.leader", 40, 0)  # rows 54, 56, 58, 60, and home
    assert kinds(events).index("decided") < kinds(events).index("finish")


def test_l20_won_ahead_of_a_bunch_sprint_in_a_later_turn() -> None:
    state = leg("FFFF", "1.leader@24", peloton=10)
    ride(state, "8")
    events = late(state, "finish")
    first, second = state.results[0][:2]
    assert why(events) == ("1.leader", "away", second.rider, second.seconds, 0)
    assert first.rider == "1.leader"


def test_l20_won_just_before_the_peloton_which_came_home_in_the_same_turn() -> None:
    state = leg("FFFF", "0.leader@23", peloton=20)
    ride(state, "2")
    events = bids(state, "0.rouleur 2", "roll")
    assert why(events) == ("0.leader", "held", "0.rouleur", 0, 0)


def test_l20_won_by_rows_beyond_the_line() -> None:
    state = leg(FLAT, "0.leader@60 1.leader@59", peloton=10)
    ride(state, "2")
    ride(state, "4")
    assert why(late(state, "finish")) == ("1.leader", "rows", "0.leader", 3, 2)


def test_l20_won_by_the_earlier_mover() -> None:
    state = leg(FLAT, "0.leader@60 1.leader@60", peloton=10)
    ride(state, "2")
    ride(state, "2")
    assert why(late(state, "finish")) == ("0.leader", "earlier", "1.leader", 0, 0)


def test_l22_won_with_nobody_else_home_in_time() -> None:
    names = [name for name in ALL if name != "0.leader"]
    out = "0.leader@84 " + " ".join(f"{name}@{10 - at}" for at, name in enumerate(names))
    state = leg(f"{FLAT}FFFF", out, riders={name: {"fed": 2} for name in names})
    ride(state, "8 1 1")
    assert why(late(state, "finish", most=200)) == ("0.leader", "unopposed", "", 0, 0)


def test_l21_won_without_a_sprint_by_the_only_rider_inside() -> None:
    out = " ".join(f"{name}@30" for name in ALL if name != "1.climber")
    state = leg(FLAT, out, peloton=55)
    assert why(bids(state, "easy", "0 easy")) == ("1.climber", "unopposed", "", 0, 0)


def test_l21_won_by_strength_in_the_sprint() -> None:
    events = bids(leg(FLAT, peloton=55), "0.climber 3", "1.rouleur 2", Luck(bid=[[12]]))
    assert why(events) == ("1.rouleur", "sprint", "0.climber", 3 + 2, 1 + 3)
    assert kinds(events).index("bid") < kinds(events).index("decided") < kinds(events).index("finish")


def test_l21_a_bid_that_does_not_come_off_wins_nothing() -> None:
    events = bids(leg(FLAT, peloton=55), "0.climber 3", "1.rouleur 2", Luck(bid=[[3]]))
    assert why(events) == ("1.rouleur", "sprint", "0.rouleur", 3 + 2, 3)


def test_l21_won_by_the_energy_left() -> None:
    events = bids(leg(FLAT, peloton=55, energy={"0.rouleur": 20}), "0.rouleur 2", "1.rouleur 2")
    assert why(events) == ("1.rouleur", "energy", "0.rouleur", 27, 17)


def test_l21_won_by_the_event_die() -> None:
    events = bids(leg(FLAT, peloton=55), "roll", "roll", Luck(sprint=[[4, 9], [2, 1], [2, 1]]))
    assert why(events) == ("1.rouleur", "die", "0.rouleur", 3, 3)


def test_l21_a_sprint_behind_the_winner_is_not_the_reason() -> None:
    state = leg("FFFF", "0.leader@24", peloton=20)
    ride(state, "2")
    assert why(bids(state, "roll", "1.rouleur 2"))[:3] == ("0.leader", "held", "1.rouleur")


@pytest.mark.parametrize("course", ["FFFF FFFF", "FFFF"])
def test_l20_it_is_told_of_every_leg_and_names_the_first_two_of_the_result(course: str) -> None:
    state = leg(course, peloton=22)
    for number in range(len(state.courses)):
        if state.stage == "open":
            answer(state, None, f"leg.{number + 1}")
        told = decided(late(state, "finish"))
        assert [told["rider"], told["second"]] == [finish.rider for finish in state.results[number][:2]]
        assert told["seat"] == rider(state, told["rider"]).seat


# --- won: why the tour was won


def won(state: State) -> dict[str, Any]:
    """The sprint of the last leg goes to 0.rouleur before 1.leader; why the match was won."""
    [told] = of_kind(bids(state, "0.rouleur 2", "1.leader 2"), "won")
    return told


def last_leg(mine: dict[str, int], theirs: dict[str, int]) -> dict[str, Any]:
    """The same after legs in which 0.rouleur and 1.leader have come to these sums; all others are far behind."""
    state, sums = leg("FFFF", peloton=22), {"0.rouleur": mine, "1.leader": theirs}
    state.scores = tuple(replace(score, **sums.get(score.rider, {"seconds": 900})) for score in state.scores)
    return won(state)


def test_l23_the_match_is_won_by_time() -> None:
    told = last_leg({"seconds": 0}, {"seconds": 10})
    assert told == {"seats": [0], "by": "time", "second": 1, "mine": 30, "theirs": 0}


def test_l23_not_always_by_the_winner_of_the_last_leg() -> None:
    told = last_leg({"seconds": 50}, {"seconds": 10})
    assert told == {"seats": [1], "by": "time", "second": 0, "mine": 20, "theirs": 0}


def test_l23_of_equal_time_by_legs_won() -> None:
    told = last_leg({"seconds": 20, "wins": 1}, {"seconds": 0, "wins": 1})
    assert told == {"seats": [0], "by": "wins", "second": 1, "mine": 2, "theirs": 1}


def test_l23_of_equal_wins_by_the_sum_of_places() -> None:
    told = last_leg({"seconds": 20, "places": 9}, {"seconds": 0, "wins": 1, "places": 1})
    assert told == {"seats": [1], "by": "places", "second": 0, "mine": 3, "theirs": 10}


def test_l23_of_equal_places_by_the_place_in_the_last_leg() -> None:
    told = last_leg({"seconds": 20, "places": 4}, {"seconds": 0, "wins": 1, "places": 3})
    assert told == {"seats": [0], "by": "last", "second": 1, "mine": 1, "theirs": 2}


def test_l23a_the_next_owner_and_not_the_next_rider_is_named() -> None:
    state = leg("FFFF", peloton=22, seats=3)
    best = {"1.leader": -60, "1.rouleur": -50, "2.leader": -30}
    state.scores = tuple(replace(score, seconds=best.get(score.rider, 90)) for score in state.scores)
    assert of_kind(late(state, "won"), "won") == [{"seats": [1], "by": "time", "second": 2, "mine": 30, "theirs": 0}]


def test_l23a_with_teams_by_the_time_of_the_best_two_riders() -> None:
    state = leg("FFFF", peloton=22, win="team")
    times = {"0.leader": 0, "0.rouleur": 90, "1.leader": 30, "1.rouleur": 30}
    state.scores = tuple(replace(score, seconds=times.get(score.rider, 900)) for score in state.scores)
    assert won(state) == {"seats": [1], "by": "time", "second": 0, "mine": 10, "theirs": 0}


def test_l23a_of_teams_equal_in_time_by_the_legs_that_the_best_rider_has_won() -> None:
    state = leg("FFFF", peloton=22, win="team")
    times = {"0.leader": 40, "0.rouleur": 20, "1.leader": 0, "1.rouleur": 40}
    state.scores = tuple(replace(score, seconds=times.get(score.rider, 900)) for score in state.scores)
    assert won(state) == {"seats": [0], "by": "wins", "second": 1, "mine": 1, "theirs": 0}


def test_l32b_the_only_owner_left_has_won_alone() -> None:
    state = at_the_line("0.leader 1.leader 1.climber", sleeves=CAUGHT, tests="pick")
    control(state, 1)
    [told] = of_kind(ride(state, "2"), "won")
    assert told == {"seats": [1], "by": "alone", "second": -1, "mine": 0, "theirs": 0}


def test_l32b_those_struck_last_share_the_win() -> None:
    state = at_the_line("0.leader 1.leader", sleeves=CAUGHT, seats=3, tests="pick")
    control(state, 4)
    ride(state, "2")
    [told] = of_kind(ride(state, "2"), "won")
    assert told == {"seats": [0, 1], "by": "shared", "second": -1, "mine": 0, "theirs": 0}
