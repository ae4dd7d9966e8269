"""The network of Pistard: it is what it was fitted as, it learns, and it knows plain things."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from bench.fit import pistard_network as fit_network
from bench.fit.pistard_network import as_text, begun, foretold, learned, loss_of, played, slopes_of, turns_of
from engines.dice import SeededDice
from engines.pistard import Pistard
from opponents.pistard import search
from opponents.pistard.fast.position import Position
from opponents.pistard.fast.simulation import PistardSimulation
from opponents.pistard.network import FEATURES, RIDER, features_of, hoped, network, read
from tests.engines.pistard.position import race

GAME, QUICK = Pistard(), PistardSimulation()
FOUR = "0.Y@12.1 0.G@10.1 1.Y@12.2 1.G@10.2"


def position(riders: str, *points: int, target: int = 12) -> Position:
    """A race for points in which the riders stand so."""
    return QUICK.load(race("sprint", riders, points=points, target=str(target)))


def test_it_is_what_it_was_fitted_as() -> None:
    layers = begun(np.random.default_rng(3))
    ours = read(as_text(layers))
    for seats, (features, _) in turns_of(played(Random(seed)) for seed in range(6)).items():
        shares, _, _ = foretold(layers, features)
        for turn, expected in zip(features, shares, strict=True):
            worths = ours.worths(turn.tolist())
            parts = np.exp(np.array(worths) - max(worths))
            assert parts / parts.sum() == pytest.approx(expected, abs=0.005), seats


def test_its_slopes_are_those_of_what_it_loses() -> None:
    layers, rng = begun(np.random.default_rng(4)), Random(4)
    for features, won in turns_of(played(rng) for _ in range(6)).values():
        slopes = slopes_of(layers, features, won)
        parts = [part for layer in layers.values() for part in layer]
        for part, slope in zip(parts, slopes, strict=True):
            at = rng.randrange(part.size)
            before, little = part.flat[at], 1e-5
            part.flat[at] = before + little
            more = loss_of(layers, features, won)
            part.flat[at] = before - little
            less = loss_of(layers, features, won)
            part.flat[at] = before
            assert slope.flat[at] == pytest.approx((more - less) / (2 * little), rel=1e-3, abs=1e-6)


def test_it_learns_who_wins() -> None:
    rng = Random(5)
    turns, others = turns_of(played(rng) for _ in range(60)), turns_of(played(rng) for _ in range(30))
    layers = learned(turns, rounds=4)
    for seats, (features, won) in others.items():
        assert loss_of(layers, features, won) < np.log(seats)  # of who takes all to have even chances


def test_a_file_is_made_and_always_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit_network, "MATCHES", 4)
    monkeypatch.setattr(fit_network, "ROUNDS", 1)
    made: list[str] = []
    for name in ("first.json", "second.json"):
        monkeypatch.setattr(fit_network, "NETWORK_FILE", tmp_path / name)
        fit_network.fit()
        made.append((tmp_path / name).read_text())
    assert made[0] == made[1]
    assert read(made[0]).alone != network().alone


def test_the_one_that_ships_foretells_well() -> None:
    ours, losses = network(), list[float]()
    for seats, (features, won) in turns_of(played(Random(seed)) for seed in range(900, 930)).items():
        for turn, parts in zip(features, won, strict=True):
            worths = ours.worths(turn.tolist())
            parted = np.exp(np.array(worths) - max(worths))
            losses.append(float(-(parts * np.log(parted / parted.sum())).sum() / np.log(seats)))
    assert sum(losses) / len(losses) < 0.7


def test_parts_are_parts_of_one() -> None:
    assert sum(hoped(position(FOUR, 3, 5))) == pytest.approx(1)


def test_points_and_squares_are_worth_something() -> None:
    def share(riders: str, *points: int) -> float:
        return hoped(position(riders, *points))[0]

    assert share(FOUR, 8, 3) > share(FOUR, 5, 5) > share(FOUR, 3, 8)
    assert share(FOUR.replace("0.Y@12", "0.Y@18"), 5, 5) > share(FOUR.replace("1.Y@12", "1.Y@18"), 5, 5)


def test_who_has_won_has_all() -> None:
    over = position(FOUR, 3, 5)
    over.over, over.points = True, [12, 5]
    assert hoped(over) == [1, 0]


def test_it_is_told_of_each_team_what_there_is() -> None:
    mine, theirs = features_of(position("0.Y@23.1 0.G@20.1 1.Y@21.2", 9, 4))
    assert len(mine) == len(theirs) == FEATURES
    first = mine[:RIDER]
    assert first[0] == 0  # squares behind the first rider
    assert first[3] == pytest.approx(2 / 12)  # squares to the line, the 25th
    assert first[5] == 1  # no one crosses it before them
    assert theirs[5] == 0
    assert theirs[6] == 1  # one does
    assert mine[RIDER : 2 * RIDER][0] == pytest.approx(3 / 10)
    assert theirs[RIDER : 2 * RIDER] == [0] * RIDER  # they have one rider
    assert mine[-8] == pytest.approx(3 / 6)  # points that are missing
    assert theirs[-7] == pytest.approx(5 / 4)  # more than the first team lacks


@pytest.mark.parametrize(("kind", "asked"), [("points", True), ("half-lap", False)])
def test_it_is_asked_where_a_way_on_of_a_race_for_points_ends(
    kind: str, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(_: Position) -> list[float]:
        return [0.0, 0.0]

    monkeypatch.setattr(search, "hoped", nobody)
    begun_race = race("sprint", FOUR, race=kind)
    end = search.ridden_on(QUICK.load(begun_race), SeededDice(bytes(8), 0), Random(1), seat=0)
    assert (end == [0.0, 0.0]) is asked
