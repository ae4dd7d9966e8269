"""The fast way through Pistard: matches in which riders are lapped, and positions written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engines.pistard import Pistard, State
from engines.table import Table, Viewer
from opponents.pistard.fast.position import Answer, Position
from opponents.pistard.fast.simulation import PistardSimulation
from tests.engines.pistard.position import race
from tests.opponents.fast_way import Choose, begun, both_ways, covering

GAME, QUICK = Pistard(), PistardSimulation()
TABLES = covering(GAME, Random(0))


def chasing(seed: int) -> Choose:
    """Any answer; for one of the teams mostly the shortest, so that riders are lapped."""

    def choose(position: Position, seat: Viewer, rng: Random) -> Answer:
        answers = QUICK.answers(position, seat)
        is_behind = seat == seed % 2 and rng.random() < 0.9
        return min(answers, key=lambda answer: answer[1]) if is_behind else rng.choice(answers)

    return choose


def played(table: Table, seed: int) -> Iterator[tuple[State, Position]]:
    """Both ways through a match in which riders are lapped."""
    return both_ways(GAME, QUICK, begun(GAME, table, seed), seed, choose=chasing(seed), asked=0.02)


def test_matches_of_the_comparison_lap_riders_and_take_whole_teams_out() -> None:
    lapped = out = 0
    for seed, table in enumerate(TABLES):
        *_, (state, _) = played(table, seed)
        lapped += table.options["race"] == "points" and len(state.riders) < 4 * table.seats
        out += bool(state.gone)
    assert lapped > 2
    assert out > 2


def test_nobody_is_to_move_in_a_race_that_is_over() -> None:
    state = race("classic", "0.Y@10.2 1.G@14.2", dice={0: [4, 2], 1: [5, 3]}, moved="")
    assert QUICK.load(state).queue
    state.stage = "over"
    position = QUICK.load(state)
    assert (position.over, position.queue) == (True, [])


def test_every_answer_comes_up_by_lot() -> None:
    state = race("classic", "0.Y@10.2 1.G@14.2 1.B@15.3 0.O@9.1", dice={0: [4, 2], 1: [5, 3]}, moved="1.B 1.G")
    position, rng = QUICK.load(state), Random(1)
    answers = QUICK.answers(position, 0)
    assert len(answers) > 5
    assert {QUICK.random_answer(position, 0, rng) for _ in range(2000)} == set(answers)
