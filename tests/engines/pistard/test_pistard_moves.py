"""Pistard, clauses P10 to P16: race order, dice, landing squares, colour and wind.

Rows 1 to 24 of the sprint track, lanes 1 and 3: YBYOGGBBYOGOBBBOOOYYGGGY, lanes 2 and 4: BYBGOOYYBGOGYYYGGGBBOOOB.
"""

from __future__ import annotations

import pytest

from engines.dice import ScriptedDice
from engines.pistard import TRACKS, Spot, find, follow, race_order
from engines.table import IllegalMove, Move
from tests.engines.pistard.position import GAME, coast, of_kind, place, question, race, ride

pytestmark = pytest.mark.quick

# --- whose turn


def test_p10_higher_d_first_and_in_a_row_the_inner_lane() -> None:
    state = race("sprint", "0.Y@10.2 1.G@10.1 1.B@12.4 0.O@3.1")
    assert [rider.id for rider in race_order(state.riders)] == ["1.B", "1.G", "0.Y", "0.O"]
    due = [state.due]
    for _ in range(3):
        coast(state)
        due.append(state.due)
    assert due == ["1.B", "1.G", "0.Y", "0.O"]


def test_p10_a_rider_who_rode_to_the_front_does_not_ride_again_in_this_turn() -> None:
    state = race("sprint", "0.Y@10.1 1.G@9.4 1.B@2.1", dice={0: [6]})
    ride(state, "6 2")
    assert state.due == "1.G"


def test_p10_a_new_turn_begins_when_all_have_moved() -> None:
    state = race("sprint", "0.Y@12.1 1.B@11.4", moved="0.Y")
    events = ride(state, "1 4", rolls=[[3]])
    assert [event.data for event in of_kind(events, "turn")] == [{"turn": 6}]
    assert (state.due, state.moved) == ("0.Y", ())


def test_p10_only_the_owner_of_the_rider_who_is_due_is_asked() -> None:
    state = race("sprint", "0.Y@10.1 1.G@9.4")
    assert GAME.view(state, None).waiting == (0,)
    assert GAME.ask(GAME.view(state, 1)) is None
    with pytest.raises(IllegalMove, match=r"not\.asked"):
        GAME.apply(state, Move(1, ("1", "1")), ScriptedDice([]))


# --- dice


def test_p11_all_dice_are_rolled_when_the_first_rider_is_due() -> None:
    state = race("sprint", "0.Y@12.2 1.G@11.4 1.B@3.1", unrolled=[1])
    assert state.pools[1] == ()
    events = ride(state, "1 2 stop", rolls=[[2, 5]])
    assert [event.data for event in of_kind(events, "rolled")] == [{"seat": 1, "dice": [5, 2]}]
    assert GAME.view(state, 0).pools == ((), (5, 2))  # everyone sees them


def test_p11_and_only_once_in_a_turn() -> None:
    state = race("sprint", "0.Y@12.2 0.G@11.4 1.B@3.1", dice={0: [4, 2]})
    ride(state, "4 1")
    assert (state.due, state.pools[0]) == ("0.G", (2,))


def test_p11_one_die_for_each_rider() -> None:
    state = race("sprint", "0.Y@12.2 0.G@11.4 0.B@3.1 1.B@2.4", dice={0: [4, 2, 2]})
    assert question(state) == ("4", "2")  # equal dice are offered once
    ride(state, "2 2 stop")
    assert question(state) == ("4", "2")


@pytest.mark.parametrize("way", ["", "5 2", "stay", "- 2", "4"])
def test_p11_a_die_of_one_s_own_must_be_used(way: str) -> None:
    state = race("sprint", "0.Y@12.2 0.G@11.4 1.B@3.1", dice={0: [4, 2]})
    with pytest.raises(IllegalMove):
        ride(state, way)


# --- steps


@pytest.mark.parametrize(("lane", "lanes"), [(1, "1 2"), (2, "1 2 3"), (3, "2 3 4"), (4, "3 4")])
def test_p12_a_step_leads_straight_or_diagonally_ahead(lane: int, lanes: str) -> None:
    state = race("sprint", f"0.Y@9.{lane} 1.G@2.1", dice={0: [1]})
    assert question(state, "1") == tuple(lanes.split())
    ride(state, f"1 {lane}")
    assert place(state, "0.Y") == f"10.{lane}"


