"""The course of the game: first cards, lays, what is forbidden, finished snakes (S7-S12)."""

from __future__ import annotations

import pytest

from engines.schlangennest import Field, is_closed, is_loop, open_ends, parts
from tests.engines.schlangennest.position import NEIGHBOURING, OPPOSITE, of_kind, play, question, refused, start, table

pytestmark = pytest.mark.quick

# --- S7: first cards


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_s07_the_starter_is_drawn_and_turns_go_round(starter: int) -> None:
    state = start(3, starter)
    seats = []
    for square in ("M20", "N20", "O20"):
        seats.append(state.due)
        play(state, f"snake.{state.due} {square} straight ns")
    assert seats == [starter, (starter + 1) % 3, (starter + 2) % 3]
    assert (state.due, state.stage, state.turn) == (starter, "lay", 4)


def test_s07_the_next_card_lies_beside_or_diagonally_beside_one() -> None:
    state = start()
    assert question(state, "snake.0") == ("M20",)
    assert refused(state, "snake.0 C4 curve ne") == ("square.begin", {"square": "C4", "first": "M20"})
    play(state, "snake.0 M20 straight ns")
    assert question(state) == ("snake.1",)
    assert question(state, "snake.1") == ("L19", "M19", "N19", "L20", "N20", "L21", "M21", "N21")
    assert refused(state, "snake.1 O20 curve ne") == ("square.far", {"square": "O20"})
    assert refused(state, "snake.1 banana curve ne")[0] == "step.unknown"
    assert refused(state, "snake.1 M20 curve ne") == ("square.taken", {"square": "M20"})
    assert refused(state, "snake.1 M19 straight ns")[0] == "two.colours"


def test_s07_head_or_tail_first_is_legal() -> None:
    assert question(start(), "snake.0 M20") == ("straight", "curve", "tail", "head")
    assert question(start(), "snake.0 M20 head") == ("n", "e", "s", "w")


def test_s07a_a_first_card_leaves_every_snake_an_open_end() -> None:
    state = start()
    play(state, "snake.0 M20 tail n")
    assert open_ends(state.nest, 0) == ("M19.s",)
    assert refused(state, "snake.1 M19 tail n") == ("first.closed", {"square": "M19", "snake": 0, "seat": 0})


def test_s07a_its_own_snake_included() -> None:
    state = start()
    play(state, "snake.0 M20 tail n")  # its gray head end looks south
    assert refused(state, "snake.1 M21 head n") == ("first.closed", {"square": "M21", "snake": 1, "seat": 1})
    assert "M21" in question(state, "snake.1")


# --- S8, S9: the next card


def test_s08_the_coloured_part_continues_an_open_end() -> None:
    state = table("M20.0.straight.ew M22.1.straight.ew")
    assert question(state) == ("L20.e", "N20.w")
    assert question(state, "N20.w") == ("straight", "curve", "tail", "head")
    assert question(state, "N20.w curve") == ("sw", "nw")
    assert question(state, "N20.w tail") == ("w",)


def test_s08_gray_contact_alone_is_not_enough() -> None:
    state = table("M20.0.straight.ew M22.1.straight.ew")
    about = {"square": "N20", "side": "w", "kind": "straight", "rotation": "ns"}
    assert refused(state, "N20.w straight ns") == ("rotation.unjoined", about)


def test_s08_the_end_may_be_gray() -> None:
    state = table("M20.0.straight.ew N20.1.straight.ns")
    play(state, "O20.w straight ew")
    assert parts(state.nest, 0) == 3


def test_s08_an_end_must_be_ones_own() -> None:
    state = table("M20.0.straight.ew M22.1.straight.ew")
    assert refused(state, "N22.w curve sw") == (
        "end.others",
        {"end": "N22.w", "square": "N22", "snake": 1, "seat": 1},
    )
    assert refused(state, "M19.s curve es") == ("end.gray", {"end": "M19.s", "square": "M19"})
    assert refused(state, "B2.n straight ns") == ("end.none", {"end": "B2.n"})
    assert refused(state, "N20.n straight ns") == ("end.none", {"end": "N20.n"})


def test_s08_a_card_that_is_not_in_hand() -> None:
    state = table("M20.0.straight.ew M22.1.straight.ew", hands={0: (0, 1, 0, 0)})
    assert question(state, "N20.w") == ("curve",)
    assert refused(state, "N20.w straight ew") == ("card.none", {"kind": "straight", "snake": 0})


def test_s08_where_nothing_can_be_laid_the_rule_is_named_and_not_a_card_that_is_missing() -> None:
    row = " ".join(f"{column}20.0.straight.ew" for column in "MNOPQRS")
    state = table(f"{row} M22.1.straight.ew", hands={0: (0, 2, 0, 0), 1: (1, 1, 1, 1)})
    assert refused(state, "T20.w") == ("border.outside", {"square": "T20", "kind": "curve", "wide": 5, "high": 7})


