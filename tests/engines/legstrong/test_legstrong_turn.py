"""Stage races, clauses L13 and L14: punctures, break, peloton, riders behind, the token, and time-outs (L36)."""

from __future__ import annotations

import pytest

from engines.legstrong import CONFIG, HOME, INSIDE, ON_ROAD
from engines.table import IllegalMove, Move
from tests.engines.legstrong.position import (
    DOWN,
    FIVE,
    FLAT,
    GAME,
    GROUNDS,
    PASS,
    THREE,
    Luck,
    answer,
    fallback,
    late,
    leg,
    of_kind,
    offered,
    options,
    pace,
    prices,
    ride,
    rider,
    rows,
    stay,
)

pytestmark = pytest.mark.quick

FLATS = 2  # dice a rider


def flat_for(*places: int, riders: int = 6) -> Luck:
    """Both dice are ones for the riders at these places, from 0."""
    return Luck(punctures=[[1 if at // FLATS in places else 12 for at in range(FLATS * riders)]])


# --- phase 0: punctures


def test_l13_two_ones_are_a_puncture() -> None:
    state = leg(FLAT, "0.leader@30", luck=flat_for(0))
    assert rider(state, "0.leader").puncture == 5
    state = leg(FLAT, "0.leader@30", luck=Luck(punctures=[[1, 2, 12, 1, *[3] * 8]]))
    assert rider(state, "0.leader").puncture == 0


def test_l13_a_puncture_outside_costs_the_move_and_the_place_in_the_next_turn() -> None:
    state = leg(FLAT, "0.leader@30 1.leader@28", luck=flat_for(0))
    assert state.due == ("1.leader",)
    ride(state, "1")
    stay(state)
    assert rider(state, "0.leader").row == 30
    assert state.due == ("1.leader", "0.leader")  # although ahead


def test_l13_a_puncture_inside_puts_the_rider_a_row_behind_the_new_row() -> None:
    state = leg(FLAT, peloton=20, luck=flat_for(0, 4))
    events, row = stay(state), 20 + pace()
    assert of_kind(events, "dropped") == [
        {"rider": "0.leader", "seat": 0, "row": row - 1, "why": "puncture"},
        {"rider": "1.rouleur", "seat": 1, "row": row - 1, "why": "puncture"},
    ]
    assert state.road.peloton == row
    assert state.phase == "attack"  # L13a: the rider doesn't move in phase 5 of this turn, and the next one has begun


def test_l13_a_rider_put_behind_for_a_puncture_plays_in_their_place_next_turn() -> None:
    state = leg(FLAT, "1.leader@10", peloton=20, attacks="clockwise", luck=flat_for(0))
    stay(state)
    ride(state, "1")  # of 1.leader, behind
    stay(state)
    assert state.due == ("0.leader", "1.leader")


def test_l13_three_a_row_behind_the_peloton_and_the_others_further_back() -> None:
    state = leg(FLAT, peloton=20, seats=4, luck=flat_for(0, 1, 2, 3, riders=12))
    stay(state)
    row = 20 + pace()
    assert rows(state, "0.leader", "0.rouleur", "0.climber", "1.leader") == [row - 1, row - 1, row - 1, row - 2]


def test_l13h_on_mountains_two_a_row() -> None:
    state = leg(PASS, peloton=20, luck=flat_for(0, 1, 2))
    stay(state)
    assert rows(state, "0.leader", "0.rouleur", "0.climber") == [23, 23, 22]


def test_l13i_a_puncture_inside_bars_the_attack_of_that_turn() -> None:
    state = leg(FLAT, peloton=20, luck=flat_for(0, 1))
    assert options(state, 0) == ("stay", "0.climber", "inside")


# --- phase 1: break


def test_l13_the_furthest_moves_first_ties_by_order_of_arrival() -> None:
    state = leg(FLAT, "0.leader@30 1.leader@32 1.climber@30 0.rouleur@28")
    assert state.due == ("1.leader", "0.leader", "1.climber", "0.rouleur")
    assert GAME.view(state, None).waiting == (1,)


def test_l13f_riders_of_one_owner_who_follow_one_another_are_one_decision() -> None:
    state = leg(FLAT, "0.leader@32 0.rouleur@30 1.leader@28")
    events = ride(state, "2 5")  # the second rides in no one's slipstream: the wheel was two rows ahead
    assert [data["rider"] for data in of_kind(events, "rode")] == ["0.leader", "0.rouleur"]
    assert state.due == ("1.leader",)


def test_l12_the_second_of_one_path_rides_in_the_slipstream_of_the_first() -> None:
    state = leg(FLAT, "0.leader@31 0.rouleur@30 1.leader@28")
    assert prices(state, "5")["4"] == 0
    ride(state, "5 6")
    assert (rider(state, "0.rouleur").row, rider(state, "0.rouleur").energy) == (36, 27)


# --- phase 4: peloton


@pytest.mark.parametrize(
    ("course", "peloton", "ground", "finale"), [(FLAT, 36, "F", 0), (FLAT, 37, "F", 1), ("FFFGMMMMMM", 37, "M", 0)]
)
def test_l13_in_the_finale_it_is_faster_but_not_on_a_mountain(
    course: str, peloton: int, ground: str, finale: int
) -> None:
    moved = of_kind(stay(leg(course, peloton=peloton)), "peloton")[0]
    assert (moved["row"], moved["finale"]) == (peloton + pace(ground) + CONFIG.finale * finale, finale)


def test_l13_riders_whom_it_reaches_or_passes_are_absorbed() -> None:
    row, resting = 20 + pace(), "0.leader 1.leader 1.climber"
    out = f"0.leader@{row} 1.leader@{row - 3} 1.climber@{row + 2}"
    state = leg(FLAT, out, peloton=20, attacks="clockwise", resting=resting)
    events = stay(state)
    assert [data["rider"] for data in of_kind(events, "absorbed")] == ["0.leader", "1.leader"]
    assert [rider(state, name).place for name in ("0.leader", "1.leader", "1.climber")] == [INSIDE, INSIDE, ON_ROAD]


def test_l13_a_rider_who_fell_in_this_turn_is_not_absorbed() -> None:
    state = leg(DOWN, "0.leader@21", peloton=20, attacks="clockwise")
    ride(state, "7.risk", Luck(risk=[[1]]))  # base movement: row 25
    events = stay(state, chase="yes")
    assert of_kind(events, "absorbed") == []
    assert state.road.peloton == 20 + pace("D") + CONFIG.chase["D"]
    assert (rider(state, "0.leader").place, rider(state, "0.leader").row) == (ON_ROAD, 25)
    events = stay(state)  # L13i: the rider misses the next turn behind the peloton
    assert of_kind(events, "missed") == [{"rider": "0.leader", "seat": 0, "why": "fall"}]
    assert rows(state, "0.leader") == [25]


def test_l13i_a_rider_who_fell_in_the_very_row_that_the_peloton_comes_to_stands_behind_too() -> None:
    row = 20 + pace("D", pips=5)
    state = leg(DOWN, f"0.leader@{row - CONFIG.base['leader']['D']}", peloton=20, attacks="clockwise")
    ride(state, "7.risk", Luck(risk=[[1]]))  # base movement
    assert of_kind(stay(state, Luck(peloton=[[FIVE]])), "absorbed") == []
    assert rider(state, "0.leader").row == state.road.peloton == row
    events = stay(state)
    assert of_kind(events, "missed") == [{"rider": "0.leader", "seat": 0, "why": "fall"}]
    assert (rider(state, "0.leader").place, rider(state, "0.leader").row) == (ON_ROAD, row)


def test_l13i_a_rider_who_misses_a_turn_ahead_of_the_peloton_is_absorbed_like_anybody() -> None:
    state = leg(FLAT, "0.leader@24", peloton=20, resting="0.leader")
    assert [data["rider"] for data in of_kind(stay(state), "absorbed")] == ["0.leader"]


@pytest.mark.parametrize(("ground", "shares"), [("F", (0, 0, 0)), ("G", (0, 1, 0)), ("M", (1, 2, 0)), ("D", (0, 0, 0))])
def test_l13_everybody_inside_or_absorbed_pays_for_the_ground(ground: str, shares: tuple[int, int, int]) -> None:
    course, peloton = GROUNDS[ground]
    out = " ".join(f"1.{kind}@{peloton + 1}" for kind in ("leader", "rouleur"))
    state = leg(course, out, peloton=peloton, attacks="clockwise", resting="1.leader 1.rouleur")
    stay(state)
    for seat in (0, 1):
        paid = [30 - rider(state, f"{seat}.{kind}").energy for kind in ("leader", "rouleur", "climber")]
        assert tuple(paid) == shares


def test_l13_a_rider_who_cannot_pay_is_put_a_row_behind_and_keeps_their_energy() -> None:
    state = leg(PASS, peloton=20, energy={"0.rouleur": 1, "1.leader": 0})
    events = stay(state)
    assert of_kind(events, "dropped") == [
        {"rider": "0.rouleur", "seat": 0, "row": 23, "why": "price"},
        {"rider": "1.leader", "seat": 1, "row": 23, "why": "price"},
    ]
    assert rider(state, "0.rouleur").energy == 1
    assert state.road.turn == 6  # L13a: neither moves in phase 5


def test_l13h_clockwise_from_the_holder_leader_rouleur_climber() -> None:
    empty = {f"{seat}.{kind}": 0 for seat in range(3) for kind in ("leader", "rouleur")}
    state = leg(PASS, peloton=20, token=1, seats=3, energy=empty)
    events = stay(state)
    dropped = [(data["rider"], data["row"]) for data in of_kind(events, "dropped")]
    assert dropped == [
        ("1.leader", 23),
        ("1.rouleur", 23),
        ("2.leader", 22),
        ("2.rouleur", 22),
        ("0.leader", 21),
        ("0.rouleur", 21),
    ]


def test_l13h_the_price_comes_after_the_feed_zone() -> None:
    state = leg("FFFFGGFFFF", peloton=36, energy={"0.rouleur": 0})  # row 37 is a feed zone, row 36 a rise
    events = stay(state)
    assert of_kind(events, "dropped") == []
    assert of_kind(events, "drank") == [{"rider": "0.rouleur", "seat": 0, "value": 1, "energy": 1}]


def test_l14_a_peloton_without_riders_still_moves_without_chase_and_price() -> None:
    names = [f"{seat}.{kind}" for seat in (0, 1) for kind in ("leader", "rouleur", "climber")]
    out = " ".join(f"{name}@{40 + 2 * at}" for at, name in enumerate(names))
    state = leg(FLAT, out, peloton=20)
    events = late(state, "peloton")
    assert of_kind(events, "peloton") == [{"pips": 4, "start": 20, "row": 20 + pace(), "chase": 0, "finale": 0}]


def test_l14a_an_empty_peloton_absorbs_and_they_ride_on_in_it() -> None:
    names = [f"{seat}.{kind}" for seat in (0, 1) for kind in ("leader", "rouleur", "climber")]
    out = " ".join(f"{name}@{23 if at == 0 else 40 + 2 * at}" for at, name in enumerate(names))
    state = leg(FLAT, out, peloton=20, resting=" ".join(names))
    assert rider(state, "0.leader").place == INSIDE
    assert state.road.peloton == 20 + pace()


# --- phase 5: behind


def test_l13_riders_behind_move_front_first_and_stop_in_the_pelotons_row() -> None:
    state = leg(FLAT, "0.leader@17 1.leader@18", peloton=18, attacks="clockwise")
    stay(state)
    row = 18 + pace()
    assert (state.phase, state.due, state.road.peloton) == ("behind", ("1.leader", "0.leader"), row)
    assert [*offered(state)][-1] == f"{pace()}"
    events = ride(state, f"{pace()}")
    assert of_kind(events, "rejoined") == [{"rider": "1.leader", "seat": 1, "row": row}]
    assert rider(state, "1.leader").place == INSIDE
    ride(state, "2")
    assert rider(state, "0.leader").place == ON_ROAD


def test_l13_there_is_room_for_all_in_the_pelotons_row() -> None:
    state = leg(FLAT, "0.leader@23 0.rouleur@23 0.climber@23 1.leader@22", peloton=24, attacks="clockwise")
    stay(state, Luck(peloton=[[THREE]]))
    rows_back = pace(pips=3) + 1
    ride(state, f"{rows_back} {rows_back} {rows_back}")
    assert offered(state)[f"{rows_back + 1}"].row == state.road.peloton


# --- phase 6: token


def test_l13_the_token_passes_left() -> None:
    state = leg(FLAT, peloton=10, token=1, seats=3)
    assert of_kind(stay(state), "token") == [{"seat": 2}]
    assert of_kind(stay(state), "token") == [{"seat": 0}]


def test_l13j_the_token_does_not_pass_after_the_last_turn_and_the_next_leg_begins_on_its_left() -> None:
    state = leg("FFFF FFFF", peloton=22, seats=3, token=1)
    events = late(state, "finish")
    assert of_kind(events, "token") == []
    assert (state.stage, state.token) == ("open", 2)
    assert of_kind(answer(state, None, "leg.2"), "token") == [{"seat": 2}]


# --- who may answer


@pytest.mark.parametrize(
    ("seat", "way"),
    [
        (1, "0.rouleur 5 done"),  # another owner's rider
        (0, "1.rouleur 5 done no"),
        (0, "0.rouleur 3 done no"),  # too short
        (0, "0.rouleur 10 done no"),  # further than six paid rows
        (0, "0.rouleur 5 0.rouleur 5 done no"),  # twice
        (0, "0.rouleur 5 done"),  # cut short
        (0, "stay no pass"),
        (0, "inside hex.4 no"),  # the peloton is there
        (None, "stay no"),
    ],
)
def test_a_refused_answer_changes_nothing(seat: int | None, way: str) -> None:
    state, same = leg(FLAT, peloton=20), leg(FLAT, peloton=20)
    with pytest.raises(IllegalMove):
        GAME.apply(state, Move(seat, tuple(way.split())), Luck())
    assert state == same


def test_riders_of_somebody_else_are_not_mine_to_move() -> None:
    state, same = leg(FLAT, "0.leader@30"), leg(FLAT, "0.leader@30")
    with pytest.raises(IllegalMove, match=r"not\.asked"):
        GAME.apply(state, Move(1, ("2",)), Luck())
    assert state == same


# --- L36: time-outs


def test_l36_outside_all_base_rows_and_the_free_row_of_a_slipstream() -> None:
    state = leg(FLAT, "0.leader@30")
    assert fallback(state, 0) == ("2",)
    state = leg(FLAT, "1.leader@31 0.leader@30")
    ride(state, "8")
    assert fallback(state, 0) == ("3",)


def test_l36_downhill_no_risk_though_it_is_free() -> None:
    state = leg(DOWN, "1.leader@31 0.leader@30", descenders="0.leader", sprinters="0.leader")
    ride(state, "8.risk", Luck(risk=[[12]]))
    assert fallback(state, 0) == ("6",)


@pytest.mark.parametrize(("out", "chase"), [("", "yes"), ("0.leader@40", "no")])
def test_l36_sealed_no_attack_and_the_chase_only_if_none_of_mine_is_ahead(out: str, chase: str) -> None:
    state = leg(FLAT, out, peloton=20, hold="on", resting=out.partition("@")[0])
    assert fallback(state, 0) == ("stay", chase, "pass")
    assert fallback(state, 1) == ("stay",)


@pytest.mark.parametrize(("ahead", "chase"), [("0.leader", "no"), ("1.leader", "yes")])
def test_l36_the_open_question_of_the_chase_is_answered_alike(ahead: str, chase: str) -> None:
    state = leg(FLAT, f"{ahead}@40", peloton=20, attacks="clockwise", resting=ahead)
    ride(state, "stay")
    ride(state, "stay")
    assert fallback(state, 0) == (chase,)


def test_l22_a_rider_who_is_home_does_not_move() -> None:
    state = leg(FLAT, "0.leader@60", peloton=20)
    ride(state, "2")
    assert rider(state, "0.leader").place == HOME
    stay(state)
    assert state.due == ()


def test_l22_the_leg_is_over_once_all_riders_are_home() -> None:
    everyone = [f"{seat}.{kind}" for seat in (0, 1) for kind in ("leader", "rouleur", "climber")]
    state = leg(FLAT, " ".join(f"{name}@60" for name in everyone), peloton=20)
    for _ in range(2):
        ride(state, "2 2 2")
    assert [{finish.rider for finish in places} for places in state.results] == [set(everyone)]
