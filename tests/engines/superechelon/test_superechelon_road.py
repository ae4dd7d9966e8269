"""SuperEchelon, clauses E8 to E14: echelons of two players, breakaways, Good Day and Bad Day."""

from __future__ import annotations

from typing import Any

import pytest

from engines.superechelon import BAD, GOOD, values
from engines.table import IllegalMove, Table, settle
from tests.engines.matches import save
from tests.engines.superechelon.stage import (
    GAME,
    answer,
    figures,
    leg,
    of_kind,
    on_road,
    options,
    pile,
    play,
    play_all,
    points,
    ranks,
    view,
)

pytestmark = pytest.mark.quick

# --- two players


def test_e8_they_alternate_and_the_dealer_leads() -> None:
    state = leg("climber climber climber", "super super super", leader=1, due=1)
    play_all(state, "super", "climber", "super", "climber", "super")
    assert [len(breakaway.cards) for breakaway in state.breakaways] == [3, 2]
    assert [breakaway.starter for breakaway in state.breakaways] == [1, 0]
    assert state.due == 0


def test_e8_the_higher_total_takes_all_six_cards_deals_and_leads() -> None:
    road = ["0:climber 0:climber", "1:debutant 1:gregario"]
    state = leg("climber", "gregario", road=road, terrain="mountain", turn=3, piles={1: ""})
    events = play_all(state, "climber", "gregario")
    assert pile(state, 0) == "climber climber climber gregario gregario debutant"
    assert [event.data["cards"] for event in of_kind(events, "took")] == [state.last.spoils.cards]  # type: ignore[union-attr]
    assert state.gc[0] == 37
    assert (state.leg, state.leader, state.due) == (2, 0, 0)
    assert state.last is not None and state.last.how == "won"


def test_e8_the_follower_can_win_and_then_leads() -> None:
    road = ["0:debutant 0:debutant", "1:sprinter 1:gregario"]
    state = leg("debutant", "gregario", road=road, turn=3)
    play_all(state, "debutant", "gregario")
    assert state.leader == state.due == 1


def test_e8_after_a_tie_each_keeps_their_own_and_the_same_player_leads() -> None:
    road = ["1:super 1:gregario", "0:specialist 0:gregario"]
    state = leg("debutant", "debutant", road=road, leader=1, due=1, turn=3)
    before = state.gc[1]
    events = play_all(state, "debutant", "debutant")
    assert of_kind(events, "tied")[0].data["points"] == 10
    assert pile(state, 0) == "specialist gregario debutant"
    assert (state.gc[0], state.gc[1] - before) == (12, 9)
    assert of_kind(events, "took") == []
    assert state.leader == state.due == 1


def test_e8_a_card_is_the_whole_answer() -> None:
    state = leg("climber bad good", "super")
    for word in ("climber", "bad", "good"):
        assert options(state, word) == ()
    with pytest.raises(IllegalMove):
        answer(state, state.hands[0][0], "new")


NINETY_FOUR = "climber climber climber climber specialist specialist specialist specialist sprinter sprinter sprinter"


@pytest.mark.parametrize(
    ("hand", "gc", "winners", "places"),
    [
        ("gregario gregario debutant", (101, 99), [0], [1, 2]),
        ("gregario gregario good", (100, 100), [0, 1], [1, 1]),
    ],
)
def test_e9_more_than_100_wins_and_100_all_is_a_draw(
    hand: str, gc: tuple[int, int], winners: list[int], places: list[int]
) -> None:
    state = leg(hand, "bad bad bad", number=8, piles={0: f"{NINETY_FOUR} debutant"}, tours="1")
    events: list[Any] = []
    for word in hand.split():
        play(state, word)
        events = play(state, "bad")
    assert state.results[0].gc == gc
    assert of_kind(events, "season.won")[0].data["seats"] == winners
    assert ranks(state) == places


def test_e9_bad_day_is_a_blank_card_between_two() -> None:
    road = ["0:climber 0:debutant", "1:gregario 1:gregario"]
    state = leg("bad", "gregario", road=road, terrain="mountain", turn=3)
    events = play_all(state, "bad", "gregario")
    assert of_kind(events, "cancelled") == []
    # the player of the Bad Day takes the loot all the same
    assert pile(state, 0) == "climber gregario gregario gregario debutant bad"


