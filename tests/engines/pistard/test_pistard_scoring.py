"""Pistard, clauses P17 to P22a: lapping, points, the end, elimination races, pace and time-out."""

from __future__ import annotations

import pytest

from engines.pistard import standings
from engines.table import Event, Pick, Table, settle
from tests.engines.pistard.position import GAME, coast, fallback, of_kind, place, places, question, race, ranks, ride

pytestmark = pytest.mark.quick

# --- elimination of lapped riders


def test_p17_a_rider_a_lap_behind_the_leader_is_removed() -> None:
    state = race("sprint", "0.Y@33.1 1.G@10.2 1.B@11.3 1.O@9.4", dice={0: [1]})
    events = ride(state, "1 1")
    assert places(state, 1) == "out out 11.3 out"
    assert [event.data["rider"] for event in of_kind(events, "lapped")] == ["1.O", "1.G"]  # the last one first


def test_p17_the_leader_s_own_team_is_not_spared() -> None:
    state = race("sprint", "0.Y@33.1 0.G@10.2 1.B@11.3", dice={0: [1, 2]})
    ride(state, "1 1")
    assert place(state, "0.G") == "out"


def test_p17_bonus_steps_count() -> None:
    state = race("sprint", "0.G@28.1 1.Y@6.4 1.O@7.4 1.B@12.1", dice={0: [1]})
    ride(state, "1 1 on on")
    assert places(state, 1) == "out out 12.1 out"


def test_p17_one_square_short_of_a_lap_is_still_in_the_race() -> None:
    state = race("sprint", "0.Y@33.1 1.G@11.2 1.B@20.3", dice={0: [1]})
    ride(state, "1 1")
    assert place(state, "1.G") == "11.2"


def test_p17_the_owner_keeps_the_surplus_die_to_choose_from() -> None:
    state = race("sprint", "0.Y@33.1 0.G@12.2 0.B@10.2 1.B@11.3", dice={0: [5, 3, 1]})
    ride(state, "1 1")
    assert state.pools[0] == (5, 3)
    assert state.due == "0.G"
    assert question(state) == ("5", "3")


def test_p17_dice_fall_from_the_next_roll_on() -> None:
    state = race("sprint", "0.Y@33.1 0.G@12.2 0.B@10.2 1.B@11.3", dice={0: [5, 3, 1], 1: [1]})
    ride(state, "1 1")
    ride(state, "5 1")
    events = coast(state, rolls=[[6, 6]])
    assert [event.data for event in of_kind(events, "rolled")] == [{"seat": 0, "dice": [6, 6]}]


def test_p17a_whoever_takes_the_lead_laps() -> None:
    state = race("sprint", "1.G@32.1 0.Y@31.1 1.B@10.3 0.O@20.4", moved="1.G", dice={0: [3, 1]})
    ride(state, "3 1")
    assert (place(state, "0.Y"), place(state, "1.B")) == ("34.1", "out")


def test_p17a_a_rider_is_not_walled_in_by_riders_they_lap() -> None:
    wall = "1.Y@10.1 1.G@10.2 1.B@10.3 1.O@10.4"
    state = race("sprint", f"0.Y@33.1 {wall} 2.G@20.1", dice={0: [1]})
    assert question(state, "1") == ("1", "2")
    ride(state, "1 2")
    assert (place(state, "0.Y"), places(state, 1)) == ("34.2", "out out out out")


def test_p17a_a_landing_on_the_square_of_a_lapped_rider_may_still_be_on_one_s_own_colour() -> None:
    state = race("sprint", "0.O@33.1 1.Y@10.1 1.G@20.1", dice={0: [1]})
    assert question(state, "1 1") == ("stop", "on")


def test_p17b_a_surplus_die_is_lost_when_the_last_rider_of_the_turn_has_moved() -> None:
    state = race("sprint", "0.Y@33.1 0.G@12.2 0.B@10.2 1.B@11.3", dice={0: [5, 3, 1]})
    ride(state, "1 1")
    ride(state, "3 1")
    assert state.pools[0] == ()


