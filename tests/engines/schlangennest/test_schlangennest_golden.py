"""What the golden matches of Schlangennest are there to show does happen in them."""

from __future__ import annotations

import pytest

from engines.dice import RecordedDice
from engines.table import Event
from tests.engines import golden
from tests.engines.schlangennest.position import GAME


def events(name: str) -> list[Event]:
    """All that happens in a golden match."""
    kept = golden.load(name)
    state, found = GAME.setup(kept.table, RecordedDice(kept.setup))
    for move, row in zip(kept.moves, kept.rows, strict=True):
        found += GAME.apply(state, move, RecordedDice(row.draws))
    return found


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("schlangennest-2-both-ends", {"cornered", "looped", "turned"}),
        ("schlangennest-2-loop", {"looped", "turned", "grew"}),
        ("schlangennest-4-gray-head", {"ended"}),
        ("schlangennest-3-fence", {"fenced"}),
        ("schlangennest-2-frame", {"framed", "looped", "passed"}),
    ],
)
def test_it_happens(name: str, kinds: set[str]) -> None:
    assert kinds <= {event.kind for event in events(name)}


def test_s12_the_last_player_plays_on_alone() -> None:
    last = [row.by for row in golden.load("schlangennest-3-alone").rows][-10:]
    assert len(set(last)) == 1
