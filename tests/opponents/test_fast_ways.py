"""Every fast way against its rules, at tables among which all options of the game occur."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.table import Table
from opponents.games import PLAYERS
from opponents.simulation import Simulation
from tests.engines.facts import FACTS
from tests.marks import in_long, rows_in_long
from tests.opponents.fast_way import begun, both_ways, covering, is_missed

FAST: dict[str, Simulation[Any, Any, Any]] = {key: players.fast for key, players in PLAYERS.items() if players.fast}
# options that no one asks for in between: the setup settles them, the last standings count by them, the host reads them
BESIDE = {"schlangennest": {"border", "board", "score"}, "legstrong": {"tour", "course", "rest"}}
PLAYED = {
    key: [option.name for option in GAMES[key].spec.options if option.name not in BESIDE.get(key, ())] for key in FAST
}
LEFT_OUT = [(key, names[0]) for key, names in PLAYED.items()]
LEFT_OUT += rows_in_long((key, name) for key, names in PLAYED.items() for name in names[1:])


@cache
def tables(key: str, seed: int) -> list[Table]:
    return covering(GAMES[key], Random(seed), {**FACTS[key].texts, **FACTS[key].values})


@pytest.mark.parametrize("seed", [1, *in_long(*range(2, 32))])
@pytest.mark.parametrize("key", FAST)
def test_both_ways_through_a_match_are_the_same(key: str, seed: int) -> None:
    for number, table in enumerate(tables(key, seed)):
        state = begun(GAMES[key], table, number)
        assert sum(1 for _ in both_ways(GAMES[key], FAST[key], state, number, asked=0.1)) > 1


@pytest.mark.parametrize(("key", "option"), LEFT_OUT)
def test_an_option_that_the_fast_way_leaves_out_is_missed(key: str, option: str) -> None:
    assert any(is_missed(GAMES[key], FAST[key], table, option, number) for number, table in enumerate(tables(key, 1)))