def test_p12_never_onto_a_rider() -> None:
    state = race("sprint", "1.G@11.2 0.Y@10.2 1.B@9.1", moved="1.G", dice={0: [1]})
    assert question(state, "1") == ("1", "3")


def test_p12_never_through_a_rider() -> None:
    state = race("sprint", "1.G@11.1 1.B@11.2 0.O@11.3 0.Y@10.1", moved="1.G 1.B 0.O", dice={0: [3]})
    assert question(state, "3") == ("stay",)


def test_p12_around_a_rider() -> None:
    state = race("sprint", "1.G@11.1 0.Y@10.1", moved="1.G", dice={0: [2]})
    assert question(state, "2") == ("1", "2", "3")


def test_p12_between_two_riders_diagonally() -> None:
    state = race("sprint", "1.G@11.1 1.B@10.2 0.Y@10.1", moved="1.G 1.B", dice={0: [1]})
    assert question(state, "1") == ("2",)


def test_p13_the_die_is_played_in_full_if_there_is_any_way() -> None:
    wall = "1.Y@12.1 1.G@12.2 1.B@12.3"
    state = race("sprint", f"{wall} 0.Y@9.1", moved="1.Y 1.G 1.B", dice={0: [3]})
    assert question(state, "3") == ("4",)  # two steps would do for all lanes, but three lead to the gap only


def test_p13_as_far_as_possible_and_the_die_is_spent() -> None:
    wall = "1.Y@13.1 1.G@13.2 1.B@13.3 1.O@13.4"
    state = race("sprint", f"{wall} 0.Y@10.1 0.G@1.1", moved="1.Y 1.G 1.B 1.O", dice={0: [6, 2]})
    [event] = of_kind(ride(state, "6 3"), "rode")
    assert (event.data["die"], event.data["steps"]) == (6, 2)
    assert (place(state, "0.Y"), state.pools[0]) == ("12.3", (2,))


def test_p13_perhaps_nowhere() -> None:
    state = race("sprint", "1.G@11.1 1.B@11.2 0.Y@10.1 0.G@1.1", moved="1.G 1.B", dice={0: [6, 2]})
    [event] = of_kind(ride(state, "6 stay"), "rode")
    assert (event.data["steps"], event.data["landing"]) == (0, [10, 1])
    assert (place(state, "0.Y"), state.pools[0], state.due) == ("10.1", (2,), "0.G")


def test_p13_no_rider_who_can_move_stays() -> None:
    state = race("sprint", "0.Y@10.1 1.G@2.1", dice={0: [6]})
    with pytest.raises(IllegalMove):
        ride(state, "6 stay")


def test_p13a_all_squares_at_the_greatest_number_of_steps() -> None:
    wall = "1.Y@12.1 1.G@12.2 0.G@12.3 1.B@13.4"
    state = race("sprint", f"{wall} 0.Y@10.1", moved="1.Y 1.G 0.G 1.B", dice={0: [5]})
    # row 12 is open in lane 4 only, which two steps from lane 1 don't reach: one step is all that there is
    assert question(state, "5") == ("1", "2")


def test_p13a_only_the_landing_square_counts_not_the_way() -> None:
    state = race("sprint", "0.B@3.1 1.G@2.1", dice={0: [4]})
    ride(state, "4 3 stop")
    assert state.trail == (Spot(3, 1, "from"), Spot(7, 3, "die"))


# --- colour


def test_p14_on_the_rider_s_own_colour_one_square_straight_ahead() -> None:
    state = race("sprint", "0.Y@2.1 1.G@1.4", dice={0: [1]})
    assert question(state, "1 1") == ("stop", "on")
    [event] = of_kind(ride(state, "1 1 on"), "rode")
    assert (event.data["steps"], event.data["landing"], event.data["bonus"]) == (1, [3, 1], ["colour"])
    assert (event.data["row"], event.data["lane"]) == (4, 1)
    assert place(state, "0.Y") == "4.1"


def test_p14_two_squares_when_the_next_one_matches_too_and_never_three() -> None:
    state = race("sprint", "0.B@12.1 1.G@1.4", dice={0: [1]})
    assert question(state, "1 1 on") == ("stop", "on")
    assert question(state, "1 1 on on") == ()
    ride(state, "1 1 on on")
    assert place(state, "0.B") == "15.1"  # blue as well, but the two bonus steps are used up


