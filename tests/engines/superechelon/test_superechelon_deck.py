"""SuperEchelon, clauses E1 to E7 and E19: cards, decks, the draw, the deal and what is public."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.superechelon import (
    BAD,
    CARDS,
    FIGURES,
    GOOD,
    TERRAINS,
    backs,
    gc,
    hand_sizes,
    legs,
    pack,
    total,
    turns,
)
from engines.table import IllegalMove, Table
from tests.engines.matches import play as play_at_random
from tests.engines.superechelon.stage import (
    GAME,
    answer,
    begun,
    figures,
    leg,
    of_kind,
    options,
    play,
    play_all,
    start,
    view,
)

pytestmark = pytest.mark.quick

# --- the cards


def test_e1_a_deck_has_48_cards_and_200_points() -> None:
    counts = Counter(CARDS[card].figure for card in pack(1, 2))
    assert counts == {
        "climber": 4,
        "specialist": 4,
        "sprinter": 4,
        "trialist": 4,
        "super": 8,
        "gregario": 12,
        "debutant": 4,
        "good": 4,
        "bad": 4,
    }
    assert sum(counts.values()) == 48
    assert total(2) == total(3) == total(4) == 200


def test_e1_what_each_figure_counts_for_the_general_classification() -> None:
    by_figure = {name: figure.gc for name, figure in FIGURES.items()}
    assert by_figure == {
        "climber": 10,
        "specialist": 8,
        "sprinter": 7,
        "trialist": 5,
        "super": 5,
        "gregario": 3,
        "debutant": 1,
        "good": 0,
        "bad": 0,
    }


def test_e2_each_back_is_on_twelve_cards_and_on_a_quarter_of_every_figure() -> None:
    assert Counter(CARDS[card].back for card in pack(1, 4)) == dict.fromkeys(TERRAINS, 12)
    assert [CARDS[f"gregario.1.{copy:02}"].back for copy in range(5)] == [*TERRAINS, "flat"]
    for name, figure in FIGURES.items():
        found = Counter(CARDS[card].back for card in pack(1, 4) if CARDS[card].figure == name)
        assert set(found.values()) == {figure.copies // 4}


@pytest.mark.parametrize("column", range(4))
def test_e3_every_terrain_has_168_points_in_the_deck(column: int) -> None:
    assert sum(figure.points[column] * figure.copies for figure in FIGURES.values()) == 168


def test_e3_each_terrain_has_a_rider_of_its_own() -> None:
    best = [max(FIGURES, key=lambda name: FIGURES[name].points[column]) for column in range(4)]
    assert best == ["sprinter", "climber", "trialist", "specialist"]
    assert FIGURES["sprinter"].points == (10, 1, 4, 5)
    assert FIGURES[GOOD].points == FIGURES[BAD].points == (0, 0, 0, 0)


# --- the deal


@pytest.mark.parametrize("seats", range(2, 9))
def test_e4_everybody_is_dealt_five_cards_and_the_next_back_is_the_terrain(seats: int) -> None:
    state = start(seats)
    assert [len(hand) for hand in state.hands] == [5] * seats
    assert state.terrain == CARDS[state.deck[0]].back == view(state).top
    assert len(state.deck) == len(pack(1, seats)) - 5 * seats


def test_e4_the_card_that_gave_the_terrain_is_dealt_next() -> None:
    state = start(2)
    top = state.deck[0]
    play_all(state, *(CARDS[state.hands[at % 2][at // 2]].figure for at in range(6)))
    assert state.leg == 2
    assert top in state.hands[1 - state.leader]  # E4a: to the player left of the dealer


def test_e4a_cards_are_dealt_one_by_one_from_the_left_of_the_dealer() -> None:
    rounds = ["climber", "sprinter", "trialist"] * 4 + ["super", "gregario", "debutant"]
    state = start(3, draws=[48, 1, 46], first=rounds)
    assert state.leader == 1  # the player who drew a Climber
    assert [figures(state.hands[seat]) for seat in (2, 0, 1)] == [
        "climber climber climber climber super",
        "sprinter sprinter sprinter sprinter gregario",
        "trialist trialist trialist trialist debutant",
    ]


@pytest.mark.parametrize(
    ("seats", "stages", "last_hand"), [(2, 8, 3), (3, 5, 4), (4, 4, 3), (5, 6, 4), (6, 5, 4), (7, 4, 4), (8, 4, 3)]
)
def test_e5_e19a_stages_of_a_tour_and_the_last_hand(seats: int, stages: int, last_hand: int) -> None:
    assert legs(seats) == stages
    assert hand_sizes(seats) == (*[5] * (stages - 1), last_hand)
    match = play_at_random(GAME, Table(seats, {"tours": "1"}, 1), seats)
    begins = [
        event for events in [match.opening, *(row.events for row in match.rows)] for event in of_kind(events, "leg")
    ]
    assert [event.data["leg"] for event in begins] == list(range(1, stages + 1))
    assert [event.data["turns"] for event in begins] == [*[3] * (stages - 1), last_hand]
    assert begins[-1].data["terrain"] == "flat"
    assert begins[-1].data["deck"] == 0


def test_e5_everybody_plays_three_cards_one_a_turn() -> None:
    state = start(4)
    seats: list[int] = []
    while state.leg == 1 and state.stage == "play":
        seats.append(state.due)
        answer(state, *GAME.fallback(view(state)))
    assert seats == [0, 1, 2, 3] * 3


def test_e5_in_the_last_stage_the_whole_hand_is_played() -> None:
    state = leg("gregario gregario super super", "gregario", "debutant", number=5, terrain="flat")
    assert turns(3, 5) == view(state).turns == 4
    assert state.deck == ()
    assert view(state).top == ""


# --- what is public


def test_e6_the_backs_of_a_hand_are_public_in_an_order_that_tells_nothing() -> None:
    state = leg("climber.03 gregario.00 bad.01", "climber.00 good.00")
    public = GAME.view(state, None)
    assert public.backs == (("flat", "mountain", "classic"), ("flat", "flat"))
    assert public.hand == ()
    assert view(state, 1).backs == public.backs == tuple(backs(hand) for hand in state.hands)


def test_e6_faces_are_dealt_to_their_owner_alone() -> None:
    _, events = begun(3)
    assert [event.to for event in of_kind(events, "dealt")] == [frozenset({1}), frozenset({2}), frozenset({0})]
    assert all(event.to is None for event in of_kind(events, "backs"))


def test_e6_played_faces_are_public() -> None:
    state = leg("climber sprinter", "super super")
    [event, *_] = play(state, "sprinter")
    assert event.to is None
    assert figures([str(event.data["card"])]) == "sprinter"


# --- the draw


def test_e7_the_highest_card_deals_first() -> None:
    state, events = begun(3, draws=[48, 40, 1])
    assert [(event.data["figure"], event.data["gc"]) for event in of_kind(events, "drew")] == [
        ("bad", 0),
        ("debutant", 1),
        ("climber", 10),
    ]
    assert state.leader == state.due == 2
    assert of_kind(events, "dealer")[0].data["seat"] == 2


def test_e7_players_who_tie_draw_again_from_what_is_left() -> None:
    state, events = begun(4, draws=[1, 47, 1, 1, 6, 1, 1])
    drawn = [(event.data["seat"], event.data["figure"]) for event in of_kind(events, "drew")]
    assert drawn[4:] == [(0, "sprinter"), (2, "climber"), (3, "specialist")]
    assert state.leader == 2


def test_e7_everything_is_shuffled_back() -> None:
    state = start(2)
    assert sorted([*state.deck, *state.hands[0], *state.hands[1]]) == sorted(pack(1, 2))


# --- more than four players


@pytest.mark.parametrize(
    ("seats", "cards", "points", "debutants"),
    [(5, 95, 399, 7), (6, 96, 400, 8), (7, 91, 395, 3), (8, 96, 400, 8)],
)
def test_e19_two_decks_are_reduced_until_they_go_evenly(seats: int, cards: int, points: int, debutants: int) -> None:
    found = Counter(CARDS[card].figure for card in pack(1, seats))
    assert sum(found.values()) == cards
    assert total(seats) == gc(pack(1, seats)) == points
    assert found["debutant"] == debutants
    assert found["gregario"] == 24
    assert cards % seats == 0


def test_e19a_the_highest_copies_are_removed_first() -> None:
    assert [card for card in pack(1, 7) if CARDS[card].figure == "debutant"] == [
        "debutant.1.00",
        "debutant.1.01",
        "debutant.1.02",
    ]


def test_e19_the_true_total_is_told() -> None:
    _, events = begun(7, draws=[1, *[20] * 6])
    assert events[0].data == {"tour": 1, "tours": 3, "cards": 91, "gc": 395}


# --- refusals


def test_a_card_that_is_not_in_hand_is_refused() -> None:
    state = leg("climber sprinter", "super super")
    before = view(state)
    for card in (state.hands[1][0], state.deck[0], "climber", "climber.2.00", "climber.1.0", ""):
        with pytest.raises(IllegalMove):
            answer(state, card)
    assert view(state) == before
    assert options(state) == state.hands[0]
