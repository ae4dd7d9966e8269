"""Matches recorded long ago are played out in the same way to the same end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engines import GAMES
from engines.dice import Draw, RecordedDice, SeededDice
from tests.engines import golden
from tests.engines.matches import save

NAMES = sorted(path.stem for path in golden.FOLDER.glob("*.json"))


def test_every_recipe_is_on_file() -> None:
    assert sorted(golden.RECIPES) == NAMES


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("source", ["record", "key"])
def test_a_golden_match_is_played_out_from_its_draws_and_they_follow_from_its_key(name: str, source: str) -> None:
    kept = golden.load(name)
    game, key = GAMES[kept.game], bytes.fromhex(kept.key)

    def dice(number: int, draws: list[Draw]) -> SeededDice | RecordedDice:
        return SeededDice(key, number) if source == "key" else RecordedDice(draws)

    drawn = dice(0, kept.setup)
    state, _ = game.setup(kept.table, drawn)
    assert drawn.draws == kept.setup
    for number, (move, row) in enumerate(zip(kept.moves, kept.rows, strict=True), 1):
        drawn = dice(number, row.draws)
        game.apply(state, move, drawn)
        assert drawn.draws == row.draws, f"row {number}"
    assert json.loads(save(state)) == kept.state
    assert game.view(state, None).standings == kept.standings
    assert game.view(state, None).over


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two recipes, one of which has answers."""
    some = ("schlangennest-2-loop", "schlangennest-2-both-ends")
    monkeypatch.setattr(golden, "RECIPES", {name: golden.RECIPES[name] for name in some})


@pytest.mark.usefixtures("two")
def test_a_new_recording_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "FOLDER", tmp_path / "golden")
    golden.main([])
    assert {path.stem for path in golden.FOLDER.iterdir()} == golden.RECIPES.keys()
    for name, recipe in golden.RECIPES.items():
        kept = golden.load(name)
        assert kept == golden.record(recipe)
        assert json.dumps(kept.table.options) in (golden.FOLDER / f"{name}.json").read_text()


@pytest.mark.usefixtures("two")
def test_what_is_on_file_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    for name in golden.RECIPES:
        (tmp_path / f"{name}.json").write_text("{}")
    golden.main([])
    assert {path.read_text() for path in tmp_path.iterdir()} == {"{}"}
    golden.main(["--again"])
    assert {path.read_text() for path in tmp_path.iterdir()}.isdisjoint({"{}"})


# what some kinds of events are about
ABOUT = {
    "chase": "chase",
    "decided": "how",
    "bid": "place",
    "finish": "leg",
    "summit": "place",
    "tested": "positive",
    "saved": "passed",
}


@pytest.mark.quick
@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("schlangennest-2-both-ends", {("cornered", None), ("looped", None), ("turned", None)}),
        ("schlangennest-2-loop", {("looped", None), ("turned", None), ("grew", None)}),
        ("schlangennest-4-gray-head", {("ended", None)}),
        ("schlangennest-3-fence", {("fenced", None)}),
        ("schlangennest-2-frame", {("framed", None), ("looped", None), ("passed", None)}),
        ("schlangennest-2-half-open", {("framed", None), ("looped", None), ("turned", None)}),
        ("schlangennest-2-fence-frame", {("fenced", None), ("framed", None)}),
        ("schlangennest-3-fence-one-end", {("fenced", None), ("closed", None)}),
        ("legstrong-3-chase", {("chase", "yes"), ("absorbed", None)}),
        ("legstrong-2-falls", {("failed", "fall"), ("failed", "exhaustion")}),
        ("legstrong-4-sprint", {("bid", 1), ("bid", 12)}),
        ("legstrong-6-single", {("team", None), ("summit", 1), ("dropped", None), ("finish", 2)}),
        ("legstrong-4-pursuits", {("chase", "yes"), ("drank", None), ("bid", 1), ("finish", 2), ("decided", "sprint")}),
        ("legstrong-2-teams", {("summit", 1), ("finish", 1)}),
        ("legstrong-3-control", {("tested", 1), ("tested", 0), ("struck", None), ("lowered", None), ("kept", None)}),
        ("legstrong-3-control", {("lots", None), ("saved", 1)}),
        ("legstrong-6-signals", {("signal", None), ("drew", None), ("tested", 1), ("out", None), ("lowered", None)}),
        ("legstrong-4-wishes", {("wished", None), ("held", None), ("drank", None), ("punctured", None), ("finish", 2)}),
    ],
)
def test_a_golden_match_shows_what_it_was_chosen_for(name: str, shown: set[tuple[str, object]]) -> None:
    events = golden.happened(name)
    found: set[tuple[str, object]] = {(event.kind, event.data.get(ABOUT.get(event.kind, ""))) for event in events}
    found |= {("failed", event.data["risk"]) for event in events if event.kind == "risk" and not event.data["passed"]}
    assert shown <= found
