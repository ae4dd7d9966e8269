"""The fast way through Schlangennest: long matches, and positions written by hand."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from engines.schlangennest import State
from engines.table import Table, Viewer
from opponents.schlangennest.fast.patterns import HEAD, KIND, TAIL
from opponents.schlangennest.fast.quick import Answer
from opponents.schlangennest.fast.simulation import Position, SchlangennestSimulation
from tests.engines.schlangennest.position import (
    GAME,
    NEIGHBOURING,
    NO_LUCK,
    OPPOSITE,
    RULES,
    table,
)
from tests.marks import rows_in_long
from tests.opponents.fast_way import Choose, begun, both_ways, covering

SIMULATION = SchlangennestSimulation()
BOARDS = {"board": ("recommended", "6x6", "5x11")}


def patient(position: Position, who: Viewer, rng: Random) -> Answer:
    """Heads and tails only where nothing else is possible: such matches last."""
    found = SIMULATION.answers(position, position.due)
    bodies = [tile for tile in found if tile[2] >= len(KIND) or KIND[tile[2]] not in (TAIL, HEAD)]
    return rng.choice(bodies or list(found))


def looping(position: Position, who: Viewer, rng: Random) -> Answer:
    """Patient, but for a snake without ends wherever there can be one."""
    for answer in SIMULATION.answers(position, position.due):
        after = SIMULATION.copy(position)
        SIMULATION.play(after, after.due, answer, NO_LUCK)
        if any(not ends and not closed for _, ends, closed, _ in after.strands.values()):
            return answer
    return patient(position, who, rng)


def compare(state: State, choose: Choose, seed: int) -> int:
    """Play on to the end in the engine and in the simulation, side by side; how many loops were opened."""
    both = both_ways(GAME, SIMULATION, state, seed, choose=choose, asked=1 / 3)
    return sum(played.stage == "open" for played, _ in both)


@pytest.mark.parametrize(
    ("choose", "seed"), [(looping, 1), *rows_in_long([(patient, 1), *product((patient, looping), range(2, 12))])]
)
def test_the_simulation_plays_long_matches_by_the_rules(seed: int, choose: Choose) -> None:
    for number, one in enumerate(covering(GAME, Random(seed), BOARDS)):
        compare(begun(GAME, one, number), choose, number)


def test_loops_are_opened_as_the_rules_have_it() -> None:
    assert sum(compare(begun(GAME, Table(2, {}, RULES), seed), looping, seed) for seed in range(4)) > 0


@pytest.mark.parametrize("words", [OPPOSITE, NEIGHBOURING])
@pytest.mark.parametrize("due", [0, 1])
def test_both_ends_of_two_snakes_at_a_square(words: str, due: int) -> None:
    for seed in range(3):
        compare(table(words, due=due, border="meadow"), SIMULATION.random_answer, seed)


def test_what_is_answered_at_random_is_spread_evenly() -> None:
    position, rng = SIMULATION.load(table(NEIGHBOURING, border="meadow")), Random(0)
    found = SIMULATION.answers(position, 0)
    tries = [SIMULATION.random_answer(position, 0, rng) for _ in range(500 * len(found))]
    assert all(400 < tries.count(answer) < 600 for answer in found)
