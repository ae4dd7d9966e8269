"""The opponent of Pistard that thinks: always legal, never late, repeatable, and better than the fair one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import cast

import pytest

from engines.dice import SeededDice
from engines.pistard import TRACKS, Pistard, PistardView, State
from engines.table import Move, Ready, Table
from opponents.games import PLAYERS
from opponents.greedy import play_greedy
from opponents.pistard.fast.simulation import PistardSimulation
from opponents.pistard.search import by_pips, farthest, think_pistard, weigh_pistard
from opponents.play import Opponent
from opponents.random import play_random
from opponents.thinking import Budget
from tests.engines.pistard.position import race, start
from tests.marks import rows_in_long
from tests.opponents.strength import share

GAME = Pistard()
TABLES = [
    Table(seats, {"track": track, "race": kind, "target": target, "dice": dice}, 1)
    for (seats, kind), (track, target), dice in zip(
        product((2, 3, 4), ("points", "lap", "half-lap")),
        [*zip(TRACKS, ("3", "12", "30"), strict=True)] * 3,
        [*("surplus", "as-riders") * 4, "surplus"],
        strict=True,
    )
]


def views(table: Table, seed: int, every: int) -> Iterator[tuple[State, PistardView]]:
    """Those who are asked, in every so manieth position of a random match and in the first ones."""
    rng, key = Random(seed), seed.to_bytes(8, "big")
    state, _ = GAME.setup(table, SeededDice(key, 0))
    for number in range(1, GAME.spec.limit + 1):
        waiting = GAME.view(state, None).waiting
        if not waiting:
            return
        view = GAME.view(state, rng.choice(waiting))
        if number % every == 0 or number <= table.seats + 1:
            yield state, view
        GAME.apply(state, Move(view.viewer, play_random(GAME, view, rng)), SeededDice(key, number))


def thinking(rounds: int) -> Opponent:
    """A thinker with so many rounds an answer."""
    return lambda game, view, rng: think_pistard(cast("PistardView", view), rng, Budget(rounds=rounds))


def test_it_is_what_the_levels_think_with() -> None:
    assert PLAYERS["pistard"].thinker is weigh_pistard


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize(("seed", "every"), [(1, 7), *rows_in_long((n, 1) for n in range(10))])
def test_it_answers_legally_at_every_table(seed: int, every: int, table: Table) -> None:
    for _, view in views(table, seed, every):
        assert isinstance(GAME.ask(view, think_pistard(view, Random(2), Budget(rounds=2))), Ready)


def test_a_plan_that_is_sealed_can_be_replaced() -> None:
    state = start([(6, 4, 2, 1), (5, 3, 2, 1)])
    for path in (("6", "4", "2", "1"), ("1", "2", "4", "6")):
        GAME.apply(state, Move(0, path), SeededDice(b"key", 1))
        view = GAME.view(state, 0)
        assert isinstance(GAME.ask(view, think_pistard(view, Random(2), Budget(rounds=30))), Ready)


def test_it_varies_its_first_move() -> None:
    view = GAME.view(start([(6, 4, 2, 1), (5, 3, 2, 1)]), 0)
    assert len({think_pistard(view, Random(seed), Budget(rounds=24)) for seed in range(12)}) > 1


def test_on_the_way_on_rivals_ride_as_far_as_they_can_and_the_seat_counts_bonus_steps_and_pips() -> None:
    quick, differed = PistardSimulation(), 0
    for state, view in views(Table(2, {"track": "sprint", "race": "points", "target": "12"}, 1), seed=5, every=1):
        position = quick.load(state)
        if position.start is not None:
            continue
        assert view.viewer is not None
        answers = quick.answers(position, view.viewer)
        assert farthest(position)[1] == max(square for _, square, *_ in answers)
        steps = max(len(path) - (path[-1] == "stop") + 0.7 * die for die, *_, path in answers)
        die, *_, path = by_pips(position)
        assert len(path) - (path[-1] == "stop") + 0.7 * die == steps
        differed += by_pips(position) != farthest(position)
    assert differed


def test_a_single_answer_is_given_at_once() -> None:
    state = race("sprint", "0.Y@10.2 0.G@11.1 0.B@11.2 0.O@11.3 1.Y@4.1", dice={0: [3], 1: [3]}, moved="0.G 0.B 0.O")
    assert think_pistard(GAME.view(state, 0), Random(1), Budget(rounds=10**9)) == ("3", "stay")


def test_it_wins_a_match_that_can_be_won_at_once() -> None:
    riders = "0.Y@22.2 0.G@20.1 1.Y@21.2 1.G@19.3"
    state = race("sprint", riders, dice={0: [6, 1], 1: [5, 4]}, points=(11, 11), target="12")
    assert think_pistard(GAME.view(state, 0), Random(1), Budget(rounds=40))[0] == "6"


def test_it_beats_chance_with_hardly_a_thought() -> None:
    assert share("pistard", thinking(2), play_random, 6, target="6") == 1
    assert share("pistard", thinking(2), play_random, 6, race="half-lap") == 1


@pytest.mark.long
@pytest.mark.parametrize("kind", ["points", "half-lap"])
def test_it_beats_the_fair_one(kind: str) -> None:
    assert share("pistard", thinking(200), play_greedy, 100, race=kind) >= 0.65