# --- starting and joining


def test_e10_a_player_starts_a_breakaway_or_joins_one() -> None:
    state = leg("climber", "sprinter", "super", road=["0:gregario"], due=1)
    assert options(state, "sprinter") == ("b.1", "new")
    play(state, "sprinter new")
    assert options(state, "super") == ("b.1", "b.2", "new")
    play(state, "super b.2")
    assert [figures(card.card for card in b.cards) for b in state.breakaways] == ["gregario", "sprinter super"]
    assert state.due == 0 and state.turn == 2


def test_e10_the_first_card_of_a_stage_starts_a_breakaway() -> None:
    state = leg("climber", "sprinter", "super")
    assert options(state, "climber") == ("new",)


def test_e10_a_second_breakaway_of_the_same_player_is_refused() -> None:
    state = leg("climber", "sprinter", "super", road=["0:gregario", "1:debutant"], turn=2)
    before = save(state)
    assert options(state, "climber") == ("b.1", "b.2")
    for place in ("new", "b.3", "b.0", "b.1 ", ""):
        with pytest.raises(IllegalMove):
            answer(state, state.hands[0][0], place)
    assert save(state) == before


def test_e10_a_player_may_add_to_several_and_to_their_own() -> None:
    state = leg("climber sprinter", "", "", road=["0:gregario", "1:debutant 0:super", "2:super"], turn=3)
    assert options(state, "climber") == ("b.1", "b.2", "b.3")


def test_e10_size_is_not_limited() -> None:
    crowd = "0:gregario 1:gregario 2:gregario 3:gregario 0:gregario 1:gregario 2:gregario 3:gregario"
    state = leg("climber", "", "", "", road=[crowd], turn=3)
    assert options(state, "climber") == ("b.1",)
    assert options(leg("", "climber", "", "", road=[crowd], due=1, turn=3), "climber") == ("b.1", "new")


def test_e10a_the_dealer_leads() -> None:
    state = leg("climber", "sprinter", "super", leader=2, due=2, room="open")
    play(state, "super new")
    assert (state.due, state.turn) == (0, 1)
    play_all(state, "climber b.1", "sprinter b.1")
    assert (state.due, state.turn) == (2, 2)


def test_e10b_of_three_players_one_stays_outside() -> None:
    road = ["0:gregario 1:gregario"]
    assert options(leg("", "", "climber", road=road, due=2, room="half"), "climber") == ("new",)
    assert options(leg("", "", "climber", road=road, due=2, room="open"), "climber") == ("b.1", "new")
    assert options(leg("climber", "", "", road=road, due=0, turn=2, room="half"), "climber") == ("b.1",)


def test_e10b_as_its_author_wrote_it_everybody_may_join_everything() -> None:
    table = settle(GAME.spec, Table(4, dict(GAME.spec.presets["author"]), GAME.spec.rules))
    assert table.options == {"tours": "3", "room": "open"}
    road = ["0:gregario 1:gregario 3:gregario"]
    assert options(leg("", "", "climber", "", road=road, due=2, room="open"), "climber") == ("b.1", "new")


def test_e10b_a_player_who_is_shut_out_adds_to_their_own() -> None:
    road = ["0:gregario 1:gregario", "1:super 0:super", "2:debutant 1:gregario"]
    state = leg("", "", "climber", road=road, due=2, turn=3, room="half")
    assert options(state, "climber") == ("b.3",)
    four = leg("", "", "climber", "", road=["0:gregario 3:gregario"], due=2, room="half")
    assert options(four, "climber") == ("new",)


@pytest.mark.parametrize(("seats", "most"), [(3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4)])
def test_e10b_half_of_the_players_have_room_in_a_breakaway(seats: int, most: int) -> None:
    inside = " ".join(f"{seat}:gregario" for seat in range(most))
    hands = ["climber" if seat == most else "" for seat in range(seats)]
    full = leg(*hands, road=[inside], due=most, room="half")
    assert options(full, "climber") == ("new",)
    last = leg(*hands, road=[inside.removesuffix(f" {most - 1}:gregario")], due=most, room="half")
    assert options(last, "climber") == ("b.1", "new")