def test_p14_not_on_another_colour() -> None:
    state = race("sprint", "0.Y@12.1 1.G@1.4", dice={0: [1]})
    assert question(state, "1 1") == ()


def test_p14_not_onto_a_rider() -> None:
    state = race("sprint", "1.G@15.1 0.B@12.1 1.B@1.1", moved="1.G", dice={0: [1]})
    assert question(state, "1 1 on") == ("stop", "out")  # 1.G, who gives wind, is straight ahead


def test_p14_a_rider_may_stop_in_between() -> None:
    state = race("sprint", "0.B@12.1 1.G@1.4", dice={0: [1]})
    ride(state, "1 1 on stop")
    assert place(state, "0.B") == "14.1"


# --- wind


@pytest.mark.parametrize("ahead", ["1.G", "0.G"])
def test_p15_behind_a_rider_of_any_team_one_square_diagonally(ahead: str) -> None:
    state = race("sprint", f"{ahead}@14.2 0.O@12.2 1.B@1.1", moved=ahead, dice={0: [1]})
    assert question(state, "1 2") == ("stop", "in", "out")
    [event] = of_kind(ride(state, "1 2 in"), "rode")
    assert event.data["bonus"] == ["wind"]
    assert place(state, "0.O") == "14.1"


def test_p15_not_from_a_rider_in_the_next_lane() -> None:
    state = race("sprint", "1.G@14.3 0.O@12.2 1.B@1.1", moved="1.G", dice={0: [1]})
    assert question(state, "1 2") == ()


def test_p15_only_once_in_a_move() -> None:
    state = race("sprint", "1.G@15.1 1.B@14.2 0.O@12.2", moved="1.G 1.B", dice={0: [1]})
    assert question(state, "1 2 in") == ()


def test_p15_on_the_rider_s_own_colour_the_way_goes_on_in_the_same_diagonal() -> None:
    state = race("sprint", "1.G@8.1 0.Y@6.1", moved="1.G", dice={0: [1]})
    assert question(state, "1 1 out") == ("stop", "on")
    assert question(state, "1 1 out on") == ("stop", "on")
    assert question(state, "1 1 out on on") == ()
    ride(state, "1 1 out on on", rolls=[[1]])
    assert state.trail[1:] == (Spot(7, 1, "die"), Spot(8, 2, "wind"), Spot(9, 3, "colour"), Spot(10, 4, "colour"))


def test_p15_the_diagonal_ends_at_a_rider() -> None:
    state = race("sprint", "1.B@9.3 1.G@8.1 0.Y@6.1", moved="1.B 1.G", dice={0: [1]})
    assert question(state, "1 1 out") == ()


def test_p15_the_diagonal_ends_at_the_edge_of_the_track() -> None:
    state = race("sprint", "1.G@8.3 0.Y@6.3", moved="1.G", dice={0: [1]})
    assert question(state, "1 3 out") == ()  # 8.4 is yellow, but there is no lane 5


def test_p15_a_rider_one_lap_behind_who_is_next_on_the_ring_gives_wind() -> None:
    state = race("sprint", "0.O@28.1 1.Y@6.1 1.O@20.4", dice={0: [1]})
    assert question(state, "1 1") == ("stop", "out")
    events = ride(state, "1 1 out stop")
    assert place(state, "0.O") == "30.2"
    assert [event.data["rider"] for event in of_kind(events, "lapped")] == ["1.Y"]


def test_p15_and_does_not_block_the_way_straight_on() -> None:
    """P17a: the very step onto the lapped rider's square removes them."""
    state = race("sprint", "0.G@28.1 1.Y@6.1 1.O@20.4", dice={0: [1]})
    assert question(state, "1 1") == ("stop", "on", "out")
    ride(state, "1 1 on stop")
    assert (place(state, "0.G"), place(state, "1.Y")) == ("30.1", "out")


def test_p15_no_wind_from_a_rider_whom_the_landing_has_removed() -> None:
    state = race("sprint", "0.O@28.1 1.Y@5.1 1.O@20.4", dice={0: [1]})
    assert question(state, "1 1") == ()


