"""Snakes without ends, passing and the end of a match (S6a, S13, S14)."""

from __future__ import annotations

import pytest

from engines.schlangennest import State, is_closed, is_loop, open_ends, parts
from tests.engines.schlangennest.position import GAME, of_kind, play, question, refused, start, table

pytestmark = pytest.mark.quick

# three curves of snake 0, which a fourth on M21 joins into a ring
ALMOST = "M20.0.curve.es N20.0.curve.sw N21.0.curve.nw P20.1.straight.ew"
RING = f"{ALMOST} M21.0.curve.ne"
# A loop of snake 0 with two straights; the gray parts of all its curves belong to snake 1, so none can be turned.
HELD = (
    "M20.0.curve.es N20.0.straight.ew O20.0.curve.sw O21.0.curve.nw N21.0.straight.ew M21.0.curve.ne "
    "M19.1.curve.es L20.1.curve.es L21.1.curve.ne M22.1.curve.ne N22.1.straight.ew O22.1.curve.nw P21.1.curve.nw "
    "P20.1.curve.sw"
)


def ranks(state: State) -> list[int]:
    """The rank of each seat."""
    return [standing.rank for standing in GAME.view(state, None).standings]


# --- S13


def test_s13_a_loop_is_opened_on_its_owners_next_turn_by_turning_a_curve() -> None:
    state = table(ALMOST)
    events = play(state, "M21.e curve ne")
    assert of_kind(events, "looped") == [{"seat": 0, "snake": 0, "by": 0}]
    assert (state.due, state.stage) == (1, "lay")
    play(state, "Q20.w straight ew")
    assert (state.due, state.stage) == (0, "open")
    assert question(state) == ("turn",)
    assert question(state, "turn") == ("M20", "N20", "N21", "M21")
    assert GAME.ask(GAME.view(state, 1), ()) is GAME.ask(GAME.view(state, None), ()) is None, "no one else is asked"
    [turned] = of_kind(play(state, "turn M20"), "turned")
    assert turned == {"seat": 0, "snake": 0, "square": "M20", "rotation": "sw", "gained": 1, "parts": 5}
    assert open_ends(state.nest, 0) == ("L20.e", "M19.s")
    assert state.due == 1, "the seat doesn't lay in that turn"


def test_s13_only_own_curves_are_turned() -> None:
    state = table(f"{RING} L20.1.straight.ns".replace("P20.1.straight.ew ", ""), stage="open")
    assert refused(state, "turn L20") == ("loop.open", {"square": "L20", "kind": "straight", "how": "turn"})
    assert refused(state, "turn A1")[0] == "step.unknown"


def test_s13_the_snake_may_be_looped_by_another_player() -> None:
    state = table("M20.0.curve.es N20.0.curve.sw N21.0.curve.nw M22.1.straight.ns", due=1)
    events = play(state, "M21.s curve sw")
    assert of_kind(events, "looped") == [{"seat": 0, "snake": 0, "by": 1}]
    assert (state.due, state.stage) == (0, "open")
    assert question(state, "turn") == ("M20", "N20", "N21")


def test_s13a_a_turn_may_not_join_two_colours() -> None:
    state = table(f"{RING} M19.1.straight.ns".replace("P20.1.straight.ew ", ""), stage="open")
    # M19 comes to the gray part of M20, which a turn would make part of snake 0
    assert question(state, "turn") == ("N20", "N21", "M21")
    assert refused(state, "turn M20") == ("loop.open", {"square": "M20", "kind": "curve", "how": "turn"})


def test_s13a_a_curve_passed_twice_opens_nothing() -> None:
    """Turned, it would join the ways of the loop to others, and no end would come of it."""
    state = table(
        "M20.0.curve.ne N20.0.curve.sw N21.0.curve.nw M21.0.curve.ne L20.0.curve.ne L19.0.curve.es M19.0.curve.sw "
        "S20.1.straight.ew",
        stage="open",
    )
    assert (is_loop(state.nest, 0), parts(state.nest, 0)) == (True, 8)
    assert question(state, "turn") == ("N20", "N21", "M21", "L20", "L19", "M19")


def test_s13a_the_result_keeps_three_snakes_apart() -> None:
    words = f"{RING} M18.1.straight.ns L19.2.straight.ew".replace("P20.1.straight.ew ", "")
    state = table(words, seats=3, stage="open")
    assert set(state.nest.reach["M19"]) >= {"1", "2"}
    assert question(state, "turn") == ("N20", "N21", "M21")


HEADED = ("snake.0 C8 curve nw", "snake.1 D8 head n", "C7.w curve sw", "D7.s curve sw")