def test_e10b_whoever_is_in_a_full_breakaway_may_add_to_it_and_to_others() -> None:
    road = ["0:gregario 1:gregario", "2:super 3:super", "3:debutant"]
    state = leg("climber", "", "", "", road=road, turn=3, room="half")
    assert options(state, "climber") == ("b.1", "b.3")


def test_e10b_half_is_usual() -> None:
    assert settle(GAME.spec, Table(4, {}, 1)).options["room"] == "half"


# --- the winner


def test_e11_the_breakaway_with_most_points_recovers_its_cards_and_the_others_are_loot() -> None:
    road = ["0:sprinter 1:gregario 0:gregario", "2:super 1:debutant 0:debutant"]
    state = leg("", "", "gregario", road=road, due=2, turn=3)
    events = play(state, "gregario b.2")
    assert of_kind(events, "won")[0].data == {"breakaway": "b.1", "seats": [0, 1], "points": 16}
    recovered = {event.data["seat"]: figures(event.data["cards"]) for event in of_kind(events, "recovered")}  # type: ignore[arg-type]
    assert recovered == {0: "sprinter gregario", 1: "gregario"}
    assert state.last is not None and state.last.spoils is not None
    assert figures(state.last.spoils.cards) == "super gregario debutant debutant"
    assert pile(state, 0) == "sprinter gregario"
    assert figures(state.hands[0]) == ""  # never back to the hand


# --- Good Day


def riders(words: str) -> list[int]:
    """Values of the cards of a breakaway on a mountain stage."""
    state = leg("", "", "", road=[words], terrain="mountain")
    return list(values(state.breakaways[0].cards, "mountain"))


def test_e12_good_day_copies_the_best_rider_whoever_played_it() -> None:
    assert riders("0:gregario 1:climber 2:good") == [3, 10, 10]


def test_e12_with_two_players_it_copies_in_its_own_echelon() -> None:
    state = leg("good", "", road=["0:gregario", "1:climber"], terrain="mountain", turn=2)
    play(state, "good")
    assert points(state) == [6, 10]


def test_e12_two_good_days_copy_twice_and_never_each_other() -> None:
    assert riders("0:good 1:gregario 0:good") == [3, 3, 3]
    assert riders("0:good 1:good 2:good") == [0, 0, 0]


def test_e12_without_a_rider_it_is_worth_nothing() -> None:
    assert riders("0:good 1:bad") == [0, 0]


def test_e12_it_has_no_gc_of_its_own() -> None:
    road = ["0:climber", "1:gregario 2:super 1:gregario"]
    state = leg("", "", "good", road=road, due=2, turn=3, terrain="mountain")
    events = play(state, "good b.1")
    assert [(event.data["seat"], event.data["gc"]) for event in of_kind(events, "recovered")] == [(0, 10), (2, 0)]


def test_e12a_totals_are_provisional_until_the_stage_ends() -> None:
    state = leg("good gregario", "", "", road=[], terrain="mountain")
    play(state, "good new")
    assert points(state) == [0]
    late = leg("", "climber", "", road=["0:good"], due=1, terrain="mountain")
    play(late, "climber b.1")
    assert points(late) == [20]


# --- Bad Day


def test_e13_it_cancels_a_rider_in_another_breakaway() -> None:
    state = leg("", "bad", "", road=["0:climber 2:gregario", "1:debutant"], due=1, turn=2, terrain="mountain")
    events = play(state, "bad b.2 climber")
    assert points(state) == [3, 2]
    assert [card.cancelled for card in state.breakaways[0].cards] == [True, False]
    assert state.breakaways[1].cards[-1].target == on_road(state, "climber")
    assert of_kind(events, "cancelled")[0].data == {
        "seat": 1,
        "by": on_road(state, "bad"),
        "card": on_road(state, "climber"),
        "breakaway": "b.1",
    }


def test_e13_a_cancelled_card_keeps_its_gc() -> None:
    road = ["0:climberx 0:sprinter 0:climber", "1:debutant"]
    state = leg("", "", "debutant", road=road, due=2, turn=3, terrain="mountain")
    play(state, "debutant b.2")
    assert state.gc[0] == 10 + 7 + 10 + 1 + 1