def test_p17b_at_once_if_the_removed_rider_was_the_last_to_move() -> None:
    state = race("sprint", "0.Y@33.1 0.G@10.2 1.B@11.3", dice={0: [5, 1]})
    ride(state, "1 1")
    assert state.pools[0] == ()


def test_p17b_another_team_keeps_its_surplus_too() -> None:
    state = race("sprint", "1.O@34.4 0.Y@33.1 1.G@10.2 1.B@12.3", moved="1.O", dice={0: [2], 1: [6, 4]})
    ride(state, "2 1")
    assert (place(state, "1.G"), state.pools[1]) == ("out", (6, 4))
    assert question(state) == ("6", "4")


def test_p17b_a_team_that_had_not_rolled_yet_rolls_one_less() -> None:
    state = race("sprint", "0.Y@33.1 1.G@10.2 1.B@11.3 1.O@11.4", dice={0: [1]}, unrolled=[1])
    events = ride(state, "1 1", rolls=[[2, 2]])
    assert [event.data for event in of_kind(events, "rolled")] == [{"seat": 1, "dice": [2, 2]}]


def test_p17b_with_as_many_dice_as_riders_the_lowest_spare_die_is_lost_at_once() -> None:
    state = race("sprint", "0.Y@33.1 0.G@12.2 0.B@10.2 1.B@11.3", dice={0: [5, 3, 1]}, as_riders=True)
    events = ride(state, "1 1")
    assert [event.kind for event in events] == ["rode", "lapped", "die.lost"]
    assert events[-1] == Event("die.lost", None, {"seat": 0, "die": 3})
    assert question(state) == ("5",)


def test_p17b_each_rider_who_goes_takes_a_die_of_their_own_team() -> None:
    riders = "1.O@34.4 0.Y@33.1 1.G@10.2 1.B@10.3 1.Y@12.3 2.G@20.1"
    state = race("sprint", riders, moved="1.O", dice={0: [2], 1: [6, 4, 3], 2: [5]}, as_riders=True)
    ride(state, "2 1")
    assert state.pools == ((), (6,), (5,))


def test_p17b_nobody_loses_a_die_for_a_rider_who_has_moved_or_before_the_roll() -> None:
    state = race("sprint", "1.O@34.4 0.Y@33.1 1.G@10.2", moved="1.O 1.G", dice={0: [2], 1: []}, as_riders=True)
    assert of_kind(ride(state, "2 1", rolls=[[4]]), "die.lost") == []
    state = race("sprint", "0.Y@33.1 1.G@10.2 1.B@11.3", dice={0: [1]}, unrolled=[1], as_riders=True)
    events = ride(state, "1 1", rolls=[[2]])
    assert of_kind(events, "die.lost") == []
    assert state.pools[1] == (2,)


def test_p17b_a_rider_dropped_in_an_elimination_race_takes_a_die_too() -> None:
    riders = "0.Y@12.1 0.G@10.1 1.Y@5.1 1.G@4.1"
    for as_riders, left in ((False, (6, 5)), (True, (6,))):
        state = race("sprint", riders, dice={0: [2, 1], 1: [6, 5]}, race="half-lap", as_riders=as_riders)
        events = ride(state, "1 1")
        assert [event.data["rider"] for event in of_kind(events, "dropped")] == ["1.G"]
        assert state.pools[1] == left


# --- points


def test_p18_three_two_and_one_point_for_the_first_three_over_the_line() -> None:
    state = race("sprint", "0.G@24.1 1.G@24.2 2.G@24.3 3.G@24.4", points=[0, 0, 0, 0])
    first, second, third = [of_kind(ride(state, f"1 {lane}"), "crossed")[0].data for lane in (1, 2, 3)]
    assert [(each["seat"], each["place"], each["points"]) for each in (first, second, third)] == [
        (0, 1, 3),
        (1, 2, 2),
        (2, 3, 1),
    ]
    [fourth] = of_kind(ride(state, "1 4", rolls=[[1]]), "crossed")
    assert (fourth.data["place"], fourth.data["points"]) == (4, 0)
    assert (state.points, state.crossed) == ((3, 2, 1, 0), (4,))


