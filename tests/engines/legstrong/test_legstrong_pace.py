"""Stage races, L13 and L21: pace, rest after a chase, bids that may not come off."""

from __future__ import annotations

import pytest

from engines.legstrong import State
from engines.legstrong.attacks import after_chase
from engines.table import Move
from tests.engines.legstrong.position import (
    FIVE,
    FLAT,
    GAME,
    GROUNDS,
    THREE,
    Luck,
    answer,
    fallback,
    kinds,
    leg,
    of_kind,
    options,
    rider,
    stay,
)

pytestmark = pytest.mark.quick

AHEAD = "1.leader@50"


def chased(attacks: str) -> State:
    """The attacks of a turn after one in which the peloton chased, with three players and one rider ahead."""
    state = leg(FLAT, AHEAD, seats=3, resting="1.leader", attacks=attacks)
    if attacks == "sealed":
        for seat in state.asked:
            answer(state, seat, "stay yes" if seat == state.token else "stay")
    else:
        stay(state, chase="yes")
    assert state.road.turn == 6 and state.token == 1
    while state.stage == "ride":
        GAME.apply(state, Move(1, ("1",)), Luck())
    assert state.stage == "attack"
    return state


# --- L13: pace and chase


@pytest.mark.parametrize(("ground", "more"), [("F", 3), ("G", 0), ("M", 0), ("D", 3)])
@pytest.mark.parametrize(("fell", "pips"), [(THREE, 3), (FIVE, 5)])
def test_l13_the_peloton_moves_by_die_and_terrain(ground: str, more: int, fell: int, pips: int) -> None:
    course, peloton = GROUNDS[ground]
    state = leg(course, peloton=peloton)
    stay(state, Luck(peloton=[[fell]]))
    assert state.road.peloton == peloton + pips + more


# --- L13: rest after a chase


def test_l13_after_a_chase_the_peloton_rests_and_nobody_is_asked_about_it() -> None:
    state = chased("clockwise")
    assert state.chase == "rests"
    before, events = state.road.peloton, stay(state)
    assert "chase" not in kinds(events)
    assert of_kind(events, "peloton")[0]["row"] == before + 4 + 3


def test_l13_in_sealed_attacks_the_holder_has_nothing_to_say_about_it() -> None:
    state = chased("sealed")
    assert options(state, 1) == ("stay", "1.rouleur", "1.climber")
    assert GAME.ask(GAME.view(state, 1), ("stay",)) == GAME.ask(GAME.view(state, 0), ("stay",))
    before = state.road.peloton
    for seat in state.asked:
        GAME.apply(state, Move(seat, fallback(state, seat)), Luck())
    assert state.road.peloton == before + 4 + 3


def test_l13_a_holder_who_cannot_attack_is_not_asked_while_it_rests() -> None:
    tired = {"1.rouleur": 0, "1.climber": 0}
    state = leg(FLAT, AHEAD, seats=3, resting="1.leader", energy=tired)
    answer(state, 0, "stay yes")
    answer(state, 2, "stay")
    while state.stage == "ride":
        GAME.apply(state, Move(1, ("1",)), Luck())
    assert (state.stage, state.token, state.asked) == ("attack", 1, (2, 0))


def test_l13_everybody_hears_that_it_rests_and_in_the_turn_after_it_may_chase_again() -> None:
    state = leg(FLAT, AHEAD, seats=3, resting="1.leader", attacks="clockwise")
    assert "rests" in kinds(stay(state, chase="yes"))
    while state.stage == "ride":
        GAME.apply(state, Move(1, ("1",)), Luck())
    assert "rests" not in kinds(stay(state))
    assert (state.road.turn, state.chase) == (7, "")


@pytest.mark.parametrize(("turn", "found"), [(1, ""), (2, "rests")])
def test_l13_a_leg_begins_rested(turn: int, found: str) -> None:
    assert after_chase("yes", turn) == found
    assert after_chase("no", turn) == ""


# --- L21: bids that may not come off


def bids(state: State, luck: Luck, first: str, second: str) -> dict[object, tuple[object, ...]]:
    """Both owners bid; of each rider the score, the price, the die and what it had to be above."""
    answer(state, 0, first)
    events = answer(state, 1, second, luck)
    return {d["rider"]: (d["score"], d["price"], d["die"], d["above"]) for d in of_kind(events, "bid")}


def test_l21_up_to_two_rows_are_sure_and_roll_no_die() -> None:
    found = bids(leg(FLAT, peloton=55), Luck(), "0 1 2", "0 0 0")
    assert found["0.rouleur"] == (3 + 1, 1, 0, 0)
    assert found["0.climber"] == (1 + 2, 3, 0, 0)


@pytest.mark.parametrize(("rows", "above", "price"), [(3, 3, 5), (4, 6, 8), (5, 9, 11), (6, 11, 15)])
def test_l21_more_come_off_if_the_die_is_above_the_number_and_are_paid_anyway(
    rows: int, above: int, price: int
) -> None:
    for die, won in ((above, 0), (above + 1, rows)):
        state = leg(FLAT, peloton=55)
        luck = Luck(bid=[[die]])
        assert bids(state, luck, f"0 {rows} 0", "0 0 0")["0.rouleur"] == (3 + won, price, die, above)
        assert luck.left == []
        assert rider(state, "0.rouleur").energy == 30 - price or state.leg != 1


def test_l21_each_bid_rolls_a_die_of_its_own_clockwise_from_the_token_holder() -> None:
    found = bids(leg(FLAT, peloton=55), Luck(bid=[[12, 4, 6]]), "6 3 0", "0 0 4")
    assert found["0.leader"] == (2 + 6, 15, 12, 11)
    assert found["0.rouleur"] == (3 + 3, 5, 4, 3)
    assert found["1.climber"] == (1, 8, 6, 6)
