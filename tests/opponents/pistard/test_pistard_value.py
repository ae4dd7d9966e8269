"""The fitted value of Pistard: what it adds up is what it was fitted with, and it knows plain things."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

from bench.fit import pistard as fit
from bench.fit.pistard import BATCHES, Batch, fitted, traits_of
from engines.dice import SeededDice
from engines.pistard import Pistard
from engines.table import Table
from opponents.pistard.fast.position import Position, copy
from opponents.pistard.fast.simulation import PistardSimulation
from opponents.pistard.value import (
    NO_DICE,
    WEIGHTS,
    WEIGHTS_FILE,
    distinct,
    judged,
    laid_out,
    phase_of,
    phases_of,
    shares,
    standing_of,
    worths,
)
from tests.engines.pistard.position import race

GAME, QUICK = Pistard(), PistardSimulation()


def positions(seats: int, kind: str, seed: int) -> Iterator[Position]:
    """Some positions of a match at random, with either number of dice."""
    rng, dice = Random(seed), SeededDice(seed.to_bytes(8, "big"), 0)
    options = {"race": kind, "track": rng.choice(["sprint", "marathon"]), "dice": ("surplus", "as-riders")[seed % 2]}
    state, _ = GAME.setup(Table(seats, options, 1), dice)
    position = QUICK.load(state)
    while waiting := QUICK.waiting(position):
        if position.start is None and rng.random() < 0.2:
            yield position
        QUICK.play(position, waiting[0], QUICK.random_answer(position, waiting[0], rng), dice)


@pytest.mark.parametrize("kind", ["points", "lap", "half-lap"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_adds_up_what_it_was_fitted_with(seats: int, kind: str) -> None:
    rng = Random(seats)
    weights = [rng.gauss(0, 0.2) for _ in range(WEIGHTS)]
    for position in positions(seats, kind, seats):
        found = worths(position, standing_of(position), laid_out(weights, position.course.lap)[phase_of(position)])
        for seat, (at, times) in enumerate(traits_of(position)):
            if seat not in position.gone:
                assert found[seat] == pytest.approx(sum(weights[a] * n for a, n in zip(at, times, strict=True)))


@pytest.mark.parametrize("kind", ["points", "half-lap"])
@pytest.mark.parametrize("seats", [2, 4])
def test_answers_are_judged_by_what_comes_of_them(seats: int, kind: str) -> None:
    for position in positions(seats, kind, 7 + seats):
        due = position.team.seats[position.queue[-1]]
        answers = distinct(QUICK.answers(position, due))
        for answer, hope in zip(answers, judged(position, answers, phases_of(position)), strict=True):
            twin = copy(position)
            QUICK.play(twin, due, answer, NO_DICE)
            assert shares(twin, phases_of(twin))[due] == pytest.approx(hope)


def test_shares_are_parts_of_one() -> None:
    for position in positions(3, "points", 5):
        assert sum(shares(position, phases_of(position))) == pytest.approx(1)


def test_points_and_squares_are_worth_something() -> None:
    riders = "0.Y@12.1 0.G@10.1 1.Y@12.2 1.G@10.2"

    def share(riders: str, *points: int) -> float:
        position = QUICK.load(race("sprint", riders, points=points, target="12"))
        return shares(position, phases_of(position))[0]

    assert share(riders, 8, 3) > share(riders, 5, 5) > share(riders, 3, 8)
    assert share(riders.replace("0.Y@12", "0.Y@18"), 5, 5) > share(riders.replace("1.Y@12", "1.Y@18"), 5, 5)


def test_a_team_that_is_out_has_no_share_of_an_elimination_race() -> None:
    state = race("sprint", "0.Y@12.1 1.Y@12.2", seats=3, race="half-lap", marks=0)
    position = QUICK.load(state)
    assert shares(position, phases_of(position))[2] < 1e-9


def test_the_weights_that_ship_are_whole() -> None:
    known = json.loads(WEIGHTS_FILE.read_text())
    assert {kind: len(weights) for kind, weights in known.items()} == {"points": WEIGHTS, "lap": WEIGHTS}


@pytest.mark.parametrize("kind", ["points", "lap"])
def test_a_few_matches_teach_something_and_always_the_same(kind: str) -> None:
    first, second = (list(fitted(kind, [Batch(3, 0.1, 1.0)])) for _ in range(2))
    assert first == second
    assert any(first[0])
    assert BATCHES


def test_weights_are_written_beside_those_of_the_other_kind(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path_factory.mktemp("fit") / "weights.json"
    monkeypatch.setattr(fit, "WEIGHTS_FILE", file)
    fit.save("points", [0.12345])
    fit.save("lap", [1.0])
    assert json.loads(file.read_text()) == {"points": [0.123], "lap": [1.0]}