def test_p18_the_line_is_behind_the_last_row() -> None:
    state = race("sprint", "0.G@22.1 1.O@20.4", dice={0: [2]})
    ride(state, "2 1")
    assert (place(state, "0.G"), state.points) == ("24.1", (0, 0))


def test_p18_the_order_of_crossing_counts_in_every_lap() -> None:
    state = race("sprint", "0.G@48.1 1.O@47.4", crossed=[4], points=[3, 0], dice={0: [1], 1: [2]})
    ride(state, "1 1")
    ride(state, "2 4", rolls=[[1]])
    assert (state.points, state.crossed) == ((6, 2), (4, 2))


def test_p18_a_bonus_step_may_cross() -> None:
    state = race("sprint", "0.Y@23.1 1.O@20.4", dice={0: [1]})
    ride(state, "1 1 on stop")
    assert (place(state, "0.Y"), state.points) == ("25.1", (3, 0))


def test_p18_points_stay_when_the_rider_is_eliminated() -> None:
    state = race("sprint", "0.Y@49.1 1.G@26.2 1.B@40.3", crossed=[4, 1], points=[5, 4], dice={0: [1]})
    ride(state, "1 1")
    assert (place(state, "1.G"), state.points) == ("out", (5, 4))


def test_p18a_a_rider_scores_once_for_each_lap() -> None:
    state = race("sprint", "0.G@24.1 1.O@20.4", dice={0: [1]})
    ride(state, "1 1")
    assert state.points == (3, 0)
    coast(state, rolls=[[3]])
    ride(state, "3 1", rolls=[[1]])
    assert (state.points, state.crossed) == ((3, 0), (1,))


def test_p18a_what_nobody_is_left_to_win_is_not_awarded() -> None:
    state = race("sprint", "0.G@24.1 1.O@24.4", dice={0: [1]})
    ride(state, "1 1")
    ride(state, "1 4", rolls=[[1]])
    assert state.points == (3, 2)


# --- the end


def test_p19_the_match_ends_at_once_in_the_middle_of_a_move() -> None:
    state = race("sprint", "0.G@24.1 1.B@1.4 1.O@2.4 1.Y@20.1", points=[10, 4], dice={0: [2]})
    events = ride(state, "2 1")
    assert GAME.view(state, None).over
    assert state.points == (13, 4)
    assert place(state, "0.G") == "26.1"  # the winner rides out the move, but laps no one any more
    assert places(state, 1) == "20.1 out 1.4 2.4"
    assert [event.kind for event in events] == ["rode", "crossed", "won"]
    assert GAME.ask(GAME.view(state, 1)) is None


def test_p19_the_target_is_an_option() -> None:
    assert GAME.spec.options[2].ask.least == 3  # type: ignore[union-attr]
    assert GAME.spec.options[2].ask.most == 30  # type: ignore[union-attr]
    state = race("sprint", "0.G@24.1 1.B@20.4", target="3", dice={0: [1]})
    ride(state, "1 1")
    assert GAME.view(state, None).over


def test_p19_equal_points_share_a_rank() -> None:
    state = race("sprint", "0.G@24.1 1.B@20.4 2.B@19.1 3.B@19.2", points=[10, 5, 2, 5], dice={0: [1]})
    [event] = of_kind(ride(state, "1 1"), "won")
    assert ranks(state) == [1, 2, 4, 2]
    assert event.data == {"seats": [0]}


def test_p19_the_last_team_left_wins_whatever_its_points() -> None:
    state = race("sprint", "0.Y@33.1 1.G@10.2", points=[0, 9], dice={0: [1]})
    events = ride(state, "1 1")
    assert [event.kind for event in events] == ["rode", "lapped", "team.out", "won"]
    assert ranks(state) == [1, 2]
    assert state.points == (0, 9)


def test_p19_a_team_without_riders_is_out_and_keeps_its_points() -> None:
    state = race("sprint", "0.Y@33.1 1.G@10.2 2.B@20.1", points=[0, 9, 4], dice={0: [1]})
    [event] = of_kind(ride(state, "1 1"), "team.out")
    assert event.data == {"seat": 1}
    assert not GAME.view(state, None).over
    assert (state.points, ranks(state)) == ((0, 9, 4), [3, 1, 2])
    assert coast(state, rolls=[[1]]) != []  # seat 2 rides on, then a new turn without seat 1
    assert state.due == "0.Y"


