"""SuperEchelon in numbers, in positions written by hand; `test_fast_ways` holds whole matches against the engine."""

from __future__ import annotations

from random import Random

from opponents.superechelon.fast.simulation import SuperEchelonSimulation
from tests.engines.superechelon.stage import leg

PLAYED = SuperEchelonSimulation()


def test_every_answer_comes_by_lot() -> None:
    road = ["0:sprinter 0:sprinter 1:super", "2:climber 2:gregario 2:debutant 1:debutant"]
    state = leg("gregario", "climber", "good bad", road=road, due=2, turn=3)
    position, rng = PLAYED.load(state), Random(1)
    drawn = {PLAYED.random_answer(position, 2, rng) for _ in range(1000)}
    assert drawn == set(PLAYED.answers(position, 2))


def test_a_cancelled_rider_is_known_in_a_loaded_position() -> None:
    road = ["0:sprinterx 0:climber 1:good", "2:bad 1:bad"]
    state = leg("gregario", "climber", "good bad", road=road, due=2, turn=3)
    assert PLAYED.state(PLAYED.load(state)) == state
