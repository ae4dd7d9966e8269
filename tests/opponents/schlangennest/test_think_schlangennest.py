"""The thinking and the easy player of Schlangennest: legal, in time, various, and as strong as they should be."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random

import pytest

from engines.dice import SeededDice
from engines.schlangennest import Schlangennest, SchlangennestView, State
from engines.schlangennest.simulation import SchlangennestSimulation
from engines.table import Move, Path, Ready, Table
from opponents.greedy import play_greedy
from opponents.levels import THINKERS, play_easy
from opponents.random import play_random
from opponents.schlangennest.fit import counted, table
from opponents.schlangennest.search import think_schlangennest, weigh_schlangennest
from opponents.schlangennest.value import GROWTH, LOOP, MOST_WAYS, ROOMS, results
from opponents.thinking import Budget
from tests.engines.schlangennest.position import boards, tables

GAME, SIMULATION = Schlangennest(), SchlangennestSimulation()
LATE = 0.1  # seconds that an answer may take longer than it should
USUAL = [
    one for one in tables() if one.options["board"] in ("recommended", boards(one.options["snakes"], one.seats)[0])
]

Player = Callable[[SchlangennestView, Random], Path]


def thinking(rounds: int) -> Player:
    """A thinker with so many rounds an answer."""
    return lambda view, rng: think_schlangennest(view, rng, Budget(rounds=rounds))


def fair(view: SchlangennestView, rng: Random) -> Path:
    """Today's greedy player."""
    return play_greedy(GAME, view, rng)


def easy(view: SchlangennestView, rng: Random) -> Path:
    """The easy player."""
    return play_easy(GAME, view, rng)


def anything(view: SchlangennestView, rng: Random) -> Path:
    """Any answer."""
    return play_random(GAME, view, rng)


def match(one: Table, seed: int, *players: Player) -> Iterator[State]:
    """Every position of a match between such players, the last one included."""
    key = seed.to_bytes(8, "big")
    state, _ = GAME.setup(one, SeededDice(key, 0))
    rng = Random(seed)
    while state.stage != "over":
        yield state
        path = players[state.due](GAME.view(state, state.due), rng)
        GAME.apply(state, Move(state.due, path), SeededDice(key, 0))
    yield state


def share(one: Table, candidate: Player, rival: Player, matches: int) -> float:
    """The part of the first places that the candidate takes from rivals of one kind."""
    won = 0.0
    for number in range(matches):
        place = number % one.seats
        players = [candidate if seat == place else rival for seat in range(one.seats)]
        *_, last = match(one, number // one.seats, *players)
        best = [standing.seat for standing in GAME.view(last, None).standings if standing.rank == 1]
        won += (place in best) / len(best)
    return won / matches


def test_the_thinker_is_known() -> None:
    assert THINKERS["schlangennest"] is weigh_schlangennest


@pytest.mark.parametrize("one", USUAL, ids=lambda t: "-".join([str(t.seats), *t.options.values()]))
def test_answers_are_legal_with_a_tiny_budget(one: Table) -> None:
    number = USUAL.index(one)
    rng, think = Random(number), thinking(2)
    for at, state in enumerate(match(one, number, *[anything if number % 2 else easy] * one.seats)):
        if at % 3 == 0 and state.stage != "over":
            view = GAME.view(state, state.due)
            assert isinstance(GAME.ask(view, think(view, rng)), Ready)
            assert isinstance(GAME.ask(view, easy(view, rng)), Ready)


@pytest.mark.parametrize("player", [thinking(2), easy])
def test_a_seat_that_is_not_asked_has_no_answer(player: Player) -> None:
    *_, last = match(Table(2, {}, GAME.spec.rules), 1, anything, anything)
    begun = next(match(Table(2, {}, GAME.spec.rules), 1, anything, anything))
    for view in (GAME.view(last, last.due), GAME.view(begun, 1 - begun.due)):
        with pytest.raises(ValueError, match=f"viewer {view.viewer} is not asked"):
            player(view, Random(0))


def test_the_same_luck_and_rounds_give_the_same_answer() -> None:
    for at, state in enumerate(match(Table(3, {}, GAME.spec.rules), 2, easy, easy, easy)):
        if at % 6 == 0 and state.stage != "over":
            view = GAME.view(state, state.due)
            assert thinking(5)(view, Random(at)) == thinking(5)(view, Random(at))
            assert GAME.view(GAME.imagine(view, Random(at)), state.due) == view


def test_matches_vary() -> None:
    lasts: set[tuple[str, ...]] = set()
    for seed in range(4):
        *_, last = match(Table(2, {}, GAME.spec.rules), seed, thinking(3), thinking(3))
        lasts.add(tuple(last.nest.cards))
    assert len(lasts) == 4


@pytest.mark.parametrize("seconds", [0.001, 0.1])
def test_the_budget_is_kept(seconds: float) -> None:
    budget = Budget(seconds=seconds)
    for at, state in enumerate(match(Table(4, {}, GAME.spec.rules), 3, easy, easy, easy, easy)):
        if at % 8 == 1 and state.stage != "over":
            begun = time.thread_time()
            think_schlangennest(GAME.view(state, state.due), Random(at), budget)
            assert time.thread_time() - begun < seconds + LATE


def test_a_result_is_certain_when_the_match_is_over() -> None:
    *_, last = match(Table(2, {}, GAME.spec.rules), 4, thinking(2), anything)
    ranks = {one.seat: one.rank for one in GAME.view(last, None).standings}
    found = results(SIMULATION.load(last))
    assert (found[0] > found[1]) == (ranks[0] < ranks[1])


def test_the_table_covers_every_hope() -> None:
    assert [len(GROWTH), *{len(ways) for ways in GROWTH}] == [LOOP, MOST_WAYS + 1]
    assert {len(rooms) for ways in GROWTH for rooms in ways} == {ROOMS}


def test_thinking_beats_easy() -> None:
    assert share(Table(2, {}, GAME.spec.rules), thinking(8), easy, 8) > 0.7


@pytest.mark.long
@pytest.mark.parametrize(("seats", "least"), [(2, 0.85), (4, 0.5)])
def test_thinking_beats_fair(seats: int, least: float) -> None:
    assert share(Table(seats, {}, GAME.spec.rules), thinking(150), fair, 20 * seats) > least


@pytest.mark.long
def test_fair_beats_easy() -> None:
    assert 0.1 < share(Table(2, {}, GAME.spec.rules), easy, fair, 100) < 0.3


@pytest.mark.long
def test_growth_is_counted_anew_much_as_it_stands() -> None:
    found: dict[tuple[int, int, int], list[int]] = {}
    for kind, growth in counted(Random(5)):
        found.setdefault(kind, []).append(growth)
    for ends, row in enumerate(table(found)):
        for ways, rooms in enumerate(row):
            for room, growth in enumerate(rooms):
                if len(found.get((ends + 1, ways, room), [])) > 300:
                    assert abs(growth - GROWTH[ends][ways][room]) < 2