def test_p19_no_target_in_elimination_races() -> None:
    state = race("sprint", "0.G@10.1 1.B@2.4", race="lap", points=[30, 0], dice={0: [1]})
    ride(state, "1 1 stop")
    assert not GAME.view(state, None).over


def test_p19_in_elimination_races_the_rank_is_the_reverse_order_of_going_out() -> None:
    state = race("sprint", "2.G@36.1 3.B@30.4 0.Y@20.1", race="half-lap", marks=2, seats=4, dice={2: [1]})
    state.gone = (1,)
    ride(state, "1 1")
    assert (state.gone, ranks(state)) == ((1, 0), [3, 4, 1, 1])  # the two that are left share first place
    assert [standing.points for standing in standings(state)] == [0, 0, 1, 1]


# --- elimination races


def test_p20_the_last_rider_goes_when_the_leader_completes_a_lap() -> None:
    state = race("sprint", "0.G@24.1 0.B@20.1 1.B@20.4 1.O@4.3", race="lap", dice={0: [1, 1]})
    events = ride(state, "1 1")
    assert [event.data["rider"] for event in of_kind(events, "dropped")] == ["1.O"]


def test_p20_in_the_same_row_the_outermost_lane() -> None:
    state = race("sprint", "0.G@24.1 0.B@3.1 1.B@3.4 1.O@3.3", race="lap", dice={0: [1, 1]})
    ride(state, "1 1")
    assert (place(state, "1.B"), place(state, "1.O")) == ("out", "3.3")


def test_p20_half_a_lap_does_not_count_in_a_lap_race() -> None:
    state = race("sprint", "0.G@12.1 1.B@3.4", race="lap", dice={0: [1]})
    ride(state, "1 1")
    assert (place(state, "1.B"), state.marks) == ("3.4", 0)


def test_p20_the_last_team_left_wins() -> None:
    state = race("sprint", "0.G@12.1 1.B@3.4", race="half-lap", dice={0: [1]})
    events = ride(state, "1 1")
    assert [event.kind for event in events] == ["rode", "dropped", "team.out", "won"]
    assert (GAME.view(state, None).over, ranks(state)) == (True, [1, 2])


def test_p20_races_are_for_points_unless_told_otherwise() -> None:
    assert settle(GAME.spec, Table(2, {}, 1)).options["race"] == "points"


def test_p20a_the_first_rider_to_reach_a_mark_uses_it_up() -> None:
    state = race("sprint", "0.G@12.1 1.B@12.4 1.O@3.4 1.Y@2.4", race="half-lap", dice={0: [1], 1: [1, 1, 1]})
    ride(state, "1 1")
    assert (state.marks, place(state, "1.Y")) == (1, "out")
    ride(state, "1 4")
    assert (state.marks, place(state, "1.O")) == (1, "3.4")


def test_p20a_the_next_mark_is_the_line() -> None:
    state = race("sprint", "0.G@24.1 1.B@12.4 1.O@3.4", race="half-lap", marks=1, dice={0: [1]})
    ride(state, "1 1")
    assert (state.marks, place(state, "1.O")) == (2, "out")


def test_p20a_bonus_steps_reach_a_mark() -> None:
    state = race("sprint", "0.O@11.1 1.B@10.4 1.O@3.4", race="half-lap", dice={0: [1]})
    ride(state, "1 1 on")
    assert (place(state, "0.O"), state.marks, place(state, "1.O")) == ("13.1", 1, "out")


def test_p20a_the_last_rider_goes_whoever_the_owner_is() -> None:
    state = race("sprint", "0.G@12.1 1.B@11.4 0.O@3.4", race="half-lap", dice={0: [1, 1]})
    ride(state, "1 1")
    assert place(state, "0.O") == "out"


def test_p20a_the_last_rider_goes_whether_or_not_they_have_moved() -> None:
    riders = "1.O@3.4 0.G@12.1 1.B@11.4"
    for moved in ("", "1.O"):
        state = race("sprint", riders, race="half-lap", moved=moved, dice={0: [1]})
        ride(state, "1 1")
        assert place(state, "1.O") == "out"


