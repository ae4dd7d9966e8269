"""The greedy opponent in stage races: what it does in plain positions, and how often it wins legs."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engines.dice import SeededDice
from engines.legstrong import Bottle, State, find
from engines.legstrong.outside import change
from engines.table import Move, Path, Table
from opponents.greedy import play_greedy
from opponents.random import play_random
from tests.engines.legstrong.position import FIVE, GAME, RISES, Luck, leg, ride, signed, stay

FLAT = "FFFFFFFFFF"
LEGS = 40
ENOUGH = 0.65  # of the hilly legs of two must be won against an opponent that plays at random


def greedy(state: State, seat: int) -> Path:
    """Its answer for that seat."""
    return play_greedy(GAME, GAME.view(state, seat), Random(1))


def test_it_shelters_where_an_attack_would_be_caught() -> None:
    assert greedy(leg(FLAT, peloton=10), 0) == ("stay", "yes")


def test_it_lets_its_own_attack_go() -> None:
    state = leg("FFFFGMMMMM/2", peloton=42)
    assert greedy(state, 0)[-1] == "no"


def test_it_attacks_where_it_stays_away() -> None:
    state = leg("FFFFGMMMMM/2", peloton=42)  # 18 rows of mountain to the line
    assert greedy(state, 0)[0] == "0.climber"


def test_ahead_it_rides_as_far_as_it_must_and_home_where_it_can() -> None:
    state = leg(FLAT, "0.leader@57", peloton=30)
    assert greedy(state, 0)[0] in {"4", "5", "6", "7", "8"}  # above row 60


def attacked_at(token: int, pursuits: tuple[int, ...] = ()) -> set[int]:
    """The rows of the peloton from which its climber attacks before a summit finish."""
    rows = range(1, 50)
    states = {row: leg("FFFFGMMMMM/2", peloton=row, token=token, pursuits=pursuits) for row in rows}
    return {row for row, state in states.items() if state.stage == "attack" and greedy(state, 0)[0] == "0.climber"}


def test_it_attacks_where_a_team_with_somebody_ahead_decides_about_the_chase() -> None:
    mine, theirs = attacked_at(token=0), attacked_at(token=1)
    assert theirs < mine, "from further away only with its own token"


def test_it_attacks_where_the_others_have_no_pursuit_left() -> None:
    chased, unchased = attacked_at(token=1, pursuits=(6, 6)), attacked_at(token=1, pursuits=(6, 0))
    assert chased < unchased


def test_on_the_line_it_sprints_for_all_that_is_spare() -> None:
    assert greedy(leg(FLAT, "0.leader@58", peloton=30, energy=12), 0) == ("7",)  # two are base rows, five cost 11
    assert greedy(leg(f"{FLAT} FFFF", "0.leader@58", peloton=30, energy=18), 0) == ("4",)  # 15 may be kept


def test_a_rider_who_will_be_caught_rests() -> None:
    assert greedy(leg(FLAT, "0.rouleur@22", peloton=20, energy=10), 0) == ("1",)


def test_behind_it_comes_back_inside_if_that_is_cheap() -> None:
    state = leg(RISES, "0.leader@18", peloton=20, attacks="clockwise")
    stay(state)  # to row 24
    assert greedy(state, 0) == ("2",)  # six rows cost 8
    state = leg(RISES, "0.rouleur@18", peloton=20, attacks="clockwise")
    stay(state)
    assert greedy(state, 0) == ("6",)  # and a rouleur 5


@pytest.mark.parametrize(("ahead", "chase"), [("0.leader", "no"), ("1.leader", "yes")])
def test_it_chases_unless_a_rider_of_its_own_is_ahead(ahead: str, chase: str) -> None:
    state = leg(FLAT, f"{ahead}@40", peloton=20, attacks="clockwise", resting=ahead)
    ride(state, "stay")
    ride(state, "stay")
    assert greedy(state, 0) == (chase,)


@pytest.mark.parametrize(
    ("leader", "rouleur", "bids"),
    [(20, 20, "several 3 4 0"), (15, 20, "0.rouleur 4"), (20, 8, "0.leader 3"), (15, 8, "roll")],
)
def test_it_bids_what_it_cannot_keep_and_everything_in_the_last_leg(leader: int, rouleur: int, bids: str) -> None:
    energy = {"0.leader": leader, "0.rouleur": rouleur, "0.climber": 14}
    state = leg(f"{FLAT} FFFF", peloton=55, energy=energy, sprinters="0.rouleur")
    assert greedy(state, 0) == tuple(bids.split())
    state = leg(FLAT, peloton=55, energy=energy)
    assert greedy(state, 0) == ("several", "4", "4", "4")


def test_it_drinks_its_bottles_and_rides_hard_behind_the_peloton() -> None:
    state = leg(FLAT, peloton=55, energy=0)
    assert greedy(state, 0) == ("roll",)
    state.bottles = (Bottle("bottle.leader.12", "0.leader"),)
    change(state, replace(find(state.road, "0.leader"), tiles=1))
    assert greedy(state, 0) == ("0.leader", "3")  # they cost all that is in it
    assert greedy(leg(FLAT, "0.leader@30", peloton=55, luck=Luck(peloton=[[FIVE]])), 0)[-1] == "hard"


def test_it_names_rouleurs_or_leaders_as_sprinters_and_climbers_as_descenders() -> None:
    state, _ = GAME.setup(Table(2, {}, GAME.spec.rules), Luck())
    named = {play_greedy(GAME, GAME.view(state, 0), Random(number)) for number in range(20)}
    assert named == {("0.rouleur", "0.climber"), ("0.leader", "0.climber")}


@pytest.mark.parametrize("seats", [5, 10])
def test_it_wishes_for_all_types_of_riders(seats: int) -> None:
    state, _ = GAME.setup(Table(seats, {}, GAME.spec.rules), Luck())
    wished = {play_greedy(GAME, GAME.view(state, 0), Random(number))[0] for number in range(20)}
    assert {kind for wish in wished for kind in wish.split("+")} == {"leader", "rouleur", "climber"}


def test_it_opens_legs_as_the_host_would() -> None:
    assert play_greedy(GAME, GAME.view(signed(), None), Random(1)) == ("leg.1",)


def winner(number: int, me: int) -> int:
    """The winner of a hilly leg of two where `me` is greedy and the other plays at random."""
    key, rng = number.to_bytes(8, "big"), Random(number)
    state, _ = GAME.setup(Table(2, {"tour": "custom", "course": "hilly"}, GAME.spec.rules), SeededDice(key, 0))
    for row in range(1, GAME.spec.limit):
        waiting = GAME.view(state, None).waiting
        if not waiting:
            break
        view = GAME.view(state, waiting[0])
        opponent = play_greedy if waiting[0] == me else play_random
        GAME.apply(state, Move(waiting[0], opponent(GAME, view, rng)), SeededDice(key, row))
    return find(state.road, state.results[0][0].rider).seat


def test_it_wins_most_hilly_legs_against_chance() -> None:
    won = sum(winner(number, number % 2) == number % 2 for number in range(LEGS))
    assert won >= ENOUGH * LEGS