def test_s13a_an_end_may_meet_a_head() -> None:
    """The gray part of C8 leads to the gray side of the head on D8: turned, the snake has one open end."""
    state = start(border="frame", board="easy")
    events = play(state, *HEADED)
    assert of_kind(events, "looped") == [{"seat": 0, "snake": 0, "by": 0}]
    assert (state.due, state.stage) == (0, "open")
    before = parts(state.nest, 0)
    assert "C8" in question(state, "turn")
    [turned] = of_kind(play(state, "turn C8"), "turned")
    assert turned["parts"] == parts(state.nest, 0) > before
    assert len(open_ends(state.nest, 0)) == 1
    assert not is_loop(state.nest, 0) and not is_closed(state.nest, 0)


def test_s13a_a_turn_after_which_no_end_is_open_opens_nothing() -> None:
    """Turned, M20 would come to the gray heads of two tails, and the snake would be finished."""
    state = table(f"{RING} L20.1.tail.w M19.2.tail.n".replace("P20.1.straight.ew ", ""), seats=3, stage="open")
    assert question(state, "turn") == ("N20", "N21", "M21")
    assert refused(state, "turn M20")[0] == "loop.open"


def test_s13_where_no_turn_is_possible_the_tail_takes_a_straights_place() -> None:
    state = table(HELD, stage="open")
    assert is_loop(state.nest, 0)
    assert question(state) == ("swap",)
    assert question(state, "swap") == ("N20", "N21")  # S13a: the owner chooses
    [swapped] = of_kind(play(state, "swap N21"), "swapped")
    assert swapped == {"seat": 0, "snake": 0, "square": "N21", "rotation": "w", "gained": 1, "parts": 7}
    assert is_closed(state.nest, 0)
    assert state.nest.hands[0] == (6, 5, 0, 1)  # the straight went back


def test_s13_where_neither_is_possible_it_counts_as_finished_as_it_lies() -> None:
    state = table(HELD, due=1, hands={0: (5, 5, 0, 1)})
    events = play(state, "O19.s straight ns")
    assert of_kind(events, "stuck") == [{"seat": 0, "snake": 0, "parts": 6}]
    assert (state.due, state.stuck) == (1, (0,))
    play(state, "O18.s straight ns")
    assert state.due == 1, "the other plays alone"
    assert parts(state.nest, 0) == 6


# --- S14, S6a


def test_s14_a_player_without_a_legal_move_passes_and_may_move_again_later() -> None:
    state = table("M20.0.straight.ew M22.1.straight.ew", hands={1: (0, 0, 0, 0)})
    events = play(state, "N20.w straight ew")
    assert of_kind(events, "passed") == [{"seat": 1}]
    assert state.due == 0
    assert not is_closed(state.nest, 1) and state.stuck == ()


def test_s14_when_all_unfinished_pass_in_a_row_the_match_ends() -> None:
    state = table("M20.0.straight.ew M22.1.straight.ew", hands={0: (1, 0, 0, 0), 1: (0, 0, 0, 0)})
    events = play(state, "N20.w straight ew")
    assert of_kind(events, "passed") == [{"seat": 1}, {"seat": 0}]
    assert of_kind(events, "won") == [{"seats": [0]}]
    assert state.stage == "over"
    assert GAME.ask(GAME.view(state, 0)) is None


def test_s06a_open_snakes_score_as_they_lie() -> None:
    state = table("M20.0.straight.ew M22.1.straight.ew", hands={0: (1, 0, 0, 0), 1: (0, 0, 0, 0)})
    play(state, "N20.w straight ew")
    assert [standing.points for standing in GAME.view(state, None).standings] == [2, 1]


def test_s14_the_match_ends_when_all_are_finished() -> None:
    state = table("M20.0.tail.e N20.0.straight.ew M22.1.tail.e N22.1.straight.ew", due=1)
    events = play(state, "O22.w head w", "O20.w head w")
    assert of_kind(events, "won") == [{"seats": [0, 1]}]


def test_s14_ties_share() -> None:
    state = table("M20.0.tail.e N20.0.straight.ew M22.1.tail.e N22.1.straight.ew")
    assert ranks(state) == [1, 1]
    play(state, "O20.w straight ew")
    assert ranks(state) == [1, 2]


def test_s14_a_player_who_can_lay_must_lay() -> None:
    state = table("M20.0.straight.ew M22.1.straight.ew", hands={0: (0, 0, 1, 0)})
    assert question(state, "N20.w") == ("tail",)
    assert refused(state, "") == ("path.short", {"about": "end"})