def test_p20a_points_are_not_counted() -> None:
    state = race("sprint", "0.G@24.1 1.B@20.4 1.O@4.3", race="lap", dice={0: [1]})
    events = ride(state, "1 1")
    assert (state.points, state.crossed, of_kind(events, "crossed")) == ((0, 0), (), [])


def test_p20b_lapping_step_by_step_and_the_last_rider_when_the_move_has_ended() -> None:
    state = race("sprint", "0.G@24.1 1.Y@1.2 1.B@2.4 1.O@8.3 0.Y@9.4", race="half-lap", marks=1, dice={0: [2, 1]})
    events = ride(state, "2 1")
    assert [(event.kind, event.data["rider"]) for event in events if "by" in event.data] == [
        ("lapped", "1.Y"),
        ("lapped", "1.B"),
        ("dropped", "1.O"),
    ]


def test_p20b_no_second_removal_when_one_team_is_left() -> None:
    state = race("sprint", "0.G@24.1 0.Y@9.4 1.Y@1.2", race="half-lap", marks=1, dice={0: [1, 1]})
    events = ride(state, "1 1")
    assert GAME.view(state, None).over
    assert of_kind(events, "dropped") == []
    assert place(state, "0.Y") == "9.4"


def test_p20b_the_end_comes_between_two_who_are_lapped_by_one_step() -> None:
    state = race("sprint", "0.G@24.1 0.O@1.2 1.B@0.1", dice={0: [1, 1]}, target="30")
    ride(state, "1 1")
    assert (place(state, "1.B"), place(state, "0.O")) == ("out", "1.2")


# --- pace and time-out


def test_p21_the_quick_preset() -> None:
    table = settle(GAME.spec, Table(2, dict(GAME.spec.presets["quick"]), 1))
    assert table.options == {"track": "sprint", "race": "points", "target": "6", "dice": "surplus"}


def test_p17b_as_its_author_wrote_it_on_the_whole_track_to_twelve_points_with_as_many_dice_as_riders() -> None:
    table = settle(GAME.spec, Table(4, dict(GAME.spec.presets["author"]), 1))
    assert table.options == {"track": "classic", "race": "points", "target": "12", "dice": "as-riders"}


def test_p21_a_single_legal_outcome_can_be_seen_from_the_questions() -> None:
    blocked = "1.Y@14.1 1.G@14.2 1.O@14.3"
    state = race("sprint", f"{blocked} 0.Y@13.2", moved="1.Y 1.G 1.O", dice={0: [4]})
    assert [question(state, way) for way in ("", "4", "4 stay")] == [("4",), ("stay",), ()]


@pytest.mark.parametrize("kind", ["lap", "half-lap"])
def test_p21b_elimination_races_are_on_sprint_unless_told_otherwise(kind: str) -> None:
    assert settle(GAME.spec, Table(4, {"race": kind}, 1)).options["track"] == "sprint"


def test_p21b_both_kinds_of_elimination_race_are_offered() -> None:
    assert GAME.spec.options[1].ask == Pick("race", ("points", "lap", "half-lap"))


def test_p22_time_out_the_largest_die_the_inmost_lane_no_bonus() -> None:
    state = race("sprint", "0.B@9.3 1.O@4.3", dice={0: [1, 4, 2]})
    assert fallback(state) == ("4", "1", "stop")  # row 13 in lane 1 is blue
    assert fallback(race("sprint", "0.Y@9.3 1.O@4.3", dice={0: [1, 3, 2]})) == ("3", "1")


def test_p22a_the_inmost_of_the_squares_where_the_rider_can_land() -> None:
    wall = "1.Y@12.1 1.G@12.2 1.B@12.3"
    state = race("sprint", f"{wall} 0.Y@9.1", moved="1.Y 1.G 1.B", dice={0: [3, 1]})
    assert fallback(state) == ("3", "4")


def test_p22a_a_rider_who_cannot_move_stays() -> None:
    state = race("sprint", "1.G@11.1 1.B@11.2 0.Y@10.1", moved="1.G 1.B", dice={0: [6]})
    assert fallback(state) == ("6", "stay")
