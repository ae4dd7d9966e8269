"""Cards in the sleeve, clauses L26, L27, L31 and L34: bonus, order of the levels, results of tests, chances."""

from __future__ import annotations

import pytest

from engines.dice import SeededDice
from engines.legstrong import DECK, Dose, bonus, is_positive, rank, suit
from engines.legstrong.cards import doses_of, is_lower, sleeved
from engines.legstrong.doping import BLIND, laid, place_of
from tests.engines.legstrong.doped import card, cards
from tests.marks import rows_in_long

pytestmark = pytest.mark.quick

RANKS = ["A", "J", "Q", "K", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
DRAWN = [f"h{face}" for face in RANKS] + ["x1"]
ENERGY = (5, 0, 0, 0, -1, -2, -2, -3, -3, -4, -4, -5, -5)
POSITIVE = {  # by Energy Level, a sign for each card drawn: A J Q K 2 3 4 5 6 7 8 9 10 Joker
    "A": "----+++++++++-",
    "J": "----+++++++++-",
    "Q": "----+++++++++-",
    "K": "----+++++++++-",
    "2": "-----++++++++-",
    "3": "-------++++++-",
    "4": "-------++++++-",
    "5": "---------++++-",
    "6": "---------++++-",
    "7": "-----------++-",
    "8": "-----------++-",
    "9": "--------------",
    "10": "--------------",
}
SLEEVES = {  # and how many of the four cards make a test of the first one positive
    "sA hA dA cA": 0,
    "sA hK dQ cJ": 0,
    "sA hK d2 x1": 1,
    "sK h2 d3 x1": 2,
    "sA h2 d5 c10": 3,
    "sJ h9 d9 c10": 3,
    "s2 h3 d4 c5": 3,
    "s5 h6 d7 x2": 1,
    "s7 h8 d9 c9": 2,
    "s9 h10 d10 c10": 0,
}
TESTS = 100_000


def test_l25_the_deck_has_54_cards_and_no_id_begins_another() -> None:
    assert len(set(DECK)) == 54
    assert [rank(c) for c in DECK].count("joker") == 2
    assert {suit(c) for c in DECK} == {"club", "diamond", "heart", "spade", "joker"}
    assert not [c for c in DECK for other in DECK if c != other and other.startswith(c)]


def test_l26_every_level_has_its_bonus() -> None:
    assert [bonus(card(f"s{face}")) for face in RANKS] == list(ENERGY)


def test_l27_levels_are_compared_by_their_values() -> None:
    order = ["A", "JQK", "2", "34", "56", "78", ("9", "10")]
    for place, faces in enumerate(order):
        for other, others in enumerate(order):
            for one, two in ((face, two) for face in faces for two in others):
                assert is_lower(card(f"s{one}"), card(f"h{two}")) == (place > other), (one, two)


@pytest.mark.parametrize("level", RANKS)
def test_l31_every_pair_of_level_and_card_drawn(level: str) -> None:
    assert "".join("+" if is_positive(card(f"s{level}"), card(drawn)) else "-" for drawn in DRAWN) == POSITIVE[level]


def test_l31_a_joker_is_never_lower() -> None:
    assert not [face for face in RANKS if is_lower(card("x1"), card(f"s{face}"))]


def test_l34_each_possible_level_with_its_bonus_and_its_chance_in_quarters() -> None:
    sleeve = sleeved(cards("d7 x1 sA hK"))
    assert sleeve == cards("sA hK d7 x1")
    assert doses_of(sleeve) == (Dose(card("sA"), 5, 1), Dose(card("hK"), 0, 1), Dose(card("d7"), -4, 0))


@pytest.mark.slow
@pytest.mark.parametrize(("sleeve", "positives"), [*[*SLEEVES.items()][-2:], *rows_in_long([*SLEEVES.items()][:-2])])
def test_l34_a_hundred_thousand_tests_agree_with_the_chances(sleeve: str, positives: int) -> None:
    held, tests = cards(sleeve), TESTS // len(SLEEVES)
    assert doses_of(held)[0].positives == positives
    dice = SeededDice(sleeve.encode(), 1)
    found = sum(is_positive(held[0], laid(held, "", dice)[place_of(BLIND, "", dice) - 1]) for _ in range(tests))
    assert abs(found / tests - positives / 4) < 0.02  # more than four standard deviations
