"""Pistard, clauses P1 to P9: the table, the track and the first move."""

from __future__ import annotations

import pytest

from engines.dice import ScriptedDice
from engines.pistard import BASES, LANES, TRACKS, colour, row, rows
from engines.table import IllegalMove, Move, Pick, Table
from tests.engines.pistard.position import GAME, of_kind, place, places, plan, question, race, ride, start

pytestmark = pytest.mark.quick

LANE_1 = "YBYOGGBBYOGOBBBOOOYYGGGYBYOOGBYYBOGG"
LANE_2 = "BYBGOOYYBGOGYYYGGGBBOOOBYBGGOYBBYGOO"


def on(track: str) -> Table:
    return Table(2, {"track": track}, 1)


# --- table


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_p01_two_to_four_teams_of_four_riders_and_four_dice(seats: int) -> None:
    state = start([[6, 5, 4, seat + 1] for seat in range(seats)])
    assert [rider.seat for rider in state.riders] == [seat for seat in range(seats) for _ in range(4)]
    assert [len(pool) for pool in state.pools] == [4] * seats
    assert {(rider.d, rider.lane) for rider in state.riders} == {(0, 0)}  # not on the track yet


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_p01_no_other_tables(seats: int) -> None:
    with pytest.raises(IllegalMove, match=r"table\.seats"):
        GAME.setup(Table(seats, {}, 1), ScriptedDice([[1, 1, 1, 1]] * seats))


def test_p01_as_many_dice_as_riders() -> None:
    state = race("sprint", "0.Y@12.1 1.G@10.1 1.B@9.1 1.O@5.3", unrolled=[1])
    events = ride(state, "1 1", rolls=[[2, 6, 4]])
    assert [event.data["dice"] for event in of_kind(events, "rolled")] == [[6, 4, 2]]


def test_p02_every_team_has_one_rider_of_each_base() -> None:
    state = start([[6, 5, 4, 3], [6, 5, 4, 2]])
    assert [rider.base for rider in state.riders] == [*"YGBO", *"YGBO"]
    assert set("".join(lane for lanes in TRACKS.values() for lane in lanes)) == set(BASES)


def test_p03_four_lanes_and_one_rider_to_a_square() -> None:
    state = start([[6, 6, 6, 6], [6, 6, 5, 5]])
    plan(state, "6666", "6655")
    squares = [(rider.d, rider.lane) for rider in state.riders]
    assert len(set(squares)) == 8
    assert {lane for d, lane in squares if d == 6} == set(range(1, LANES + 1))
    assert place(state, "1.Y") == "5.1"  # the fifth six


def test_p04_a_row_is_where_the_ring_has_come_to() -> None:
    table = on("sprint")
    assert [row(table, d) for d in (1, 24, 25, 48, 49)] == [1, 24, 1, 24, 1]
    assert all(colour(table, d, lane) == colour(table, d + 24, lane) for d in range(1, 25) for lane in range(1, 5))


def test_p04a_behind_the_line_are_the_last_squares_of_the_ring() -> None:
    table = on("sprint")
    assert [row(table, d) for d in (0, -1)] == [24, 23]
    assert [colour(table, 0, lane) for lane in (1, 2)] == ["Y", "B"]
    state = race("sprint", "1.G@9.1 0.Y@-2.1", moved="1.G", dice={0: [2]})
    assert question(state, "2 1") == ("stop", "on")  # row 24 is yellow for this rider, and so is row 1
    ride(state, "2 1 on on", rolls=[[1]])
    assert place(state, "0.Y") == "2.1"


def test_p04a_a_rider_who_waits_behind_the_line_is_lapped_like_anybody() -> None:
    state = race("sprint", "0.Y@23.1 0.G@20.4 1.G@0.1 1.B@12.1", dice={0: [1, 2]})
    ride(state, "1 1 stop")
    assert place(state, "0.Y") == "24.1"
    assert place(state, "1.G") == "out"


def test_p05_the_lanes_of_the_three_tracks() -> None:
    assert TRACKS["sprint"] == (LANE_1[:24], LANE_2[:24])
    assert TRACKS["classic"] == (LANE_1, LANE_2)
    assert TRACKS["marathon"] == (LANE_1 + LANE_1[:12], LANE_2 + LANE_2[:12])
    assert [rows(on(track)) for track in ("sprint", "classic", "marathon")] == [24, 36, 48]


