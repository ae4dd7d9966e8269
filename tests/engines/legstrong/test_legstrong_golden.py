"""What the stage races on file show: each of them is there for something that happens in it."""

from __future__ import annotations

import pytest

from engines import GAMES
from engines.dice import RecordedDice
from tests.engines import golden

pytestmark = pytest.mark.quick


def happened(name: str) -> set[tuple[str, object]]:
    """Kinds of events with what they are about."""
    kept = golden.load(name)
    game = GAMES[kept.game]
    state, events = game.setup(kept.table, RecordedDice(kept.setup))
    for move, row in zip(kept.moves, kept.rows, strict=True):
        events += game.apply(state, move, RecordedDice(row.draws))
    about = {"chase": "chase", "risk": "risk", "bid": "place", "finish": "leg", "summit": "place"}
    about |= {"tested": "positive", "saved": "passed"}
    found: set[tuple[str, object]] = {(event.kind, event.data.get(about.get(event.kind, ""))) for event in events}
    return found | {
        ("failed", event.data["risk"]) for event in events if event.kind == "risk" and not event.data["passed"]
    }


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("legstrong-3-chase", {("chase", "yes"), ("absorbed", None)}),
        ("legstrong-2-falls", {("failed", "fall"), ("failed", "exhaustion")}),
        ("legstrong-4-sprint", {("bid", 1), ("bid", 12)}),
        ("legstrong-6-single", {("team", None), ("summit", 1), ("dropped", None), ("finish", 2)}),
        ("legstrong-4-rests", {("chase", "yes"), ("rests", None), ("bid", 1), ("finish", 2)}),
        ("legstrong-2-teams", {("summit", 1), ("finish", 1)}),
        (
            "legstrong-3-control",
            {
                ("tested", 1),
                ("tested", 0),
                ("struck", None),
                ("lowered", None),
                ("kept", None),
                ("lots", None),
                ("saved", 1),
            },
        ),
        ("legstrong-6-signals", {("signal", None), ("drew", None), ("tested", 1), ("out", None), ("lowered", None)}),
        ("legstrong-4-wishes", {("wished", None), ("held", None), ("drank", None), ("punctured", None), ("finish", 2)}),
    ],
)
def test_a_golden_race_shows_what_it_was_chosen_for(name: str, shown: set[tuple[str, object]]) -> None:
    assert shown <= happened(name)