def test_e13_a_good_day_then_copies_the_next_best() -> None:
    road = ["0:climber 2:good 2:gregario", "1:debutant"]
    state = leg("", "bad", "", road=road, due=1, turn=2, terrain="mountain")
    assert points(state)[0] == 23
    play(state, "bad b.2 climber")
    assert points(state)[0] == 6


def test_e13_it_can_cancel_a_good_day() -> None:
    road = ["0:climber 2:good", "1:debutant"]
    state = leg("", "bad", "", road=road, due=1, turn=2, terrain="mountain")
    play(state, "bad b.2 good")
    assert points(state)[0] == 10


def test_e13_a_target_in_its_own_breakaway_is_refused() -> None:
    state = leg("", "bad", "", road=["0:climber 2:gregario", "1:debutant"], due=1, turn=2, room="open")
    before = save(state)
    assert options(state, "bad b.1") == (on_road(state, "debutant"), "none")
    for target in (on_road(state, "climber"), on_road(state, "gregario"), state.hands[1][0], "sprinter.1.00", "-", ""):
        with pytest.raises(IllegalMove):
            answer(state, state.hands[1][0], "b.1", target)
    assert save(state) == before


def test_e13_with_nothing_on_the_table_it_has_no_effect() -> None:
    state = leg("bad", "", "")
    assert options(state, "bad new") == ("none",)
    play(state, "bad new none")
    assert points(state) == [0]


def test_e13a_cancelling_is_optional() -> None:
    state = leg("", "bad", "", road=["0:climber"], due=1)
    assert options(state, "bad new")[-1] == "none"
    events = play(state, "bad new none")
    assert of_kind(events, "cancelled") == []
    assert points(state) == [2, 0]


def test_e13a_each_card_is_cancelled_once_and_a_bad_day_never() -> None:
    state = leg("", "bad", "", road=["0:climberx 0:super 2:bad", "1:debutant"], due=1, turn=2)
    assert options(state, "bad b.2") == (on_road(state, "super"), "none")


def test_e13a_own_cards_in_another_breakaway_may_be_named() -> None:
    state = leg("", "bad", "", road=["0:climber 1:sprinter", "1:debutant"], due=1, turn=2)
    assert on_road(state, "sprinter") in options(state, "bad b.2")


@pytest.mark.parametrize("word", [GOOD, BAD])
def test_e13a_either_day_may_start_a_breakaway_which_is_the_player_s_one_start(word: str) -> None:
    state = leg(f"{word} climber", "super", "super", room="open")
    play(state, f"{word} new none" if word == BAD else f"{word} new")
    play_all(state, "super b.1", "super b.1")
    assert options(state, "climber") == ("b.1",)


def test_a_bad_day_is_no_path_without_its_target_and_nothing_else_has_one() -> None:
    state = leg("bad climber", "", "")
    for path in (("bad.1.00",), ("bad.1.00", "new"), ("climber.1.00",), ("climber.1.00", "new", "none")):
        with pytest.raises(IllegalMove):
            answer(state, *path)
    with pytest.raises(IllegalMove):
        answer(state, "climber.1.00", "new", by=1)


# --- no loot


def test_e14_a_player_of_a_bad_day_gets_no_loot_but_recovers_their_cards() -> None:
    road = ["0:sprinter 1:bad 1:sprinter", "2:debutant 2:gregario 1:debutant"]
    state = leg("", "", "gregario", road=road, due=2, turn=3)
    play(state, "gregario b.2")
    assert pile(state, 1) == "sprinter bad"
    assert pile(state, 0) == "sprinter gregario gregario debutant debutant"


def test_e14_it_counts_in_whichever_breakaway_it_was_played() -> None:
    road = ["0:sprinter 1:sprinter", "2:debutant 2:gregario 1:bad"]
    state = leg("", "", "gregario", road=road, due=2, turn=3)
    play(state, "gregario b.2")
    assert pile(state, 1) == "sprinter"
    assert pile(state, 0) == "sprinter gregario gregario debutant bad"


def test_the_question_is_put_to_the_seat_that_is_due_and_to_nobody_else() -> None:
    state = leg("climber", "super", "super")
    assert view(state, 0).waiting == (0,)
    for seat in (1, 2, None):
        assert GAME.ask(GAME.view(state, seat)) is None
