"""Stage races, clauses L18 to L24: bottles, summits, the line, the bunch sprint and the classifications."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.legstrong import CONFIG, HOME, INSIDE, ON_ROAD, Bottle, Finish, State, drink_of, full_pile
from engines.legstrong.results import jerseys, standings, team_times, unfinished
from engines.legstrong.state import Score
from engines.table import Amount, Event, IllegalMove
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
    offered,
    options,
    pace,
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


def drunk(events: list[Event]) -> list[int]:
    """What was in the bottles that were opened, in their order."""
    return [data["value"] for data in of_kind(events, "drank")]


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


def thirsty() -> State:
    """The leader is due with an energy of 1 and bottles of 2 and 5."""
    return holding(leg(FLAT, "0.leader@30", energy=1), "0.leader", 3, 12)


def test_l18_the_lengths_are_those_that_energy_and_all_bottles_pay() -> None:
    assert options(leg(FLAT, "0.leader@30", energy=1), 0) == ("1", "2", "3")
    assert options(thirsty(), 0) == ("1", "2", "3", "4", "5", "6", "drink")


@pytest.mark.parametrize(
    ("way", "opened", "energy"),
    [
        ("2", [], 1),
        ("3", [], 0),  # a price of 1
        ("4", [2], 0),  # 3: the smaller one is enough
        ("5", [5], 1),  # 5: only the larger one is
        ("6", [5, 2], 0),  # 8: neither is
    ],
)
def test_l18_bottles_are_opened_where_the_price_needs_them(way: str, opened: list[int], energy: int) -> None:
    state = thirsty()
    assert drunk(ride(state, way)) == opened
    assert (rider(state, "0.leader").energy, rider(state, "0.leader").tiles) == (energy, 2 - len(opened))
    assert len(state.bottles) == 2 - len(opened)


def test_l18_a_bottle_is_opened_for_all_to_see_before_the_move() -> None:
    state = thirsty()
    events = ride(state, "5")
    assert kinds(events)[:2] == ["drank", "rode"]
    assert of_kind(events, "drank") == [{"rider": "0.leader", "seat": 0, "value": 5, "energy": 6}]
    assert state.cashed == ("bottle.leader.12",)


def test_l18_an_owner_may_open_bottles_earlier() -> None:
    state = thirsty()
    assert options(state, 0, "drink") == ("bottle.leader.03", "bottle.leader.12", "all")
    for way in ("bottle.leader.03", "bottle.leader.12", "all"):
        assert options(state, 0, f"drink {way}") == options(state, 0)[:-1]  # once a move
    assert drunk(ride(state, "drink bottle.leader.12 2")) == [5]
    assert (rider(state, "0.leader").energy, rider(state, "0.leader").tiles) == (6, 1)
    assert drunk(ride(thirsty(), "drink all 2")) == [2, 5]
    assert drunk(ride(thirsty(), "drink bottle.leader.03 6")) == [2, 5]  # the other one is needed too


def test_l18_of_a_single_bottle_there_is_no_all_and_without_one_nothing_to_drink() -> None:
    state = holding(leg(FLAT, "0.leader@30 0.rouleur@28"), "0.leader", 3)
    assert options(state, 0, "drink") == ("bottle.leader.03",)
    assert "drink" in options(state, 0)
    assert "drink" not in options(state, 0, "2")  # the rouleur holds none


def test_l18_a_bottle_may_lift_a_rider_above_their_energy_at_the_start_and_then_nothing_comes_back() -> None:
    state = holding(leg(FLAT, "0.rouleur@30", energy=29), "0.rouleur", 12)
    assert offered(state)["1"].gain == 1
    assert offered(state, "drink bottle.rouleur.12")["1"].gain == 0
    ride(state, "drink bottle.rouleur.12 1")
    assert rider(state, "0.rouleur").energy == 34


@pytest.mark.parametrize(
    "way", ["drink", "drink 2", "drink all", "drink bottle.leader.01 2", "drink all drink 2", "all 2", "7"]
)
def test_l18_a_bottle_that_a_rider_does_not_hold_is_refused_and_changes_nothing(way: str) -> None:
    state, same = thirsty(), thirsty()
    with pytest.raises(IllegalMove):
        ride(state, way)
    assert state == same


@pytest.mark.parametrize(("die", "energy"), [(6, 5), (5, 0)])
def test_l18_a_risk_opens_what_its_stake_needs_even_if_it_succeeds(die: int, energy: int) -> None:
    state = holding(leg("FGMMMMFF/1", "0.leader@14", energy=3), "0.leader", 12)
    events = ride(state, "4.risk", Luck(risk=[[die]]))  # a price of 3, and 5 more at hand
    assert drunk(events) == [5]
    assert rider(state, "0.leader").energy == energy


def test_l18_an_attack_is_offered_with_what_the_bottles_give() -> None:
    state = holding(leg(FLAT, peloton=20, energy={"0.leader": 0}), "0.leader", 1, 12)
    assert options(state, 0, "0.leader") == ("4", "5", "drink")  # it takes 3 for two extra rows
    assert options(state, 0, "0.leader drink") == ("bottle.leader.01", "bottle.leader.12", "all")
    assert options(state, 0, "0.leader drink bottle.leader.01") == ("4", "5")
    answer(state, 0, "0.leader 4 done no")
    assert rider(state, "0.leader").tiles == 2  # sealed until all are in
    events = answer(state, 1, "stay")
    assert (drunk(events), of_kind(events, "rode")[0]["energy"]) == ([5], 2)


def test_l18_a_sealed_attack_that_turns_out_cheaper_opens_no_bottle() -> None:
    state = holding(leg(FLAT, peloton=20, token=1, energy={"0.leader": 1}), "0.leader", 12)
    answer(state, 1, "1.rouleur 6 done no")
    events = answer(state, 0, "0.leader 4 done")  # in the slipstream of the other
    assert [(data["rider"], data["price"]) for data in of_kind(events, "rode")] == [("1.rouleur", 5), ("0.leader", 1)]
    assert drunk(events) == []


def test_l18_the_promise_and_the_bottles_are_offered_together() -> None:
    state = leg(FLAT, "0.leader@18", peloton=20, attacks="clockwise")
    stay(state)
    holding(state, "0.leader", 12)
    assert options(state, 0)[-2:] == ("inside", "drink")
    assert options(state, 0, "inside hex.7")[-1] == "drink"
    assert "inside" not in options(state, 0, "drink bottle.leader.12")
    events = ride(state, "inside hex.7 drink bottle.leader.12 2")
    assert kinds(events)[:3] == ["declared", "drank", "rode"]


GOES_ON = [
    *(("FFFF FFFF", CONFIG.kept - 1, [1, 5]), ("FFFF FFFF", CONFIG.kept, [])),  # as much as goes into the next leg
    ("FFFF", 5, []),  # there is none
]


@pytest.mark.parametrize(("course", "energy", "opened"), GOES_ON)
def test_l18_a_rider_who_comes_home_drinks_what_would_be_lost_if_it_goes_into_another_leg(
    course: str, energy: int, opened: list[int]
) -> None:
    state = holding(leg(course, "0.leader@23", energy={"0.leader": energy}), "0.leader", 1, 12)
    events = ride(state, "2")
    assert drunk(events) == opened
    assert rider(state, "0.leader").energy == energy + sum(opened)
    assert kinds(events)[: len(opened) + 2] == ["rode", *["drank"] * len(opened), "home"]


def test_l18_so_does_one_who_comes_home_after_the_peloton() -> None:
    state = leg("FFFF FFFF", "0.leader@20", peloton=23, energy=10, resting="0.leader")
    holding(state, "0.leader", 12)
    answer(state, 0, "roll easy")
    events = answer(state, 1, "roll")
    assert [data["rider"] for data in of_kind(events, "drank")] == ["0.leader"]
    answer(state, None, "leg.2")
    assert rider(state, "0.leader").energy == state.courses[1].energy + 15


def test_l36_the_house_opens_no_bottle() -> None:
    assert fallback(thirsty(), 0) == ("2",)


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
    answer(state, 0, "roll")
    answer(state, 1, "roll hard")
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
    bids(state, _0="roll", _1="roll")
    assert state.results[0][0].rider == "0.leader"


def test_l20a_a_rider_dropped_at_the_line_stands_on_the_last_row() -> None:
    energy = {"0.rouleur": 0, "1.rouleur": 1, "0.leader": 0}
    state = leg("FFGMMM/1", peloton=33, energy=energy, luck=Luck(peloton=[[FIVE]]))
    assert state.stage == "sprint"
    assert rows(state, "0.rouleur", "1.rouleur", "0.leader") == [36, 36, 36]
    assert options(state, 0, "0") == ("easy", "hard")
    events = [*answer(state, 0, "0 easy"), *answer(state, 1, "roll easy")]
    rode = [(data["rider"], data["how"]) for data in of_kind(events, "rode")]
    assert sorted(rode) == [("0.leader", "late"), ("0.rouleur", "late"), ("1.rouleur", "late")]
    seconds = {finish.rider: finish.seconds for finish in state.results[0]}
    assert {seconds[name] for name in ("0.rouleur", "1.rouleur", "0.leader")} == {10}  # the next turn


# --- L21: the bunch sprint


def least(state: State, way: str, seat: int = 0) -> int:
    """The smallest bid after the steps of `way`."""
    ask = GAME.ask(GAME.view(state, seat), tuple(way.split()))
    assert isinstance(ask, Amount)
    return ask.least


def test_l21_with_one_rider_inside_an_owner_is_asked_for_the_bid_alone() -> None:
    state = leg(FLAT, "0.leader@30 0.climber@30", peloton=55)
    assert GAME.ask(GAME.view(state, 0)) == Amount("bid.0.rouleur", 0, 6)
    assert options(state, 0, "0") == options(state, 0, "6") == ("easy", "hard")
    answer(state, 0, "2 easy")
    events = answer(state, 1, "roll")
    assert {data["rider"]: data["bid"] for data in of_kind(events, "bid")}["0.rouleur"] == 2


def test_l21_with_several_inside_one_of_them_sprints_or_nobody_or_several() -> None:
    state = leg(FLAT, peloton=55)
    assert options(state, 0) == ("0.leader", "0.rouleur", "0.climber", "roll", "several")
    assert GAME.ask(GAME.view(state, 0), ("0.climber",)) == Amount("bid.0.climber", 1, 6)
    assert options(state, 0, "0.climber 1") == options(state, 0, "roll") == ()
    order = bids(state, _0="0.climber 2", _1="roll")
    assert {data["rider"]: data["bid"] for data in order} == {**dict.fromkeys(ALL, 0), "0.climber": 2}


def test_l21_of_several_at_least_two_bid() -> None:
    state = leg(FLAT, peloton=55)
    ways = ("several", "several 0", "several 0 1", "several 2", "several 2 0", "several 2 1")
    assert [least(state, way) for way in ways] == [0, 1, 1, 0, 1, 0]
    order = bids(state, _0="several 2 0 1", _1="several 0 1 2")
    assert {data["rider"]: data["bid"] for data in order} == dict(zip(ALL, (2, 0, 1, 0, 1, 2), strict=True))


def test_l21_of_two_who_can_both_bid() -> None:
    state = leg(FLAT, "0.leader@30", peloton=55)
    assert options(state, 0) == ("0.rouleur", "0.climber", "roll", "several")
    assert least(state, "several") == least(state, "several 6") == 1
    assert options(state, 0, "several 1 1") == ("easy", "hard")


@pytest.mark.parametrize(
    ("empty", "asked"),
    [
        ("leader", ("0.rouleur", "0.climber", "roll", "several")),
        ("leader climber", ("0.rouleur", "roll")),
        ("leader rouleur climber", ("roll",)),
    ],
)
def test_l21_who_can_pay_for_no_row_is_not_asked_and_rides_in_the_sprint(empty: str, asked: tuple[str, ...]) -> None:
    energy = {f"0.{kind}": 0 for kind in empty.split()}
    state = leg(FLAT, peloton=55, energy=energy)
    assert options(state, 0) == asked
    order = bids(state, _0="roll", _1="roll")
    assert {data["rider"] for data in order if data["bid"] == 0} == set(ALL)


@pytest.mark.parametrize(
    "way", ["", "0", "several", "several 0 0 1", "0.leader 0", "1.leader 2", "roll 0", "several 1"]
)
def test_l21_any_other_answer_is_refused_and_changes_nothing(way: str) -> None:
    state, same = (leg(FLAT, peloton=55) for _ in range(2))
    with pytest.raises(IllegalMove):
        answer(state, 0, way)
    assert state == same


def test_l21_base_and_bid_and_one_for_a_sprinter() -> None:
    state = leg(FLAT, peloton=55, sprinters="1.climber", descenders="0.leader")
    assert GAME.view(state, None).sealed
    assert most(state, 0, "0.leader") == 6
    order = bids(state, Luck(bid=[[12, 12]]), _0="several 2 0 3", _1="1.climber 4")
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
    order = bids(state, Luck(bid=[[12, 12]], sprint=[[7, 7], [3, 9], [2, 1]]), _0="0.leader 6", _1="1.leader 6")
    assert [place["rider"] for place in order] == [
        *("1.leader", "0.leader"),  # 6 energy left against 5
        *("1.rouleur", "0.rouleur"),  # 7 against 7, then 9 against 3
        *("0.climber", "1.climber"),
    ]


def test_l21_the_ground_is_that_of_the_pelotons_hex_before_its_last_move() -> None:
    state = leg("FFFFDF", peloton=28, luck=Luck(peloton=[[FIVE]]))  # from downhill over a last flat hex
    order = bids(state, _0="roll", _1="roll")
    assert {place["rider"]: place["score"] for place in order} == {
        name: CONFIG.base[name.split(".")[1]]["D"] for name in ALL
    }


def test_l21_a_bid_is_limited_by_the_energy_and_that_of_all_bottles() -> None:
    state = leg(FLAT, peloton=55, energy={"0.leader": 4, "0.climber": 0})
    assert most(state, 0, "0.leader") == 2
    holding(state, "0.leader", 10)
    assert most(state, 0, "0.leader") == most(state, 0, "several") == 4
    holding(state, "0.climber", 1, 2)
    assert most(state, 0, "0.climber") == 1
    answer(state, 1, "roll")
    events = answer(state, 0, "0.leader 4", Luck(bid=[[12]]))
    assert {data["rider"]: data["energy"] for data in of_kind(events, "bid")}["0.leader"] == 0


@pytest.mark.parametrize("course", ["FFFF FFFF", "FFFF"])
@pytest.mark.parametrize(("way", "bidders"), [("0.leader 2", 1), ("several 1 0 2", 2)])
def test_l18_whoever_bids_drinks_all_bottles_before_the_sprint(course: str, way: str, bidders: int) -> None:
    state = leg(course, peloton=22, energy=20)
    for name in ("0.leader", "0.rouleur", "0.climber"):
        holding(state, name, 1, 12)
    answer(state, 1, "roll")
    events = answer(state, 0, way)
    assert drunk(events) == [1, 5] * bidders
    assert kinds(events)[: 2 * bidders + 3] == ["chosen", "sealed", *["drank"] * 2 * bidders, "bid"]


def test_l18_no_bottle_is_opened_before_all_bids_are_in() -> None:
    state = holding(leg(FLAT, peloton=55), "0.leader", 12)
    assert drunk(answer(state, 0, "0.leader 1")) == []
    assert rider(state, "0.leader").tiles == 1
    assert drunk(answer(state, 1, "roll")) == [5]


@pytest.mark.parametrize(("course", "energy", "opened"), GOES_ON)
def test_l18_whoever_does_not_bid_drinks_as_at_home(course: str, energy: int, opened: list[int]) -> None:
    state = holding(leg(course, peloton=22, energy={"0.leader": energy}), "0.leader", 1, 12)
    answer(state, 0, "0.rouleur 1")
    assert drunk(answer(state, 1, "roll")) == opened
    assert rider(state, "0.leader").energy == energy + sum(opened)


def test_l21_a_bid_over_the_energy_is_refused_and_changes_nothing() -> None:
    state, same = (leg(FLAT, peloton=55, energy={"0.leader": 4}) for _ in range(2))
    with pytest.raises(IllegalMove, match=r"step\.unknown"):
        answer(state, 0, "0.leader 3")
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
    answer(state, 0, f"roll {way}")
    events = answer(state, 1, "roll")
    found = next(result for result in state.results[0] if result.rider == "0.leader")
    assert (rider(state, "0.leader").energy, found.seconds) == (energy, seconds)
    assert of_kind(events, "rode")[0]["row"] == 29  # in the turn of the sprint the rider can't reach the line


def test_l22a_each_owner_with_riders_still_out_is_asked_once_together_with_their_bids() -> None:
    state = leg(FLAT, "0.leader@30 0.rouleur@20", peloton=55)
    assert options(state, 0, "0") == ("easy", "hard")
    answer(state, 0, "0 easy")
    events = answer(state, 1, "roll")
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
    assert of_kind(events, "won")[0]["seats"] == [1]
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
    assert fallback(state, 0) == ("roll", "easy")
    state = leg(FLAT, "0.leader@30 0.rouleur@30", peloton=55)
    assert fallback(state, 0) == ("0", "easy")


def test_the_history_of_a_leg_holds_every_turn() -> None:
    state = leg("FFFF FFFF", peloton=2, turn=1)
    stay(state)
    assert state.history[0] == (2 + pace() + CONFIG.finale,) * 7
    late(state, "finish")
    assert len(state.history) == state.road.turn > 1


def test_l14a_an_empty_peloton_at_the_line_ends_the_leg_without_a_sprint() -> None:
    state = leg("FFFFFFFFFF FFFF", " ".join(f"{name}@60" for name in ALL), peloton=55)
    ride(state, "1 1 1")
    events = ride(state, "1 1 1")
    assert "finish" in kinds(events)
    assert "bid" not in kinds(events)
    assert state.history[-1][0] == 55 + pace() + CONFIG.finale
