"""The ten rules over tours with sleeves: tests blind and picked, with and without signals, to the end of the tour."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from engines.legstrong import SPEC, bonus, rank
from engines.table import Table
from tests.engines.contract import RULES
from tests.engines.facts import FACTS
from tests.engines.legstrong.position import GAME
from tests.engines.matches import Match, play, visible, waited_for

TOURS: dict[str, tuple[int, dict[str, str]]] = {
    "blind": (2, {}),
    "pick": (3, {"tests": "pick"}),
    "collusion": (4, {"collusion": "on"}),
    "single": (6, {"collusion": "on"}),
    "teams": (2, {"teams": "2", "tests": "pick", "win": "team"}),
}
TELLING = {"chosen", "dealt", "levels", "shuffled", "tested", "drew", "kept", "lowered"}  # events with cards in them


@cache
def toured(name: str) -> Match:
    """Three short legs, everyone answers at random."""
    seats, options = TOURS[name]
    course = {"tour": "custom", "course": "FFFF FGMD FFFF", "doping": "on"}
    return play(GAME, Table(seats, {**course, **options}, SPEC.rules), 5)


@pytest.mark.parametrize("name", TOURS)
@pytest.mark.parametrize("rule", RULES)
def test_tours_with_sleeves_keep_the_ten_rules(rule: int, name: str) -> None:
    RULES[rule](FACTS["legstrong"], toured(name), Random(rule))


@pytest.mark.parametrize("name", TOURS)
def test_levels_only_fall_and_are_never_jokers(name: str) -> None:
    match = toured(name)
    states = [match.load(saved) for saved in match.states]
    before: dict[str, int] = {}
    for state in states:
        for level in state.levels:
            assert rank(level.card) != "joker"
            assert bonus(level.card) <= before.get(level.rider, 5)
            before[level.rider] = bonus(level.card)
    assert before


@pytest.mark.parametrize("name", TOURS)
def test_an_owner_without_riders_is_not_waited_for(name: str) -> None:
    match = toured(name)
    for state in map(match.load, match.states):
        owners = {rider.seat for rider in state.road.riders if rider.id in {score.rider for score in state.scores}}
        if state.stage not in ("types", "test", "over"):
            assert {seat for seat in waited_for(GAME, state) if seat is not None} <= owners


@pytest.mark.parametrize("name", TOURS)
def test_what_a_negative_test_drew_is_told_to_nobody(name: str) -> None:
    match = toured(name)
    negative = 0
    for row in match.rows:
        known = [{level.rider: level.known for level in match.load(saved).levels} for saved in (row.before, row.after)]
        for event in row.events:
            if event.kind == "tested" and not event.data["positive"]:
                negative += 1
                assert event.data["card"] == ""
                before, after = (cards[str(event.data["rider"])] for cards in known)
                assert before == after
        for viewer in match.viewers:
            assert all("card" not in str(event.data) or event.kind in TELLING for event in visible(row.events, viewer))
    assert negative
