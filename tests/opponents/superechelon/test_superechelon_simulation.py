"""SuperEchelon in numbers against its engine: the same answers, and the same state after each of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import factorial, prod
from random import Random

import pytest

from engines.dice import SeededDice
from engines.simulations import SIMULATIONS
from engines.superechelon import State, SuperEchelonView
from engines.table import Move, Path, Pick, Ready, Table
from opponents.superechelon.fast.simulation import SuperEchelonSimulation
from tests.engines.superechelon.stage import GAME, leg

PLAYED = SuperEchelonSimulation()
FEW = 300  # answers that are all compared; loot can have millions
TABLES = [
    *((2, "open"), (3, "open"), (3, "half"), (4, "open"), (4, "half"), (5, "half"), (6, "open"), (7, "half")),
    (8, "open"),
]


def paths(view: SuperEchelonView, path: Path = ()) -> Iterator[Path]:
    """All whole paths of whoever is waited for, by asking."""
    ask = GAME.ask(view, path)
    if isinstance(ask, Ready):
        yield path
        return
    assert isinstance(ask, Pick)
    for chosen in combinations(ask.options, ask.most):
        yield from paths(view, (*path, "+".join(chosen)))


def few(state: State) -> bool:
    """Whether the answers can be counted."""
    if state.stage != "loot":
        return True
    assert state.last is not None and state.last.spoils is not None
    spoils = state.last.spoils
    return factorial(len(spoils.cards)) // prod(map(factorial, spoils.counts)) <= FEW


def compare(table: Table, seed: int) -> None:
    """Play a random match both ways."""
    rng, key = Random(seed), seed.to_bytes(8, "big")
    state, _ = GAME.setup(table, SeededDice(key, 0))
    position = PLAYED.load(state)
    for number in range(1, GAME.spec.limit + 1):
        assert PLAYED.state(position) == state
        assert list(PLAYED.waiting(position)) == list(GAME.view(state, None).waiting)
        if state.stage == "over":
            return
        answer = PLAYED.random_answer(position, state.due, rng)
        if few(state):
            answers = PLAYED.answers(position, state.due)
            assert answer in answers
            found = [PLAYED.path(position, state.due, one) for one in answers]
            assert sorted(found) == sorted(paths(GAME.view(state, state.due)))
        path = PLAYED.path(position, state.due, answer)
        if rng.random() < 0.2:
            position = PLAYED.load(state)  # in the middle of anything
        kept, before = PLAYED.copy(position), PLAYED.state(position)
        PLAYED.play(position, state.due, answer, SeededDice(key, number))
        assert PLAYED.state(kept) == before
        GAME.apply(state, Move(state.due, path), SeededDice(key, number))
    raise AssertionError("a match has an end")


@pytest.mark.parametrize(("seats", "room"), TABLES)
def test_it_plays_as_the_engine_does(seats: int, room: str) -> None:
    for seed in range(3):
        compare(Table(seats, {"tours": "2", "room": room}, GAME.spec.rules), seed)


@pytest.mark.long
@pytest.mark.parametrize("seats", GAME.spec.seats)
@pytest.mark.parametrize("room", ["open", "half"])
def test_it_plays_as_the_engine_does_in_many_seasons(seats: int, room: str) -> None:
    for seed in range(100, 140):
        compare(Table(seats, {"room": room}, GAME.spec.rules), seed)


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


def test_the_game_has_it() -> None:
    assert isinstance(SIMULATIONS["superechelon"], SuperEchelonSimulation)
