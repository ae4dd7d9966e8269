"""docs/legstrong.md names every question, event and value that the stage races on file show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engines import GAMES
from engines.dice import RecordedDice
from engines.table import Event, Ready
from tests.engines import golden

pytestmark = pytest.mark.quick

PAGE = Path(__file__).parents[3] / "docs" / "legstrong.md"
NAMES = [name for name in golden.RECIPES if name.startswith("legstrong")]


@cache
def documented(heading: str) -> dict[str, set[str]]:
    """The words in backticks of each row of a table, by those of its first column."""
    section = PAGE.read_text().split(f"## {heading}")[1].split("\n## ")[0]
    found: dict[str, set[str]] = {}
    for line in section.splitlines():
        if line.startswith("| `"):
            first, rest = line.removeprefix("| ").split(" | ", 1)
            for name in re.findall(r"`([^`]+)`", first):
                found[name] = set(re.findall(r"`([^`]+)`", rest))
    return found


def shown(name: str) -> Iterator[tuple[str, list[str], list[Event]]]:
    """Stage, questions and events of every answer of a match on file."""
    kept = golden.load(name)
    game = GAMES[kept.game]
    state, opening = game.setup(kept.table, RecordedDice(kept.setup))
    yield "", [], opening
    for move, row in zip(kept.moves, kept.rows, strict=True):
        view = game.view(state, move.by)
        asks = [game.ask(view, move.path[:at]) for at in range(len(move.path))]
        abouts = [ask.about for ask in asks if ask is not None and not isinstance(ask, Ready)]
        yield view.stage, abouts, game.apply(state, move, RecordedDice(row.draws))


@pytest.mark.parametrize("name", NAMES)
def test_every_event_and_its_values_are_documented(name: str) -> None:
    for _, _, events in shown(name):
        for event in events:
            assert event.data.keys() <= documented("Events")[event.kind], event


@pytest.mark.parametrize("name", NAMES)
def test_every_question_is_documented(name: str) -> None:
    for stage, abouts, _ in shown(name):
        for about in abouts:
            named = documented("Questions")[stage]
            general = re.sub(r"\d+\.(leader|rouleur|climber)$", "<rider>", about)
            general = re.sub(r"^(sprinter|descender)\.\d+$", r"\1.<team>", general)
            assert {about, general} & named, (stage, about)