@pytest.mark.parametrize(("blocks", "sides"), [("", "stop in out"), ("1.B@14.1", "stop out"), ("1.B@14.3", "stop in")])
def test_p15a_to_either_side_that_is_free(blocks: str, sides: str) -> None:
    state = race("sprint", f"1.G@14.2 {blocks} 0.O@12.2", moved="1.G 1.B", dice={0: [1]})
    assert question(state, "1 2") == tuple(sides.split())


def test_p15a_no_side_is_free() -> None:
    state = race("sprint", "1.Y@14.1 1.G@14.2 1.B@14.3 0.O@12.2", moved="1.Y 1.G 1.B", dice={0: [1]})
    assert question(state, "1 2") == ()


@pytest.mark.parametrize(("lane", "side"), [(1, "out"), (4, "in")])
def test_p15a_at_the_edge_there_is_one_side(lane: int, side: str) -> None:
    state = race("sprint", f"1.G@14.{lane} 0.O@12.{lane}", moved="1.G", dice={0: [1]})
    assert question(state, f"1 {lane}") == ("stop", side)


def test_p15a_after_a_shortened_move_every_side_is_taken() -> None:
    """Wind would be offered, but if a square ahead were free the rider could have ridden on to it."""
    wall = "1.Y@14.1 1.G@14.2 1.B@14.3"
    state = race("sprint", f"{wall} 0.O@12.1", moved="1.Y 1.G 1.B", dice={0: [5]})
    assert question(state, "5") == ("1", "2")
    assert question(state, "5 1") == question(state, "5 2") == ()


def test_p15a_behind_a_rider_straight_on_is_not_offered() -> None:
    state = race("sprint", "1.G@14.1 0.B@12.1", moved="1.G", dice={0: [1]})
    assert question(state, "1 1") == ("stop", "out")  # blue on blue


# --- both


def test_p16_colour_first_and_then_wind() -> None:
    state = race("sprint", "1.G@15.1 0.B@12.1 1.O@1.1", moved="1.G", dice={0: [1]})
    [event] = of_kind(ride(state, "1 1 on out"), "rode")
    assert event.data["bonus"] == ["colour", "wind"]
    assert place(state, "0.B") == "15.2"


def test_p16_at_most_two_colours_wind_and_two_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """No square of our tracks leads so far; on a track all in yellow any does."""
    monkeypatch.setitem(TRACKS, "sprint", ("Y" * 24, "Y" * 24))
    state = race("sprint", "1.G@14.1 0.Y@10.1", moved="1.G", dice={0: [1]})
    assert question(state, "1 1 on on") == ("stop", "out")
    assert question(state, "1 1 on on out on on") == ()
    [event] = of_kind(ride(state, "1 1 on on out on on", rolls=[[1]]), "rode")
    assert event.data["bonus"] == ["colour", "colour", "wind", "colour", "colour"]
    assert place(state, "0.Y") == "16.4"


def test_p16_a_rider_who_stays_gets_no_bonus() -> None:
    blocked = "1.Y@14.1 1.G@14.2 1.O@14.3"
    state = race("sprint", f"{blocked} 0.Y@13.2", moved="1.Y 1.G 1.O", dice={0: [4]})
    assert question(state, "4 stay") == ()  # yellow on yellow and behind a rider
    with pytest.raises(IllegalMove):
        ride(state, "4 stay stop")


@pytest.mark.parametrize("way", ["1 1 stop on", "1 1 stop stop", "1 1 on on on", "1 1 in", "1 1 on on stop"])
def test_p16_nothing_goes_on_after_the_end_of_a_move(way: str) -> None:
    state = race("sprint", "0.B@12.1 1.G@1.4", dice={0: [1]})
    with pytest.raises(IllegalMove):
        ride(state, way)


def test_p16_a_way_can_be_followed_step_by_step() -> None:
    """What a preview is drawn from: the squares so far, whether the path is whole or not."""
    state = race("sprint", "0.B@12.1 1.G@1.4", dice={0: [1]})
    rider = find(state.riders, "0.B")
    ways = [
        follow(state.table, state.riders, rider, (1,), path)[0] for path in ((), ("1",), ("1", "1"), ("1", "1", "on"))
    ]
    assert [[(spot.d, spot.how) for spot in way] for way in ways] == [
        [(12, "from")],
        [(12, "from")],
        [(12, "from"), (13, "die")],
        [(12, "from"), (13, "die"), (14, "colour")],
    ]
