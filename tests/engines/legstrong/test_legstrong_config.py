"""Numbers change from one version of the rules to the next, the board does not."""

from __future__ import annotations

import pytest

from engines.legstrong import CONFIGS, SPEC
from engines.legstrong.config import BOARD
from tests.engines.legstrong.position import PASS, RISES, leg, offered, stay


def test_new_matches_are_played_by_the_newest_numbers() -> None:
    assert sorted(CONFIGS) == list(range(1, SPEC.rules + 1))


def test_hexes_rows_and_bottles_are_the_same_in_all_versions() -> None:
    boards = [[getattr(config, name) for name in BOARD] for config in CONFIGS.values()]
    assert all(board == boards[0] for board in boards)


@pytest.mark.parametrize(("rules", "rows"), [(1, 2), (2, 3)])
def test_l08_a_match_goes_on_by_the_numbers_that_it_began_with(rules: int, rows: int) -> None:
    state = leg(RISES, "0.leader@30", peloton=20, rules=rules)
    assert [choice.rows for choice in offered(state).values() if not choice.price] == [*range(1, rows + 1)]


@pytest.mark.parametrize(("rules", "faster"), [(1, 2), (2, 1)])
def test_l13_a_chase_goes_on_by_the_numbers_that_its_match_began_with(rules: int, faster: int) -> None:
    state = leg(PASS, "1.leader@50", peloton=20, attacks="clockwise", resting="1.leader", rules=rules)
    stay(state, chase="yes")
    assert state.road.peloton == 20 + 4 - 1 + faster