@pytest.mark.parametrize("track", TRACKS)
def test_p05_lanes_two_and_four_have_the_colours_swapped(track: str) -> None:
    table = on(track)
    for d in range(1, rows(table) + 1):
        inner = colour(table, d, 1)
        assert colour(table, d, 2) == inner.translate(str.maketrans("YBGO", "BYOG"))
        assert (colour(table, d, 3), colour(table, d, 4)) == (inner, colour(table, d, 2))


def test_p05_sprint_is_the_default() -> None:
    assert start([[6, 5, 4, 3], [1, 1, 1, 1]]).table.options["track"] == "sprint"


@pytest.mark.parametrize(("track", "half"), [("sprint", 12), ("classic", 18), ("marathon", 24)])
def test_p05a_the_half_lap_line_is_behind_the_middle_row(track: str, half: int) -> None:
    riders = f"0.G@{half - 2}.1 0.Y@4.4 1.G@3.1 1.B@2.1"
    short = race(track, riders, race="half-lap", dice={0: [2, 1]})
    ride(short, "2 1")
    assert (place(short, "0.G"), short.marks) == (f"{half}.1", 0)
    over = race(track, riders, race="half-lap", dice={0: [3, 1]})
    ride(over, "3 1")
    assert (place(over, "0.G"), over.marks) == (f"{half + 1}.1", 1)
    assert place(over, "1.B") == "out"


# --- first move


def test_p06_the_higher_sum_has_precedence() -> None:
    assert start([[1, 2, 3, 4], [6, 6, 1, 1], [5, 1, 1, 1]]).order == (1, 0, 2)


def test_p06_equal_sums_roll_off() -> None:
    state = start([[6, 2, 1, 1], [4, 4, 1, 1], [6, 6, 6, 6], [5, 3, 1, 1]], [2, 5, 3])
    assert state.order == (2, 1, 3, 0)


def test_p06_a_roll_off_of_those_who_are_still_equal() -> None:
    state = start([[4, 4, 1, 1], [5, 3, 1, 1], [6, 2, 1, 1]], [2, 5, 2], [1, 6])
    assert state.order == (1, 2, 0)


def test_p06_roll_offs_end_some_day() -> None:
    state = start([[4, 4, 1, 1], [5, 3, 1, 1]], *[[3, 3]] * 32)
    assert state.order == (0, 1)


def test_p06_precedence_is_told() -> None:
    _, events = GAME.setup(Table(2, {}, 1), ScriptedDice([[1, 1, 1, 1], [2, 6, 4, 3]]))
    assert [event.data for event in of_kind(events, "precedence")] == [{"seats": [1, 0]}]
    assert [event.data["dice"] for event in of_kind(events, "rolled")] == [[1, 1, 1, 1], [6, 4, 3, 2]]


def test_p07_everybody_is_asked_at_once_about_their_own_dice() -> None:
    state = start([[6, 4, 4, 1], [5, 3, 2, 2]])
    view = GAME.view(state, 1)
    assert (view.waiting, view.sealed) == ((0, 1), True)
    assert GAME.ask(view) == Pick("start.Y", ("5", "3", "2"))
    assert GAME.ask(view, ("2",)) == Pick("start.G", ("5", "3", "2"))
    assert GAME.ask(view, ("2", "5", "3")) == Pick("start.O", ("2",))
    assert GAME.ask(GAME.view(state, None)) is None


def test_p07_a_die_that_is_used_up_cannot_be_chosen_again() -> None:
    state = start([[6, 4, 4, 1], [5, 3, 2, 2]])
    with pytest.raises(IllegalMove):
        GAME.apply(state, Move(0, ("6", "6", "4", "1")), ScriptedDice([]))
    with pytest.raises(IllegalMove):
        GAME.apply(state, Move(0, ("6", "4", "4", "1", "1")), ScriptedDice([]))


def test_p07_dice_are_public_and_plans_hidden_until_all_are_in() -> None:
    state = start([[6, 4, 3, 1], [5, 3, 2, 2]])
    events = GAME.apply(state, Move(0, ("1", "3", "4", "6")), ScriptedDice([]))
    other, own = GAME.view(state, 1), GAME.view(state, 0)
    assert other.pools == own.pools == ((6, 4, 3, 1), (5, 3, 2, 2))
    assert (other.plan, own.plan) == ("", "plan.0.1.3.4.6")
    assert [(event.kind, event.to) for event in events] == [("planned", frozenset({0})), ("sealed", None)]
    events = GAME.apply(state, Move(1, ("5", "3", "2", "2")), ScriptedDice([[1, 1, 1, 1]]))
    assert [event.data for event in of_kind(events, "assigned")] == [
        {"seat": 0, "dice": [1, 3, 4, 6]},
        {"seat": 1, "dice": [5, 3, 2, 2]},
    ]


