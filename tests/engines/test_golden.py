"""Matches recorded long ago are played out in the same way to the same end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engines import GAMES
from engines.dice import RecordedDice, SeededDice
from tests.engines import golden
from tests.engines.matches import save

NAMES = sorted(path.stem for path in golden.FOLDER.glob("*.json"))


def test_every_recipe_is_on_file() -> None:
    assert sorted(golden.RECIPES) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_match_from_its_record(name: str) -> None:
    kept = golden.load(name)
    game = GAMES[kept.game]
    state, _ = game.setup(kept.table, RecordedDice(kept.setup))
    for move, row in zip(kept.moves, kept.rows, strict=True):
        dice = RecordedDice(row.draws)
        game.apply(state, move, dice)
        assert dice.draws == row.draws
    assert json.loads(save(state)) == kept.state
    assert game.view(state, None).standings == kept.standings
    assert game.view(state, None).over


@pytest.mark.parametrize("name", NAMES)
def test_the_draws_of_a_golden_match_follow_from_its_key(name: str) -> None:
    kept = golden.load(name)
    game, key = GAMES[kept.game], bytes.fromhex(kept.key)
    dice = SeededDice(key, 0)
    state, _ = game.setup(kept.table, dice)
    assert dice.draws == kept.setup
    for number, (move, row) in enumerate(zip(kept.moves, kept.rows, strict=True), start=1):
        dice = SeededDice(key, number)
        game.apply(state, move, dice)
        assert dice.draws == row.draws, f"row {number}"


def test_a_new_recording_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "FOLDER", tmp_path / "golden")
    golden.main([])
    assert sorted(path.stem for path in golden.FOLDER.iterdir()) == NAMES
    for name, recipe in golden.RECIPES.items():
        kept = golden.load(name)
        assert kept == golden.record(recipe)
        assert json.dumps(kept.table.options) in (golden.FOLDER / f"{name}.json").read_text()


def test_what_is_on_file_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    for name in NAMES:
        (tmp_path / f"{name}.json").write_text("{}")
    golden.main([])
    assert {path.read_text() for path in tmp_path.iterdir()} == {"{}"}
    golden.main(["--again"])
    assert {path.read_text() for path in tmp_path.iterdir()}.isdisjoint({"{}"})
