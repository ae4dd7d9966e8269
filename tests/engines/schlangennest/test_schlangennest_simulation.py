"""The quick way through the rules of Schlangennest leads where the engine goes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engines.dice import SeededDice
from engines.schlangennest import State
from engines.schlangennest.patterns import HEAD, KIND, TAIL
from engines.schlangennest.quick import Answer
from engines.schlangennest.simulation import Position, SchlangennestSimulation
from engines.table import Move, Table
from tests.engines.schlangennest.position import (
    GAME,
    NEIGHBOURING,
    NO_LUCK,
    OPPOSITE,
    RULES,
    answers,
    boards,
    table,
    tables,
)

SIMULATION = SchlangennestSimulation()
MANY = 200  # answers to a first card: to ask for all of them takes as long as all the rest of a match
ASKED = 3  # all other answers are asked for in one of so many positions
# the first size of each, with every number of players
USUAL = [
    one for one in tables() if one.options["board"] in ("recommended", boards(one.options["snakes"], one.seats)[0])
]

Choice = Callable[[Position, Random], Answer]


def hasty(position: Position, rng: Random) -> Answer:
    """Any answer, so heads and tails come early."""
    return SIMULATION.random_answer(position, position.due, rng)


def patient(position: Position, rng: Random) -> Answer:
    """Heads and tails only where nothing else is possible: such matches last."""
    found = SIMULATION.answers(position, position.due)
    bodies = [one for one in found if one[2] >= len(KIND) or KIND[one[2]] not in (TAIL, HEAD)]
    return rng.choice(bodies or list(found))


def looping(position: Position, rng: Random) -> Answer:
    """Patient, but for a snake without ends wherever there can be one."""
    for answer in SIMULATION.answers(position, position.due):
        after = SIMULATION.copy(position)
        SIMULATION.play(after, after.due, answer, NO_LUCK)
        if any(not ends and not closed for _, ends, closed, _ in after.strands.values()):
            return answer
    return patient(position, rng)


CHOICES: list[Choice] = [hasty, patient, looping]


def compare(state: State, choose: Choice, seed: int) -> int:
    """Play on to the end in the engine and in the simulation, side by side; how many loops were opened."""
    rng, position, opened = Random(seed), SIMULATION.load(state), 0
    while True:
        assert SIMULATION.state(position) == state
        assert tuple(SIMULATION.waiting(position)) == GAME.view(state, None).waiting
        if state.stage == "over":
            return opened
        found = SIMULATION.answers(position, state.due)
        if len(found) < MANY and (state.stage == "open" or not rng.randrange(ASKED)):
            paths = [SIMULATION.path(position, state.due, answer) for answer in found]
            assert len(paths) == len(set(paths))
            assert set(paths) == answers(state)
        assert SIMULATION.random_answer(position, state.due, rng) in found
        answer = choose(position, rng)
        path, before, aside = SIMULATION.path(position, state.due, answer), position, SIMULATION.copy(position)
        opened += state.stage == "open"
        SIMULATION.play(aside, state.due, answer, NO_LUCK)
        assert SIMULATION.state(before) == state, "a copy is played on alone"
        position = aside
        GAME.apply(state, Move(state.due, path), NO_LUCK)


def begun(table: Table, seed: int) -> State:
    """A new match."""
    state, _ = GAME.setup(table, SeededDice(seed.to_bytes(8, "big"), 0))
    return state


@pytest.mark.parametrize("table", USUAL, ids=lambda t: "-".join([str(t.seats), *t.options.values()]))
def test_the_simulation_plays_by_the_rules(table: Table) -> None:
    number = USUAL.index(table)
    compare(begun(table, number), CHOICES[number % len(CHOICES)], number)


@pytest.mark.long
@pytest.mark.parametrize("choose", CHOICES)
def test_the_simulation_plays_by_the_rules_on_every_board(choose: Choice) -> None:
    for one in tables():
        for seed in range(3):
            compare(begun(one, seed), choose, seed)


def test_loops_are_opened_as_the_rules_have_it() -> None:
    assert sum(compare(begun(Table(2, {}, RULES), seed), looping, seed) for seed in range(4)) > 0


@pytest.mark.parametrize("words", [OPPOSITE, NEIGHBOURING])
@pytest.mark.parametrize("due", [0, 1])
def test_both_ends_of_two_snakes_at_a_square(words: str, due: int) -> None:
    for seed in range(3):
        compare(table(words, due=due, border="meadow"), hasty, seed)


def test_what_is_answered_at_random_is_spread_evenly() -> None:
    position, rng = SIMULATION.load(table(NEIGHBOURING, border="meadow")), Random(0)
    found = SIMULATION.answers(position, 0)
    tries = [SIMULATION.random_answer(position, 0, rng) for _ in range(500 * len(found))]
    assert all(400 < tries.count(answer) < 600 for answer in found)