def test_p07_a_plan_can_be_replaced_while_others_think() -> None:
    state = start([[6, 4, 3, 1], [5, 3, 2, 2]])
    GAME.apply(state, Move(0, ("1", "3", "4", "6")), ScriptedDice([]))
    GAME.apply(state, Move(0, ("6", "4", "3", "1")), ScriptedDice([]))
    assert GAME.view(state, None).waiting == (1,)
    GAME.apply(state, Move(1, ("5", "3", "2", "2")), ScriptedDice([[1, 1, 1, 1]]))
    assert places(state, 0) == "6.1 4.1 3.1 1.1"


def test_p07_the_default_is_y_g_b_o_by_falling_dice() -> None:
    state = start([[1, 4, 6, 4], [5, 3, 2, 2]])
    assert GAME.fallback(GAME.view(state, 0)) == ("6", "4", "4", "1")


def test_p08_riders_go_to_the_row_of_their_die() -> None:
    state = start([[6, 5, 2, 1], [4, 3, 3, 1]])
    events = plan(state, "5162", "3431")
    assert (places(state, 0), places(state, 1)) == ("5.1 1.1 6.1 2.1", "3.1 4.1 3.2 1.2")
    order = [event.data["rider"] for event in of_kind(events, "placed")]
    assert order == ["0.B", "0.Y", "1.G", "1.Y", "1.B", "0.O", "0.G", "1.O"]  # sixes first, then fives, ...


def test_p08_a_full_row_sends_the_next_one_down() -> None:
    state = start([[6, 6, 6, 5], [6, 6, 5, 5]])
    plan(state, "6665", "6655")
    assert (places(state, 0), places(state, 1)) == ("6.1 6.2 6.3 5.2", "6.4 5.1 5.3 5.4")


def test_p08_a_full_row_of_sixes_and_one_of_fives() -> None:
    state = start([[6, 6, 6, 6], [6, 6, 6, 5], [5, 1, 1, 1]])
    plan(state, "6666", "6665", "5111", rolls=[[1, 1, 1, 1]])
    assert (places(state, 1), places(state, 2)) == ("5.1 5.2 5.3 5.4", "4.1 1.1 1.2 1.3")


def test_p08_behind_the_line_when_row_one_is_full() -> None:
    state = start([[1, 1, 1, 1]] * 3, [3, 2, 1])
    plan(state, "1111", "1111", "1111", rolls=[[1, 1, 1, 1]])
    assert (places(state, 0), places(state, 1)) == ("1.1 1.2 1.3 1.4", "0.1 0.2 0.3 0.4")
    assert places(state, 2) == "-1.1 -1.2 -1.3 -1.4"


def test_p08_a_rider_who_starts_behind_the_line_rides_over_it() -> None:
    state = race("sprint", "1.G@9.4 0.B@0.2", moved="1.G", dice={0: [3]})
    ride(state, "3 2 stop", rolls=[[1]])
    assert place(state, "0.B") == "3.2"
    assert state.points == (0, 0)


def test_p08a_the_seat_with_precedence_places_all_its_riders_of_that_value_first() -> None:
    state = start([[3, 3, 3, 1], [3, 3, 6, 6]])
    assert state.order == (1, 0)
    events = plan(state, "3313", "6363")
    threes = [event.data["rider"] for event in of_kind(events, "placed") if event.data["die"] == 3]
    assert threes == ["1.G", "1.O", "0.Y", "0.G", "0.O"]
    assert place(state, "0.O") == "2.1"


def test_p09_the_first_move_gives_neither_bonus_nor_points() -> None:
    state = start([[6, 5, 3, 1], [5, 4, 2, 1]])
    plan(state, "3651", "5421")
    assert places(state, 0) == "3.1 6.1 5.1 1.1"  # yellow on yellow, green on green behind no one: all stay
    assert (state.points, state.crossed) == ((0, 0), ())
    assert (state.stage, state.turn, state.due) == ("move", 1, "0.G")
