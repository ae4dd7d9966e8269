"""Numbers change from one version of the rules to the next, the board does not."""

from __future__ import annotations

from engines.legstrong import CONFIGS, SPEC
from engines.legstrong.config import BOARD


def test_new_matches_are_played_by_the_newest_numbers() -> None:
    assert sorted(CONFIGS) == list(range(1, SPEC.rules + 1))


def test_hexes_rows_and_bottles_are_the_same_in_all_versions() -> None:
    boards = [[getattr(config, name) for name in BOARD] for config in CONFIGS.values()]
    assert all(board == boards[0] for board in boards)
