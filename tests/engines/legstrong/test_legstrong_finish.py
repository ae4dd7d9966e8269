"""Stage races, clauses L18 to L24: bottles, summits, the line, the bunch sprint and the classifications."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.legstrong import HOME, INSIDE, ON_ROAD, Bottle, Finish, State, drink_of, full_pile
from engines.legstrong.results import jerseys, standings, team_times, unfinished
from engines.legstrong.state import Score
from tests.engines.legstrong.position import (
    FIVE,
    FLAT,
    GAME,
    PASS,
    Luck,
    answer,
    fallback,
    kinds,
    late,
    leg,
    most,
    of_kind,
    options,
    ride,
    rider,
    rows,
    stay,
)

pytestmark = pytest.mark.quick

ALL = [f"{seat}.{kind}" for seat in (0, 1) for kind in ("leader", "rouleur", "climber")]


def holding(state: State, name: str, *numbers: int) -> State:
    """The rider holds the bottles of these numbers in their pile."""
    kind = name.split(".")[1]
    mine = tuple(Bottle(full_pile(kind)[number - 1], name) for number in numbers)
    state.bottles = tuple(sorted([*state.bottles, *mine], key=lambda bottle: bottle.id))
    field = [replace(r, tiles=len(numbers)) if r.id == name else r for r in state.road.riders]
    state.road = replace(state.road, riders=tuple(field))
    return state


def bids(state: State, luck: Luck | None = None, **ways: str) -> list[dict[str, Any]]:
    """All owners bid, `_0` and `_1` by seat; the bids as told, best first."""
    events = []
    for seat in state.asked:
        last = seat == state.asked[-1]
        events += answer(state, seat, ways[f"_{seat}"], luck if last else None)
    return of_kind(events, "bid")


# --- L18: feed zones and bottles


def test_l18_the_first_at_a_feed_row_draws_a_bottle_whose_value_is_secret() -> None:
    state = leg(FLAT, "0.leader@18")
    events = ride(state, "2", Luck(bottle=[[12]]))
    assert of_kind(events, "fed") == [{"rider": "0.leader", "seat": 0, "row": 19, "tile": 1}]
    secret = next(event for event in events if event.kind == "bottle")
    assert (secret.to, secret.data["value"]) == (frozenset({0}), 5)
    assert rider(state, "0.leader").tiles == 1
    assert [bottle.rider for bottle in GAME.view(state, 0).bottles] == ["0.leader"]
    assert GAME.view(state, 1).bottles == GAME.view(state, None).bottles == ()


def test_l18_a_rider_draws_from_the_pile_of_their_colour_and_once_a_zone() -> None:
    state = leg(FLAT, "0.climber@20", peloton=5, riders={"0.climber": {"fed": 1}})
    assert "fed" not in kinds(ride(state, "1"))
    state = leg(FLAT, "0.climber@18")
    ride(state, "1")
    assert state.bottles[0].id == "bottle.climber.01"


def test_l18_the_pile_of_each_colour() -> None:
    assert [drink_of(bottle) for bottle in full_pile("leader")] == [1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5]
    assert len({bottle for kind in ("leader", "rouleur", "climber") for bottle in full_pile(kind)}) == 36


def test_l18_everybody_in_the_peloton_draws_when_it_comes_to_the_zone() -> None:
    state = leg(FLAT, peloton=16)
    events = stay(state)
    assert sorted(data["rider"] for data in of_kind(events, "fed")) == sorted(ALL)
    assert len({bottle.id for bottle in state.bottles}) == 6


def test_l18_every_later_question_offers_the_bottles() -> None:
    state = holding(leg(FLAT, "0.leader@30", energy=1), "0.leader", 3, 12)
    assert options(state, 0) == ("keep", "bottle.leader.03", "bottle.leader.12", "all")
    assert options(state, 0, "keep") == ("1", "2", "3")
    assert options(state, 0, "bottle.leader.03") == ("1", "2", "3", "4")
    assert options(state, 0, "all")[-1] == "6"
    events = ride(state, "bottle.leader.12 5")
    assert of_kind(events, "drank") == [{"rider": "0.leader", "seat": 0, "value": 5, "energy": 6}]
    assert (rider(state, "0.leader").energy, rider(state, "0.leader").tiles) == (1, 1)
    assert state.cashed == ("bottle.leader.12",)


def test_l18_an_attack_is_offered_with_what_the_bottles_give() -> None:
    state = holding(leg(FLAT, peloton=20, energy={"0.leader": 0}), "0.leader", 1, 12)
    assert options(state, 0, "0.leader") == ("bottle.leader.12", "all")  # it takes 3 for two extra rows
    assert options(state, 0, "0.leader bottle.leader.12") == ("4", "5")


def test_l18_whoever_could_attack_with_a_bottle_is_asked_whatever_is_in_it() -> None:
    state = leg(FLAT, "1.leader@30", peloton=20, energy=dict.fromkeys(ALL, 0))
    holding(state, "0.leader", 1)
    ride(state, "1")
    assert state.asked == (0,)  # the public can't see that the bottle holds but one
    assert options(state, 0) == ("stay",)


def test_l18_a_bottle_is_opened_where_the_pelotons_price_could_not_be_paid() -> None:
    state = holding(leg(PASS, peloton=25, energy={"0.rouleur": 0}), "0.rouleur", 1, 3, 12)
    events = stay(state)
    assert [data["value"] for data in of_kind(events, "drank")] == [2]  # the smallest that is enough
    assert rider(state, "0.rouleur").place == INSIDE


def test_l18_two_bottles_where_one_is_not_enough_and_none_where_two_are_not() -> None:
    state = holding(leg(PASS, peloton=25, energy={"0.rouleur": 0}), "0.rouleur", 1, 2)
    assert [data["value"] for data in of_kind(stay(state), "drank")] == [1, 1]
    state = holding(leg(PASS, peloton=25, energy={"0.rouleur": 0}), "0.rouleur", 1)
    events = stay(state)
    assert of_kind(events, "drank") == []
    assert (rider(state, "0.rouleur").place, rider(state, "0.rouleur").tiles) == (ON_ROAD, 1)


def test_l18_unused_bottles_are_lost_at_the_end_of_the_leg() -> None:
    state = leg(f"{FLAT} FFFF", peloton=16)
    late(state, "finish")
    assert state.bottles == state.cashed == ()
    assert {r.tiles for r in state.road.riders} == {0}


def test_l18b_an_empty_pile_is_refilled_with_its_drunk_bottles() -> None:
    state = leg(FLAT, "0.leader@18")
    holding(state, "1.leader", *range(1, 11))
    state.cashed = full_pile("leader")[10:]
    ride(state, "1", Luck(bottle=[[2]]))
    assert GAME.view(state, 0).bottles == (Bottle("bottle.leader.12", "0.leader"),)
    assert state.cashed == ()


def test_l18b_else_nothing_is_drawn() -> None:
    state = leg(FLAT, "0.leader@18")
    holding(state, "1.leader", *range(1, 13))
    events = ride(state, "1")
    assert of_kind(events, "fed")[0]["tile"] == 0
    assert "bottle" not in kinds(events)


# --- L19: summits


@pytest.mark.parametrize(("category", "points"), [(1, [5, 3, 1]), (2, [3, 2, 1]), (3, [2, 1])])
def test_l19_points_for_the_first_at_a_summit_and_ten_seconds_for_the_very_first(
    category: int, points: list[int]
) -> None:
    out = "0.leader@54 0.rouleur@54 1.leader@53 1.rouleur@53"
    state = leg(f"{PASS[:-1]}{category}", out, peloton=20, riders={name: {"climbed": 0} for name in ALL})
    events = [*ride(state, "1 1"), *ride(state, "1 1")]
    assert [(data["points"], data["seconds"]) for data in of_kind(events, "summit")] == [
        (won, 10 if place == 0 else 0) for place, won in enumerate(points)
    ]


def test_l19_places_left_go_to_those_inside_climbers_first_then_clockwise_without_seconds() -> None:
    state = leg(PASS, "0.rouleur@54", peloton=53, token=1, riders={"0.rouleur": {"climbed": 0}})
    won = of_kind([*ride(state, "1"), *stay(state)], "summit")
    assert [(data["rider"], data["points"], data["seconds"]) for data in won] == [
        ("0.rouleur", 5, 10),
        ("1.climber", 3, 0),
        ("0.climber", 1, 0),
    ]


def test_l19_then_leaders_then_rouleurs() -> None:
    state = leg(PASS, "0.climber@60 1.climber@60 1.leader@60", peloton=53)
    ride(state, "1")
    ride(state, "1 1")
    won = of_kind(stay(state), "summit")
    assert [data["rider"] for data in won] == ["0.leader", "0.rouleur", "1.rouleur"]


def test_l19_of_one_owners_climbers_the_better_in_the_classification() -> None:
    state = leg(PASS, peloton=53, teams="2")
    state.scores = tuple(replace(score, seconds=-20 if score.rider == "2.climber" else 0) for score in state.scores)
    won = of_kind(stay(state), "summit")
    assert [data["rider"] for data in won] == ["2.climber", "0.climber", "1.climber"]


def test_l19_at_a_summit_finish_places_follow_the_result_without_seconds() -> None:
    state = leg("FFFGMM/1", "1.climber@34 0.climber@35", peloton=10)
    events = ride(state, "3")
    assert of_kind(events, "summit") == []
    ride(state, "2")
    events = late(state, "finish")
    assert [(data["rider"], data["points"], data["seconds"]) for data in of_kind(events, "summit")][:2] == [
        ("0.climber", 5, 0),
        ("1.climber", 3, 0),
    ]
    assert state.results[0][0] == Finish("0.climber", 1, -20, 15, 5, True)


# --- L20: the line


def test_l20_larger_overshoot_first_then_the_earlier_mover() -> None:
    state = leg(FLAT, "0.leader@60 1.leader@59 0.climber@58", peloton=10)
    ride(state, "2")
    ride(state, "4")
    ride(state, "4")
    late(state, "finish")
    assert [finish.rider for finish in state.results[0]][:3] == ["1.leader", "0.leader", "0.climber"]


def test_l20_they_rank_before_the_peloton_of_the_turn_and_riders_behind_it_after() -> None:
    state = leg("FFFF", "0.leader@23 1.leader@19", peloton=20)
    ride(state, "2")
    assert state.stage == "sprint"
    answer(state, 0, "0 0")
    answer(state, 1, "0 0 hard")
    order = [finish.rider for finish in state.results[0]]
    assert (order[0], order[-1]) == ("0.leader", "1.leader")
    assert [finish.seconds for finish in state.results[0]] == [-20, 0, 0, 0, 0, 0]  # all in the same turn


def test_l20a_riders_on_the_road_whom_the_crossing_peloton_reaches_sprint_with_it() -> None:
    state = leg(FLAT, "0.leader@60 1.leader@59", peloton=55, resting="0.leader 1.leader")
    stay(state)
    assert state.stage == "sprint"
    assert {r.id for r in state.road.riders if r.place == INSIDE} == set(ALL)


def test_l20a_a_rider_who_is_home_is_never_absorbed() -> None:
    state = leg(FLAT, "0.leader@60", peloton=55)
    ride(state, "1")
    assert rider(state, "0.leader").place == HOME
    assert state.asked == (0, 1)
    bids(state, _0="0 0", _1="0 0 0")
    assert state.results[0][0].rider == "0.leader"


def test_l20a_a_rider_dropped_at_the_line_stands_on_the_last_row() -> None:
    energy = {"0.rouleur": 0, "1.rouleur": 1, "0.leader": 0}
    state = leg("FFGMMM/1", peloton=33, energy=energy, luck=Luck(peloton=[[FIVE]]))
    assert state.stage == "sprint"
    assert rows(state, "0.rouleur", "1.rouleur", "0.leader") == [36, 36, 36]
    assert options(state, 0, "0") == ("easy", "hard")
    events = [*answer(state, 0, "0 easy"), *answer(state, 1, "0 0 easy")]
    rode = [(data["rider"], data["how"]) for data in of_kind(events, "rode")]
    assert sorted(rode) == [("0.leader", "late"), ("0.rouleur", "late"), ("1.rouleur", "late")]
    seconds = {finish.rider: finish.seconds for finish in state.results[0]}
    assert {seconds[name] for name in ("0.rouleur", "1.rouleur", "0.leader")} == {10}  # the next turn


# --- L21: the bunch sprint


def test_l21_base_and_bid_and_one_for_a_sprinter() -> None:
    state = leg(FLAT, peloton=55, sprinters="1.climber", descenders="0.leader")
    assert GAME.view(state, None).sealed
    assert most(state, 0) == 6
    order = bids(state, Luck(bid=[[12, 12]]), _0="2 0 3", _1="0 0 4")
    assert [(place["rider"], place["score"], place["price"]) for place in order] == [
        ("1.climber", 6, 8),
        ("0.leader", 4, 3),  # more energy left than the next
        ("0.climber", 4, 5),
        ("0.rouleur", 3, 0),
        ("1.rouleur", 3, 0),
        ("1.leader", 2, 0),
    ]


def test_l21_ties_by_energy_left_then_by_the_event_die() -> None:
    state = leg(FLAT, peloton=55, energy={"0.leader": 20, "1.leader": 21, "0.rouleur": 9, "1.rouleur": 9})
    order = bids(state, Luck(bid=[[12, 12]], sprint=[[7, 7], [3, 9], [2, 1]]), _0="6 0 0", _1="6 0 0")
    assert [place["rider"] for place in order] == [
        *("1.leader", "0.leader"),  # 6 energy left against 5
        *("1.rouleur", "0.rouleur"),  # 7 against 7, then 9 against 3
        *("0.climber", "1.climber"),
    ]


def test_l21_the_ground_is_that_of_the_pelotons_hex_before_its_last_move() -> None:
    state = leg("FFFFDF", peloton=28, luck=Luck(peloton=[[FIVE]]))  # from downhill over a last flat hex
    order = bids(state, _0="0 0 0", _1="0 0 0")
    assert {place["score"] for place in order} == {4}


def test_l21_a_bid_is_limited_by_the_energy_and_may_open_a_bottle() -> None:
    state = leg(FLAT, peloton=55, energy={"0.leader": 4, "0.climber": 0})
    assert (most(state, 0), most(state, 0, "2 6")) == (2, 0)
    holding(state, "0.leader", 10)
    assert options(state, 0) == ("keep", "bottle.leader.10")
    assert most(state, 0, "bottle.leader.10") == 4
    answer(state, 1, "0 0 0")
    events = answer(state, 0, "bottle.leader.10 4 0 0", Luck(bid=[[12]]))
    assert of_kind(events, "drank")[0]["value"] == 4
    assert {data["rider"]: data["energy"] for data in of_kind(events, "bid")}["0.leader"] == 0


def test_l21_a_bid_over_the_energy_is_refused_and_changes_nothing() -> None:
    state, same = (leg(FLAT, peloton=55, energy={"0.leader": 4}) for _ in range(2))
    with pytest.raises(Exception, match=r"step\.unknown"):
        answer(state, 0, "3 0 0")
    assert state == same


# --- L22: the close


def test_l22_the_leg_closes_eight_turns_after_the_winner() -> None:
    names = [name for name in ALL if name != "0.leader"]
    out = "0.leader@84 " + " ".join(f"{name}@{10 - at}" for at, name in enumerate(names))
    state = leg(f"{FLAT}FFFF", out, peloton=0, riders={name: {"fed": 2} for name in names})
    ride(state, "8 1 1")
    events = late(state, "finish", most=200)
    assert state.road.turn == 5 + 8
    last = of_kind(events, "finish")[0]
    assert state.results[0][0].seconds == -20
    late_ones = [finish for finish in state.results[0] if not finish.home]
    assert late_ones
    assert {finish.seconds for finish in late_ones} == {90}
    assert last["riders"] == [finish.rider for finish in state.results[0]]


def test_l22b_late_riders_rank_by_row_then_arrival_and_inside_by_energy_then_die() -> None:
    state = leg(FLAT, "0.leader@40 1.leader@40 0.climber@44", peloton=30, energy={"0.rouleur": 5, "1.rouleur": 8})
    out = [r for r in state.road.riders if r.id != "1.climber"]
    assert unfinished(out, 1, Luck()) == ["0.climber", "0.leader", "1.leader", "1.rouleur", "0.rouleur"]
    even = [replace(r, energy=5) for r in out]
    assert unfinished(even, 1, Luck(close=[[4, 9]]))[-2:] == ["1.rouleur", "0.rouleur"]


def test_l22b_a_rider_who_fell_in_the_pelotons_row_is_behind_it() -> None:
    state = leg(FLAT, "0.leader@30", peloton=30)
    assert unfinished(state.road.riders, 1, Luck())[-1] == "0.leader"


@pytest.mark.parametrize(("way", "energy", "seconds"), [("easy", 20, 40), ("hard", 5, 10)])
def test_l22a_riding_hard_pays_only_for_rows_that_bring_a_rider_home_in_that_turn(
    way: str, energy: int, seconds: int
) -> None:
    state = leg("FFFFFF", "0.leader@27", peloton=33, energy={"0.leader": 20}, luck=Luck(peloton=[[FIVE]]))
    answer(state, 0, f"0 0 {way}")
    events = answer(state, 1, "0 0 0")
    found = next(result for result in state.results[0] if result.rider == "0.leader")
    assert (rider(state, "0.leader").energy, found.seconds) == (energy, seconds)
    assert of_kind(events, "rode")[0]["row"] == 29  # in the turn of the sprint the rider can't reach the line


def test_l22a_each_owner_with_riders_still_out_is_asked_once_together_with_their_bids() -> None:
    state = leg(FLAT, "0.leader@30 0.rouleur@20", peloton=55)
    assert options(state, 0, "0") == ("easy", "hard")
    answer(state, 0, "0 easy")
    events = answer(state, 1, "0 0 0")
    assert of_kind(events, "late") == [{"seat": 0, "how": "easy"}]
    assert "finish" in kinds(events)


# --- L23, L24: classifications


def scores(**rows_of: tuple[int, ...]) -> tuple[Score, ...]:
    """Scores as "t0_leader"=(seconds, wins, places, last, green, polka)."""
    found = []
    for name, sums in rows_of.items():
        team, kind = name[1:].split("_")
        found.append(Score(f"{team}.{kind}", int(team), int(team), *sums))
    return tuple(found)


def test_l23_ten_seconds_a_turn_twenty_off_for_the_win_and_points_by_place() -> None:
    state = leg(FLAT, "0.leader@60 1.leader@52", peloton=10)
    ride(state, "1")
    ride(state, "2")
    late(state, "finish", most=200)
    first, second = state.results[0][:2]
    assert (first.rider, first.seconds, first.green) == ("0.leader", -20, 15)
    assert (second.rider, second.green) == ("1.leader", 12)
    assert second.seconds == 40  # rows 54, 56, 58, 60, and home
    assert sum(score.seconds for score in state.scores) == sum(finish.seconds for finish in state.results[0])


def test_l23_same_turn_same_time_and_ties_by_wins_places_last_place() -> None:
    table = scores(t0_leader=(0, 0, 5, 3, 0, 0), t1_leader=(0, 1, 9, 8, 0, 0))
    assert jerseys(table).yellow == "1.leader"
    table = scores(t0_leader=(0, 1, 5, 1, 0, 0), t1_leader=(0, 1, 4, 3, 0, 0))
    assert jerseys(table).yellow == "1.leader"
    table = scores(t0_leader=(0, 1, 5, 4, 0, 0), t1_leader=(0, 1, 5, 1, 0, 0))
    assert jerseys(table).yellow == "1.leader"


def test_l23b_green_by_points_then_wins_then_time_and_polka_by_points_then_time() -> None:
    table = scores(t0_leader=(5, 0, 2, 1, 12, 4), t1_leader=(9, 1, 3, 2, 12, 4))
    assert (jerseys(table).green, jerseys(table).polka) == ("1.leader", "0.leader")
    table = scores(t0_leader=(5, 1, 2, 1, 12, 0), t1_leader=(4, 1, 3, 2, 12, 0))
    assert (jerseys(table).green, jerseys(table).polka) == ("1.leader", "")


def test_l23_the_team_classification_is_the_sum_of_the_best_two() -> None:
    table = scores(
        t0_leader=(-20, 1, 1, 1, 0, 0),
        t0_rouleur=(50, 0, 5, 5, 0, 0),
        t0_climber=(90, 0, 6, 6, 0, 0),
        t1_leader=(10, 0, 2, 2, 0, 0),
        t1_rouleur=(10, 0, 3, 3, 0, 0),
        t1_climber=(80, 0, 4, 4, 0, 0),
    )
    assert {team: key[0] for team, key in team_times(table).items()} == {0: 30, 1: 20}
    assert (jerseys(table).yellow, jerseys(table).team) == ("0.leader", 1)
    assert [standing.rank for standing in standings(table, "rider", 2)] == [1, 2]
    assert [standing.rank for standing in standings(table, "team", 2)] == [2, 1]
    assert [standing.points for standing in standings(table, "team", 2)] == [-10, 0]


def test_l23b_no_team_classification_with_one_rider_a_team() -> None:
    table = scores(t0_leader=(0, 0, 1, 1, 0, 0), t1_leader=(10, 0, 2, 2, 0, 0))
    assert jerseys(table).team == -1
    assert [standing.rank for standing in standings(table, "team", 2)] == [1, 2]


def test_l23a_owners_without_a_rider_come_last() -> None:
    table = scores(t0_leader=(0, 0, 1, 1, 0, 0), t2_leader=(10, 0, 2, 2, 0, 0))
    assert [(standing.rank, standing.points) for standing in standings(table, "rider", 3)] == [
        (1, 0),
        (3, -10),
        (2, -10),
    ]


def test_l23a_the_match_is_won_by_the_owner_of_the_yellow_jersey() -> None:
    state = leg("FFFF", "1.leader@24", peloton=10)
    ride(state, "8")
    events = late(state, "won")
    assert of_kind(events, "won") == [{"seats": [1]}]
    assert state.jerseys.yellow == "1.leader"
    assert [standing.rank for standing in GAME.view(state, None).standings] == [2, 1]
    assert GAME.view(state, None).over


def test_l24_the_next_leg_begins_with_its_energy_and_up_to_fifteen_of_what_was_left() -> None:
    state = leg("FFFF FFGF", peloton=22, energy={"0.leader": 20, "0.rouleur": 7})
    late(state, "finish")
    assert state.stage == "open"
    events = answer(state, None, "leg.2")
    assert rider(state, "0.leader").energy == rider(state, "0.leader").full == 13 + 15
    assert rider(state, "0.rouleur").energy == 13 + 7
    assert of_kind(events, "opened")[0]["energy"] == [r.energy for r in state.road.riders]


def test_l15_crosses_are_wiped_after_the_leg() -> None:
    state = leg("FFFF FFFF", peloton=22, riders={"0.leader": {"crosses": 2}})
    late(state, "finish")
    answer(state, None, "leg.2")
    assert rider(state, "0.leader").crosses == 0


def test_l36_no_bid_and_an_easy_way_home() -> None:
    state = leg(FLAT, "0.leader@30", peloton=55)
    assert fallback(state, 0) == ("0", "0", "easy")
    holding(state, "0.climber", 12)
    assert fallback(state, 0) == ("0", "keep", "0", "easy")


def test_the_history_of_a_leg_holds_every_turn() -> None:
    state = leg("FFFF FFFF", peloton=2, turn=1)
    stay(state)
    assert state.history == ((12, *[12] * 6),)
    late(state, "finish")
    assert len(state.history) == state.road.turn == 3


def test_l14a_an_empty_peloton_at_the_line_ends_the_leg_without_a_sprint() -> None:
    state = leg("FFFFFFFFFF FFFF", " ".join(f"{name}@60" for name in ALL), peloton=55)
    ride(state, "1 1 1")
    events = ride(state, "1 1 1")
    assert "finish" in kinds(events)
    assert "bid" not in kinds(events)
    assert state.history[-1][0] == 65