@pytest.mark.parametrize("way", ["N20.w straight ew straight", "N20.w straight ew N20.w straight ew"])
def test_s08_nothing_comes_after_a_whole_answer(way: str) -> None:
    assert refused(table("M20.0.straight.ew M22.1.straight.ew"), way)[0] == "step.beyond"


@pytest.mark.parametrize("way", ["banana", "N20", "N20.w banana", "N20.w straight banana", "N20.W curve sw", "n20.w"])
def test_s08_what_is_no_end_card_or_rotation(way: str) -> None:
    assert refused(table("M20.0.straight.ew M22.1.straight.ew"), way)[0] == "step.unknown"


def test_s08_gray_parts_joined_by_a_card_count_from_now_on() -> None:
    state = table("M20.0.straight.ew M22.1.straight.ew O20.2.straight.ns", seats=3)
    [laid] = of_kind(play(state, "N20.w straight ew"), "laid")
    assert laid["gained"] == 2
    assert open_ends(state.nest, 0) == ("L20.e", "P20.w")


def test_s09_a_gray_part_may_lengthen_another_snake() -> None:
    state = table("M20.0.straight.ew N21.1.straight.ns")
    [grew] = of_kind(play(state, "N20.w straight ew"), "grew")
    assert grew == {"seat": 1, "snake": 1, "by": 0, "gained": 1, "parts": 2}
    assert open_ends(state.nest, 1) == ("N19.s", "N22.n")


def test_s09_a_gray_head_may_end_it() -> None:
    state = table("M20.0.straight.ew O20.1.straight.ew")
    events = play(state, "N20.w tail w")
    assert of_kind(events, "ended") == [{"seat": 1, "snake": 1, "by": 0}]
    assert open_ends(state.nest, 1) == ("P20.w",)


# --- S10


def test_s10_three_snakes_never_come_to_one_square() -> None:
    state = table("M20.0.straight.ew N19.1.straight.ns N22.2.straight.ns", seats=3, due=2)
    assert refused(state, "N21.s straight ns") == ("three.snakes", {"square": "N20"})
    assert question(state, "N21.s") == ("curve", "tail", "head")


def test_s10_three_snakes_never_come_to_one_square_by_gray_parts() -> None:
    words = "M20.0.straight.ew N19.1.straight.ns N21.2.straight.ew O21.2.curve.sw O22.2.curve.nw"
    state = table(words, seats=3, due=2)
    assert [name[:1] for name in state.nest.reach["N20"]] == ["1", "", "g", "0"]
    assert refused(state, "N22.e curve ne") == ("three.snakes", {"square": "N20"})


FOUR = "M20.0.straight.ew N19.1.straight.ns O19.2.straight.ns Q20.3.straight.ew"


def test_s10_four_snakes_never_come_to_two_neighbouring_squares() -> None:
    state = table(FOUR, seats=4, due=3)
    assert refused(state, "P20.e straight ew") == ("four.snakes", {"square": "O20", "beside": "N20"})
    assert "straight" not in question(state, "P20.e")


def test_s10_unattached_gray_does_not_count() -> None:
    state = table("M20.0.straight.ew N19.1.straight.ns O21.2.straight.ew", seats=3, due=2)
    play(state, "N21.e straight ew")
    assert [name[:1] for name in state.nest.reach["N20"]] == ["1", "", "g", "0"]


def test_s10_in_hunt_snakes_are_counted_not_players() -> None:
    state = table("M20.0.straight.ew N19.1.straight.ns N22.2.straight.ns", seats=2, due=0, snakes="hunt", todo=(0, 2))
    assert refused(state, "N21.s straight ns") == ("three.snakes", {"square": "N20"})


# --- S11


def test_s11_opposite_ends_are_joined_by_a_straight() -> None:
    state = table(OPPOSITE, due=1)
    events = play(state, "N21.e curve ne")
    assert of_kind(events, "cornered") == [{"seat": 0, "snake": 0, "by": 1, "square": "N20"}]
    assert question(state) == ("N20.e", "N20.w")
    assert question(state, "N20.w") == ("straight",)
    assert refused(state, "N20.w tail w") == ("join.straight", {"square": "N20", "snake": 0})
    assert refused(state, "N20.w head w") == ("join.head", {"square": "N20", "snake": 0})
    events = play(state, "N20.w straight ew")
    assert [event["snake"] for event in of_kind(events, "looped")] == [0, 1]
    assert (state.stage, state.due) == ("open", 1)


