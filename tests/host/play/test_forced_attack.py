"""Whether the bot answers an attack question depends on nothing that only the rider's owner knows."""

from __future__ import annotations

import pytest

from engines.legstrong import Bottle, State
from engines.table import Pick
from host.play.seen import forced_path
from tests.engines.legstrong.position import FLAT, GAME, leg

pytestmark = pytest.mark.quick

EMPTY = {"0.leader": 0, "0.rouleur": 0, "0.climber": 0}
WAY = ("stay",)


def with_bottles(*numbers: int, rider: str = "0.climber") -> State:
    """Seat 0 is asked for an attack: none of its riders has energy, one holds these bottles; a rider is ahead."""
    held = {rider: {"tiles": len(numbers)}}
    state = leg(FLAT, "1.leader@40", peloton=20, energy=EMPTY, riders=held, resting="1.leader", attacks="clockwise")
    kind = rider.partition(".")[2]
    state.bottles = tuple(Bottle(f"bottle.{kind}.{number:02}", rider) for number in numbers)
    return state


@pytest.mark.parametrize("rider", ["0.climber", "0.leader", "0.rouleur"])
def test_l13e_an_owner_who_can_only_stay_is_waited_for_like_one_who_could_attack(rider: str) -> None:
    asked: set[bool] = set()
    for number in range(1, 13):
        state = with_bottles(number, rider=rider)
        view = GAME.view(state, 0)
        ask = GAME.ask(view)
        assert isinstance(ask, Pick)
        asked.add(ask.options == WAY)
        assert GAME.view(state, None).waiting == (0,)
        assert forced_path(GAME, state, 0) is None
    assert asked == ({False} if rider == "0.rouleur" else {True, False})  # a bottle always pays a rouleur's row


@pytest.mark.parametrize("numbers", [(1, 2), (3, 4), (1, 2, 3)])
def test_l13e_an_owner_whose_rider_holds_several_bottles_is_waited_for(numbers: tuple[int, ...]) -> None:
    assert GAME.ask(GAME.view(with_bottles(*numbers), 0)) is not None
    assert forced_path(GAME, with_bottles(*numbers), 0) is None


def test_l13e_the_house_stays_where_all_can_count_that_no_bottle_is_enough() -> None:
    state = with_bottles(1)
    cashed = tuple(f"bottle.climber.{number:02}" for number in range(10, 13))  # all that hold 4 or 5
    state.cashed = cashed
    assert forced_path(GAME, state, 0) == WAY
    state.cashed = cashed[:-1]  # now the largest may be seat 0's
    assert forced_path(GAME, state, 0) is None


def test_l13e_an_owner_with_neither_energy_nor_bottles_is_not_asked() -> None:
    state = with_bottles()
    assert GAME.view(state, None).waiting != (0,)
