"""SuperEchelon, clauses E15 to E21: loot, ties, who deals next, tours, the season and time-out."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines.dice import ScriptedDice
from engines.superechelon import WHOLE_TOUR, State, TourResult, legs, pack, read_loot, tours_won
from engines.table import IllegalMove, Move, Pick, Table, settle
from tests.engines.contract import count_unlike
from tests.engines.facts import FACTS
from tests.engines.matches import play as play_at_random
from tests.engines.matches import save
from tests.engines.superechelon.stage import (
    GAME,
    answer,
    figures,
    hand_out,
    hidden_loot,
    leg,
    of_kind,
    order,
    pile,
    play,
    ranks,
    view,
)

pytestmark = pytest.mark.quick

LOST = "3:super 3:gregario 3:gregario 3:debutant"


def looted(*contributors: int, starter: int = 0, lost: str = LOST, bad: tuple[int, ...] = ()) -> State:
    """Four players; the starter's sprinter wins with the contributors' help, and seat 3 has made the loot."""
    helped = [f"{seat}:{'bad' if seat in bad else 'specialist'}" for seat in contributors]
    first = [f"{starter}:bad"] if starter in bad else []
    road = [" ".join([f"{starter}:sprinter", f"{starter}:sprinter", *first, *helped]), lost]
    state = leg("", "", "", "good", road=road, due=3, turn=3)
    play(state, "good b.2")
    return state


# --- E15: loot


def test_e15_the_starter_distributes_clockwise_beginning_with_their_own_share() -> None:
    state = looted(0, 1, 2, starter=1)
    assert (state.stage, state.due) == ("loot", 1)
    assert view(state, 0).waiting == (1,)
    assert state.last is not None and state.last.spoils is not None
    assert state.last.spoils.seats == (1, 2, 0)


def test_e15a_card_i_goes_to_entitled_player_i_mod_m_and_the_shares_are_known() -> None:
    state = looted(1, 2)
    assert state.last is not None and state.last.spoils is not None
    assert (state.last.spoils.seats, state.last.spoils.counts) == ((0, 1, 2), (2, 2, 1))
    assert figures(state.last.spoils.cards) == "super gregario gregario debutant good"


def test_e15a_the_distributor_names_the_cards_of_each_receiver_and_the_last_gets_the_rest() -> None:
    state = looted(1, 2)
    first = GAME.ask(view(state))
    assert isinstance(first, Pick)
    assert (first.about, first.least, first.most) == ("loot.0", 2, 2)
    assert figures(first.options) == "super gregario gregario debutant good"
    second = GAME.ask(view(state), ("super.1.00+debutant.1.00",))
    assert isinstance(second, Pick)
    assert (second.about, figures(second.options)) == ("loot.1", "gregario gregario good")
    hand_out(state, "super debutant", "gregario gregario")
    assert sorted(hidden_loot(state)) == [
        (0, "debutant"),
        (0, "super"),
        (1, "gregario"),
        (1, "gregario"),
        (2, "good"),
    ]


def test_e15a_a_share_of_one_card_is_a_choice_of_one() -> None:
    state = looted(1, 2, lost="3:super 3:gregario")
    ask = GAME.ask(view(state))
    assert isinstance(ask, Pick) and (ask.least, ask.most) == (1, 1)
    hand_out(state, "good", "super")
    assert sorted(hidden_loot(state)) == [(0, "good"), (1, "super"), (2, "gregario")]


def test_e15_loot_to_a_seat_without_a_right_to_it_and_cards_outside_of_it_are_refused() -> None:
    state = looted(1, 2, bad=(2,))
    assert state.last is not None and state.last.spoils is not None
    assert state.last.spoils.seats == (0, 1)
    before = save(state)
    share = "+".join(state.last.spoils.cards[:3])
    paths: list[tuple[str, ...]] = [
        (),
        (share, "+".join(state.last.spoils.cards[3:])),  # the last share isn't asked for
        ("+".join(state.last.spoils.cards[:2]),),
        ("+".join(reversed(state.last.spoils.cards[:3])),),
        ("sprinter.1.00+super.1.00+gregario.1.00",),
        (f"{share}+{state.last.spoils.cards[0]}",),
        ("-",),
    ]
    for path in paths:
        with pytest.raises(IllegalMove):
            answer(state, *path)
    for seat in (1, 2, 3):
        with pytest.raises(IllegalMove):
            answer(state, share, by=seat)
    assert save(state) == before


def test_e15_nobody_learns_who_got_what_but_the_distributor() -> None:
    state = looted(1, 2)
    worlds: list[State] = []
    for given in (("super debutant", "gregario gregario"), ("gregario gregario", "debutant good")):
        other = GAME.imagine(view(state, None), Random(1))
        events = hand_out(other, *given)
        worlds.append(other)
        assert {event.to for event in of_kind(events, "handed")} == {frozenset({0})}
    for viewer in (1, 2, 3, None):
        assert GAME.view(worlds[0], viewer).spoils == GAME.view(worlds[1], viewer).spoils
        assert GAME.view(worlds[0], viewer).handed == ()
        assert GAME.view(worlds[0], viewer).standings == GAME.view(worlds[1], viewer).standings
    mine = [read_loot(loot)[1:] for loot in view(worlds[0], 0).handed]
    assert (0, "super.1.00") in mine and (2, "good.1.00") in mine


def test_e6a_face_down_loot_counts_as_cards_and_not_as_points() -> None:
    state = looted(1, 2)
    before = [standing.points for standing in view(state).standings]
    hand_out(state, "super debutant", "gregario gregario")
    assert state.down == (2, 2, 1, 0)
    assert [standing.points for standing in view(state).standings] == before


def test_e15_loot_for_one_player_is_public_and_nothing_is_asked() -> None:
    state = looted()
    assert (state.stage, state.leg) == ("play", 2)
    assert state.down == (0, 0, 0, 0) and state.handed == ()
    assert pile(state, 0) == "sprinter sprinter super gregario gregario debutant good"


def test_e15_a_single_loot_card_goes_to_the_distributor_openly() -> None:
    road = ["0:sprinter 1:sprinter 2:sprinter"]
    state = leg("", "", "", "debutant", road=road, due=3, turn=3)
    events = play(state, "debutant new")
    assert of_kind(events, "took")[0].data == {"seat": 0, "cards": ("debutant.1.00",), "gc": 1}
    assert state.leader == 1


def test_e15_a_starter_with_a_bad_day_passes_the_right_on() -> None:
    state = looted(1, 2, starter=0, bad=(0,))
    assert (state.stage, state.due) == ("loot", 1)
    assert state.last is not None and state.last.spoils is not None
    assert state.last.spoils.seats == (1, 2)


def test_e15_if_nobody_is_entitled_all_keep_their_own_cards() -> None:
    state = looted(1, bad=(0, 1))
    assert state.last is not None
    assert (state.last.how, state.last.spoils) == ("kept", None)
    assert pile(state, 0) == "sprinter sprinter bad"
    assert pile(state, 1) == "bad"
    assert figures(state.last.recovered[3]) == "super gregario gregario debutant good"
    assert state.leader == 1  # E17a: left of the starter of the winning breakaway


def test_e15_one_breakaway_only_has_no_loot() -> None:
    state = leg("", "", "good", road=["1:super 0:gregario"], due=2, turn=3, room="open")
    events = play(state, "good b.1")
    assert of_kind(events, "shares") == of_kind(events, "took") == []
    assert state.last is not None
    assert (state.last.how, state.last.spoils) == ("won", None)
    assert (pile(state, 0), pile(state, 1)) == ("gregario", "super")
    assert state.leader == 2  # E16a


# --- ties and who deals next


def test_e16_a_tie_leaves_everybody_all_their_cards() -> None:
    road = ["0:super 1:gregario 0:debutant", "1:specialist 2:gregario"]
    state = leg("", "", "debutant", road=road, due=2, turn=3, leader=0)
    events = play(state, "debutant b.2")
    assert of_kind(events, "tied")[0].data == {"breakaways": ("b.1", "b.2"), "points": 10}
    assert (pile(state, 0), pile(state, 1)) == ("super debutant", "specialist gregario")
    assert state.stage == "play"
    assert state.leader == 1  # E17: left of the previous leader
    assert state.ridden[-1].seats == ()


def test_e16_a_tie_of_two_leaves_a_third_that_is_behind_its_cards_too() -> None:
    road = ["0:super", "1:super", "2:debutant"]
    state = leg("", "", "bad", road=road, due=2, turn=3)
    play(state, "bad b.3 none")
    assert state.last is not None
    assert figures(state.last.recovered[2]) == "debutant bad"


def test_e16a_a_tie_at_nothing_is_a_tie() -> None:
    state = leg("", "", "good", road=["0:bad", "1:good"], due=2, turn=3)
    events = play(state, "good b.2")
    assert of_kind(events, "tied")[0].data["points"] == 0


def test_e17_the_player_left_of_the_distributor_deals_and_leads() -> None:
    state = looted(1, 2)
    hand_out(state, "super debutant", "gregario gregario")
    assert (state.leader, state.due, state.leg, state.turn) == (1, 1, 2, 1)
    passed_on = looted(2, bad=(0,))
    assert passed_on.leader == 3  # seat 2 was entitled, and all of it goes there


def test_e17a_the_distributor_is_the_entitled_seat_although_time_was_up() -> None:
    state = looted(1, 2)
    GAME.apply(state, Move(0, GAME.fallback(view(state))), ScriptedDice([]))
    assert state.leader == 1


# --- the end of a tour


def last_leg(*, tours: str = "1", results: tuple[TourResult, ...] = (), tour: int = 1) -> State:
    """Three players in the last leg; seat 2 has the last card, and seat 0 wins with its help."""
    road = ["0:sprinter 0:sprinter 0:sprinter", "1:gregario 1:gregario 1:super 0:debutant 1:debutant 2:super"]
    hands = ("", "", "specialist")
    state = leg(*hands, road=road, number=5, due=2, turn=4, tours=tours, tour=tour, piles={0: "climber", 1: "climber"})
    state.results = results
    return state


def test_e18_hidden_loot_is_turned_up_and_most_gc_wins() -> None:
    state = last_leg()
    play(state, "specialist b.1")
    assert state.stage == "loot"
    events = hand_out(state, "super super gregario")
    told: list[Any] = [event.data for event in of_kind(events, "counted")]
    counted = {data["seat"]: (data["gc"], figures(data["loot"])) for data in told}
    assert counted[0] == (10 + 21 + 13, "super super gregario")
    assert counted[2][1] == "gregario debutant debutant"
    assert sum(gc for gc, _ in counted.values()) == 200
    assert of_kind(events, "tour.won")[0].data == {"tour": 1, "seats": (2,)}
    assert state.stage == "over"
    assert view(state, 1).waiting == ()
    assert (state.down, state.handed) == ((0, 0, 0), ())
    assert [standing.points for standing in view(state, 1).standings] == list(state.gc)


def test_e18_equal_gc_share_the_tour() -> None:
    result = TourResult((70, 60, 70), (0, 2))
    assert tours_won((result,), 3) == (WHOLE_TOUR // 2, 0, WHOLE_TOUR // 2)


# --- the season


def test_e20_a_season_has_as_many_tours_as_are_agreed_on() -> None:
    tours = GAME.spec.options[0]
    assert isinstance(tours.ask, Pick)
    assert tours.ask.options == tuple("123456789")
    assert tours.default == "3"


@pytest.mark.parametrize("tours", ["0", "10", "-1", "three"])
def test_e20_but_no_more_than_nine(tours: str) -> None:
    with pytest.raises(IllegalMove, match=r"^table\.value$"):
        settle(GAME.spec, Table(2, {"tours": tours}, 1))


@pytest.mark.parametrize("number", range(1, 10))
def test_e20_the_season_is_over_with_the_last_tour_agreed(number: int) -> None:
    turns = [TourResult((120, 80), (0,)), TourResult((80, 120), (1,))]
    state = leg("", "bad", road=["0:good"], number=8, due=1, turn=3, tour=number, tours=str(number))
    state.piles, state.gc = ((), ()), (120, 80)
    state.results = tuple(turns[at % 2] for at in range(number - 1))
    GAME.apply(state, Move(1, state.hands[1]), ScriptedDice([]))
    assert (state.stage, len(state.results)) == ("over", number)


def test_e10a_e7_the_next_tour_draws_and_shuffles_anew() -> None:
    state = last_leg(tours="3")
    play(state, "specialist b.1")
    path = GAME.fallback(view(state))
    dice = ScriptedDice([[1], [1], [20], [3], [1], order(3)])  # two Climbers, then a Climber beats a Specialist
    events = GAME.apply(state, Move(0, path), dice)
    assert (state.tour, state.leg, state.stage) == (2, 1, "play")
    assert [event.data["seat"] for event in of_kind(events, "drew")] == [0, 1, 2, 0, 1]
    assert state.leader == 1
    assert sorted([*state.deck, *(card for hand in state.hands for card in hand)]) == sorted(pack(2, 3))
    assert state.gc == (0, 0, 0)
    assert [standing.points for standing in view(state).standings] == list(state.results[0].gc)


def test_e20_most_tours_win_the_season() -> None:
    won = (TourResult((90, 60, 50), (0,)), TourResult((60, 80, 60), (1,)))
    state = last_leg(tours="3", results=won, tour=3)
    play(state, "specialist b.1")
    hand_out(state, "super super gregario")
    assert state.stage == "over"
    assert state.results[2].winners == (2,)
    # one tour each, so GC over the season decides
    totals = [sum(result.gc[seat] for result in state.results) for seat in range(3)]
    best = sorted(totals, reverse=True)
    assert ranks(state) == [1 + best.index(points) for points in totals]


@pytest.mark.parametrize(
    ("tours", "gcs", "over"),
    [
        ("3", [(120, 80)], False),
        ("3", [(120, 80), (120, 80)], True),  # no one can draw level any more
        ("3", [(120, 80), (100, 100)], False),  # 1.5 to 0.5: one more makes it even
        ("3", [(120, 80), (80, 120)], False),
        ("3", [(100, 100), (100, 100)], False),
        ("5", [(120, 80), (120, 80), (120, 80)], True),
        ("5", [(120, 80), (120, 80), (100, 100)], False),  # 2.5 to 0.5: two more make it even
        ("5", [(120, 80), (120, 80), (100, 100), (100, 100)], True),
        ("2", [(120, 80)], False),  # one more makes it even
        ("4", [(120, 80), (120, 80)], False),
        ("4", [(120, 80), (120, 80), (100, 100)], True),
        ("9", [(120, 80)] * 4, False),  # five more overtake
        ("9", [(120, 80)] * 5, True),
        ("8", [(120, 80)] * 4, False),  # four more make it even
    ],
)
def test_e20a_the_season_ends_when_nobody_can_catch_up(tours: str, gcs: list[tuple[int, int]], over: bool) -> None:
    *before, now = [TourResult(gc, tuple(seat for seat in (0, 1) if gc[seat] == max(gc))) for gc in gcs]
    state = leg("", "bad", road=["0:good"], number=8, due=1, turn=3, tour=len(gcs), tours=tours)
    state.piles, state.gc, state.results = ((), ()), now.gc, tuple(before)
    again = ScriptedDice([[1], [20], order(2)])
    GAME.apply(state, Move(1, state.hands[1]), again)
    assert (state.stage == "over") == over
    assert len(again.draws) == (0 if over else 3)


def test_e20a_a_tour_shared_by_n_counts_one_nth_for_each() -> None:
    for winners in range(1, 9):
        result = TourResult((25,) * winners + (0,) * (8 - winners), tuple(range(winners)))
        assert tours_won((result,), 8) == (WHOLE_TOUR // winners,) * winners + (0,) * (8 - winners)
        assert WHOLE_TOUR % winners == 0


def test_e20_equal_in_everything_share_the_season() -> None:
    state = leg("", "bad", road=["0:good"], number=8, due=1, turn=3, tours="1")
    state.gc, state.piles = (100, 100), ((), ())
    events = play(state, "bad")
    assert of_kind(events, "season.won")[0].data["seats"] == [0, 1]
    assert ranks(state) == [1, 1]


# --- time-out


@pytest.mark.parametrize(
    ("hand", "road", "path"),
    [
        ("climber sprinter", ["1:super"], ("climber.1.00", "b.1")),  # flat: a Climber is worth 2, a Sprinter 10
        ("climber debutant", ["1:super"], ("debutant.1.00", "b.1")),  # equal on the road: the lower GC
        ("good bad sprinter", ["1:super"], ("sprinter.1.00", "b.1")),
        ("good bad", ["1:super"], ("good.1.00", "b.1")),
        ("bad", ["1:super"], ("bad.1.00", "b.1", "none")),
        ("gregario", ["1:super", "2:sprinter"], ("gregario.1.00", "b.2")),
        ("gregario", ["1:super", "2:super"], ("gregario.1.00", "b.1")),  # the older of equal ones
        ("gregario", [], ("gregario.1.00", "new")),
    ],
)
def test_e21_the_lowest_card_to_the_breakaway_with_most_points(
    hand: str, road: list[str], path: tuple[str, ...]
) -> None:
    assert GAME.fallback(view(leg(hand, "", "", road=road))) == path


def test_e21_where_all_breakaways_are_full_the_card_starts_a_new_one() -> None:
    state = leg("gregario", "", "", road=["1:super 2:super"], room="half")
    assert GAME.fallback(view(state)) == ("gregario.1.00", "new")
    later = leg("gregario", "", "", road=["1:super 2:super", "0:debutant"], turn=2, room="half")
    assert GAME.fallback(view(later)) == ("gregario.1.00", "b.2")


def test_e21_between_two_it_is_the_card_alone() -> None:
    assert GAME.fallback(view(leg("climber gregario", ""))) == ("climber.1.00",)


def test_e21_of_the_loot_the_distributor_takes_the_highest_and_the_others_get_the_lowest() -> None:
    state = looted(1, 2)
    assert GAME.fallback(view(state)) == ("super.1.00+gregario.1.00", "gregario.1.01+good.1.00")
    answer(state, *GAME.fallback(view(state)))
    assert (2, "debutant") in hidden_loot(state)


def test_e21_nothing_is_played_for_a_seat_that_is_not_asked() -> None:
    state = looted(1, 2)
    assert [GAME.fallback(view(state, seat)) for seat in (1, 2, 3)] == [(), (), ()]
    assert GAME.fallback(GAME.view(state, None)) == ()


# --- all of it


def test_a_turn_begins_with_every_card_and_with_the_loot() -> None:
    match = play_at_random(GAME, Table(4, {"tours": "1"}, 1), 7)
    for row in match.rows[:-1]:
        state = match.load(row.after)
        assert [event.data["seat"] for event in of_kind(row.events, "turn")] == [state.due]
        assert of_kind(row.events, "turn")[0].to is None


@pytest.mark.parametrize(("seats", "least"), [(2, 0.82), (3, 0.95), (4, 0.95), (8, 0.99)])
def test_what_is_hidden_is_hidden(seats: int, least: float) -> None:
    """How often an imagined match isn't the real one: with two, the last cards give themselves away."""
    counts = [
        count_unlike(FACTS["superechelon"], play_at_random(GAME, Table(seats, {"tours": "1"}, 1), seed), Random(seed))
        for seed in range(6)
    ]
    unlike, looks = (sum(column) for column in zip(*counts, strict=True))
    assert unlike >= least * looks


def test_no_match_is_longer_than_the_limit() -> None:
    for seats in (2, 6):
        match = play_at_random(GAME, Table(seats, {"tours": "9"}, 1), seats)
        tours = len(match.load(match.states[-1]).results)
        assert len(match.rows) <= tours * (len(pack(1, seats)) + legs(seats)) <= GAME.spec.limit