def test_s11_by_the_tail_only_where_there_is_no_straight() -> None:
    state = table(OPPOSITE, due=1, hands={0: (0, 5, 1, 1)})
    play(state, "N21.e curve ne")
    assert question(state, "N20.w") == ("tail",)
    assert refused(state, "N20.w head w") == ("join.head", {"square": "N20", "snake": 0})
    events = play(state, "N20.w tail w")
    assert [event["snake"] for event in of_kind(events, "closed")] == [0]
    assert [event["snake"] for event in of_kind(events, "looped")] == [1]


def test_s11_never_caused_where_the_next_of_the_two_can_do_neither() -> None:
    state = table(OPPOSITE, due=1, hands={0: (0, 5, 0, 1)})
    assert refused(state, "N21.e curve ne") == ("both.ends", {"square": "N20", "snake": 0, "seat": 0})
    assert question(state, "N21.e curve") == ("es",)


def test_s11_neighbouring_ends_are_joined_by_a_curve() -> None:
    state = table(NEIGHBOURING, due=1)
    play(state, "N21.s straight ns")
    assert question(state) == ("N20.n", "N20.w")
    assert question(state, "N20.w") == ("curve",)
    assert question(state, "N20.w curve") == ("nw",)
    play(state, "N20.w curve nw")
    assert is_loop(state.nest, 0) and is_loop(state.nest, 1)


def test_s11_never_caused_where_the_next_of_the_two_has_no_curve() -> None:
    state = table(NEIGHBOURING, due=1, hands={0: (3, 0, 1, 1)})
    assert refused(state, "N21.s straight ns") == ("both.ends", {"square": "N20", "snake": 0, "seat": 0})


def test_s11_the_next_is_counted_from_the_seat_that_causes_it() -> None:
    """Seat 0 causes it itself: now it is seat 1 that needs a curve."""
    almost = f"{NEIGHBOURING} N21.1.straight.ns".replace("N19.0.straight.ns ", "")
    assert refused(table(almost, hands={1: (3, 0, 1, 1)}), "N19.n straight ns")[1]["seat"] == 1
    state = table(almost, hands={0: (3, 0, 1, 1)})
    play(state, "N19.n straight ns")
    assert (state.due, question(state)) == (1, ("N20.e", "N20.s"))


def test_s11_a_third_player_may_cause_it() -> None:
    """Seat 2 does, so seat 0 comes before seat 1, which could join its own ends."""
    words = f"{OPPOSITE} N22.2.straight.ns"
    state = table(words, seats=3, due=2)
    assert of_kind(play(state, "N21.s curve sw"), "cornered") == [{"seat": 0, "snake": 0, "by": 2, "square": "N20"}]
    state = table(words, seats=3, due=2, hands={0: (0, 5, 0, 1)})
    assert refused(state, "N21.s curve sw") == ("both.ends", {"square": "N20", "snake": 0, "seat": 0})


def test_s11_a_straight_that_the_border_keeps_out_is_as_good_as_none() -> None:
    below = Field(5, 7, (12, 21, 16, 25), ())  # N20 lies outside
    state = table(OPPOSITE, due=1, field=below)
    play(state, "N21.e curve ne")
    assert question(state, "N20.w") == ("tail",)
    state = table(OPPOSITE, due=1, field=below, hands={0: (4, 5, 0, 1)})
    assert refused(state, "N21.e curve ne")[0] == "both.ends"


def test_s11_in_hunt_the_other_snake_has_to_wait() -> None:
    words = f"{OPPOSITE} L23.2.straight.ew P24.3.straight.ew"
    state = table(words, due=1, snakes="hunt", board="7x9")
    play(state, "N21.e curve ne")
    assert question(state) == ("N20.e", "N20.w")
    assert refused(state, "M23.w straight ew") == ("must.connect", {"square": "N20", "snake": 0})


# --- S12, S12a


def test_s12_a_finished_player_is_skipped_and_the_last_plays_alone() -> None:
    state = table("M20.0.tail.e N20.0.straight.ew M22.1.straight.ew")
    events = play(state, "O20.w head w")
    assert of_kind(events, "closed") == [{"seat": 0, "snake": 0, "by": 0, "parts": 3}]
    assert state.due == 1
    events = play(state, "N22.w straight ew")
    assert state.due == 1 and of_kind(events, "turn") == [{"turn": 11, "seat": 1}]


def test_s12_two_heads_are_legal() -> None:
    state = table("M20.0.head.e N20.0.straight.ew Q20.1.straight.ew P20.1.tail.e")
    play(state, "O20.w straight ew")
    assert is_closed(state.nest, 0)  # by the gray head of the other's tail card
    assert parts(state.nest, 0) == 4


def test_s12a_a_snake_may_be_finished_by_another_players_card() -> None:
    state = table("M20.0.straight.ew O20.1.straight.ew P20.1.head.w")
    events = play(state, "N20.w tail w")
    assert of_kind(events, "closed") == [{"seat": 1, "snake": 1, "by": 0, "parts": 3}]
    assert state.due == 0
