"""Stage races, L13 and L21: pace, pursuits, bids that may not come off."""

from __future__ import annotations

import pytest

from engines.legstrong import CONFIG, State
from engines.table import Move
from tests.engines.legstrong.position import (
    FIVE,
    FLAT,
    GAME,
    GROUNDS,
    THREE,
    Luck,
    answer,
    kinds,
    late,
    leg,
    of_kind,
    options,
    pace,
    rider,
    signed,
    stay,
)

pytestmark = pytest.mark.quick

AHEAD = "1.leader@50"


# --- L13: pace and chase


@pytest.mark.parametrize("ground", ["F", "G", "M", "D"])
@pytest.mark.parametrize(("fell", "pips"), [(THREE, 3), (FIVE, 5)])
def test_l13_the_peloton_moves_by_die_and_terrain(ground: str, fell: int, pips: int) -> None:
    course, peloton = GROUNDS[ground]
    state = leg(course, peloton=peloton)
    stay(state, Luck(peloton=[[fell]]))
    assert state.road.peloton == peloton + pace(ground, pips)


# --- L13: pursuits


@pytest.mark.parametrize(
    ("seats", "options", "riders", "teams"),
    [
        (2, {}, 3, 1),
        (2, {"riders": "2"}, 2, 1),
        (4, {"riders": "1"}, 1, 1),
        (2, {"teams": "2"}, 3, 2),
        (7, {}, 1, 1),
    ],
)
def test_l13_a_team_starts_with_pursuits_for_its_riders(
    seats: int, options: dict[str, str], riders: int, teams: int
) -> None:
    types = "leader+rouleur" if options.get("riders") == "2" else "leader"
    state = signed(seats, "" if riders_of_three(options, seats) else " ".join([types] * seats), **options)
    assert state.pursuits == (0,) * seats
    GAME.apply(state, Move(None, ("leg.1",)), Luck())
    assert state.pursuits == (CONFIG.pursuits[riders][0] * teams,) * seats


def riders_of_three(options: dict[str, str], seats: int) -> bool:
    """Whether teams are full, so that no types are asked for."""
    return seats < 5 and "riders" not in options


def test_l13_what_is_left_goes_on_and_every_leg_brings_more() -> None:
    state = leg("FFFF FFFF", peloton=23, pursuits=(5, 0))
    late(state, "finish")
    GAME.apply(state, Move(None, ("leg.2",)), Luck())
    more = CONFIG.pursuits[3][1]
    assert state.pursuits == (5 + more, more)


def test_l13_a_chase_costs_the_owner_who_decides_it_a_pursuit() -> None:
    state = leg(FLAT, AHEAD, seats=3, resting="1.leader", attacks="clockwise", pursuits=(6, 6, 6))
    assert state.token == 0
    [chase] = of_kind(stay(state, chase="yes"), "chase")
    assert (chase["chase"], chase["left"]) == ("yes", 5)
    assert state.pursuits == (5, 6, 6)


def test_l13_to_let_them_go_costs_nothing() -> None:
    state = leg(FLAT, AHEAD, seats=3, resting="1.leader", attacks="clockwise", pursuits=(6, 6, 6))
    [chase] = of_kind(stay(state, chase="no"), "chase")
    assert (chase["chase"], chase["left"]) == ("no", 6)
    assert state.pursuits == (6, 6, 6)


def test_l13_without_a_pursuit_there_is_no_chase_and_nobody_is_asked() -> None:
    state = leg(FLAT, AHEAD, seats=3, resting="1.leader", attacks="clockwise", pursuits=(0, 6, 6))
    before, events = state.road.peloton, stay(state)
    assert "chase" not in kinds(events)
    assert of_kind(events, "peloton")[0]["row"] == before + pace()


def test_l13_in_sealed_attacks_a_holder_without_pursuits_has_nothing_to_say_about_it() -> None:
    state = leg(FLAT, AHEAD, seats=3, resting="1.leader", pursuits=(0, 6, 6))
    assert options(state, 0) == ("stay", "0.leader", "0.rouleur", "0.climber")
    assert GAME.ask(GAME.view(state, 0), ("stay",)) == GAME.ask(GAME.view(state, 2), ("stay",))


def test_l13_a_holder_who_cannot_attack_is_asked_for_the_chase_alone() -> None:
    tired = {"0.leader": 0, "0.rouleur": 0, "0.climber": 0}
    for left, asked in ((1, (0, 1, 2)), (0, (1, 2))):
        state = leg(FLAT, AHEAD, seats=3, resting="1.leader", energy=tired, pursuits=(left, 6, 6))
        assert (state.stage, state.asked) == ("attack", asked)


@pytest.mark.parametrize(("out", "left"), [("1.leader@50", 5), ("", 6)])
def test_l13_a_sealed_chase_costs_a_pursuit_only_where_someone_is_ahead(out: str, left: int) -> None:
    state = leg(FLAT, out, resting=out.partition("@")[0], pursuits=(6, 6))
    answer(state, 0, "stay yes")
    answer(state, 1, "stay")
    assert state.pursuits == (left, 6)


# --- L21: bids that may not come off


def bids(state: State, luck: Luck, first: str, second: str) -> dict[object, tuple[object, ...]]:
    """Both owners bid; of each rider the score, the price, the die and what it had to be above."""
    answer(state, 0, first)
    events = answer(state, 1, second, luck)
    return {d["rider"]: (d["score"], d["price"], d["die"], d["above"]) for d in of_kind(events, "bid")}


def test_l21_up_to_two_rows_are_sure_and_roll_no_die() -> None:
    found = bids(leg(FLAT, peloton=55), Luck(), "several 0 1 2", "roll")
    assert found["0.rouleur"] == (3 + 1, 1, 0, 0)
    assert found["0.climber"] == (1 + 2, 3, 0, 0)


@pytest.mark.parametrize(("rows", "above", "price"), [(3, 3, 5), (4, 6, 8), (5, 9, 11), (6, 11, 15)])
def test_l21_more_come_off_if_the_die_is_above_the_number_and_are_paid_anyway(
    rows: int, above: int, price: int
) -> None:
    for die, won in ((above, 0), (above + 1, rows)):
        state = leg(FLAT, peloton=55)
        luck = Luck(bid=[[die]])
        assert bids(state, luck, f"0.rouleur {rows}", "roll")["0.rouleur"] == (3 + won, price, die, above)
        assert luck.left == []
        assert rider(state, "0.rouleur").energy == 30 - price or state.leg != 1


def test_l21_each_bid_rolls_a_die_of_its_own_clockwise_from_the_token_holder() -> None:
    found = bids(leg(FLAT, peloton=55), Luck(bid=[[12, 4, 6]]), "several 6 3 0", "1.climber 4")
    assert found["0.leader"] == (2 + 6, 15, 12, 11)
    assert found["0.rouleur"] == (3 + 3, 5, 4, 3)
    assert found["1.climber"] == (1, 8, 6, 6)
