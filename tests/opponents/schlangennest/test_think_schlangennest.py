"""The thinking and the easy player of Schlangennest: legal, in time, various, and as strong as they should be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from engines.dice import SeededDice
from engines.schlangennest import SNAKES, Schlangennest, SchlangennestView, State
from engines.table import Move, Path, Ready, Table
from opponents.games import PLAYERS
from opponents.greedy import play_greedy
from opponents.levels import play_easy
from opponents.random import play_random
from opponents.schlangennest.fast.patterns import CURVE, FIRST_GRAY, KEPT, KIND, NONE, crowd_of, plans
from opponents.schlangennest.fast.quick import ROOMS
from opponents.schlangennest.fast.simulation import Position, SchlangennestSimulation
from opponents.schlangennest.policy import HANDS, gains, likely, worth
from opponents.schlangennest.search import outcome, think_schlangennest, weigh_schlangennest
from opponents.thinking import Budget
from tests.engines.schlangennest.position import NO_LUCK, boards, tables
from tests.marks import in_long

GAME, SIMULATION = Schlangennest(), SchlangennestSimulation()
USUAL = [t for t in tables() if t.options["board"] in ("recommended", boards(t.options["snakes"], t.seats)[0])]
EVERY_OTHER = [*USUAL[::2], *in_long(*USUAL[1::2])]

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


def match(table: Table, seed: int, *players: Player) -> Iterator[State]:
    """Every position of a match between such players, the last one included."""
    key = seed.to_bytes(8, "big")
    state, _ = GAME.setup(table, SeededDice(key, 0))
    rng = Random(seed)
    while state.stage != "over":
        yield state
        path = players[state.due](GAME.view(state, state.due), rng)
        GAME.apply(state, Move(state.due, path), SeededDice(key, 0))
    yield state


def share(table: Table, candidate: Player, rival: Player, matches: int) -> float:
    """The part of the first places that the candidate takes from rivals of one kind."""
    won = 0.0
    for number in range(matches):
        place = number % table.seats
        players = [candidate if seat == place else rival for seat in range(table.seats)]
        *_, last = match(table, number // table.seats, *players)
        best = [standing.seat for standing in GAME.view(last, None).standings if standing.rank == 1]
        won += (place in best) / len(best)
    return won / matches


def test_the_thinker_is_known() -> None:
    assert PLAYERS["schlangennest"].thinker is weigh_schlangennest


@pytest.mark.parametrize("table", EVERY_OTHER, ids=lambda t: "-".join([str(t.seats), *t.options.values()]))
def test_answers_are_legal_with_a_tiny_budget(table: Table) -> None:
    number = USUAL.index(table)
    rng, think = Random(number), thinking(2)
    for at, state in enumerate(match(table, number, *[anything if number % 2 else easy] * table.seats)):
        if at % 3 == 0 and state.stage != "over":
            view = GAME.view(state, state.due)
            assert isinstance(GAME.ask(view, think(view, rng)), Ready)
            assert isinstance(GAME.ask(view, easy(view, rng)), Ready)


def test_matches_vary() -> None:
    lasts: set[tuple[str, ...]] = set()
    for seed in range(4):
        *_, last = match(Table(2, {}, GAME.spec.rules), seed, thinking(3), thinking(3))
        lasts.add(tuple(last.nest.cards))
    assert len(lasts) == 4


def test_the_outcome_is_that_of_the_standings() -> None:
    for number, options in enumerate(USUAL):
        *_, last = match(options, number, *[anything] * options.seats)
        found = outcome(SIMULATION.load(last))
        for mine in GAME.view(last, None).standings:
            for other in GAME.view(last, None).standings:
                assert mine.rank >= other.rank or found[mine.seat] > found[other.seat]


@pytest.mark.parametrize("table", EVERY_OTHER, ids=lambda t: "-".join([str(t.seats), *t.options.values()]))
def test_all_that_goes_on_is_thought_of(table: Table) -> None:
    number, looked = USUAL.index(table), 0
    rng = Random(number)
    states = (state for luck in (number, number + 100) for state in match(table, luck, *[easy] * table.seats))
    for position in map(SIMULATION.load, states):
        if position.stage == "over":
            continue
        legal = SIMULATION.answers(position, position.due)
        assert likely(position, rng) in legal
        found = [answer for _, answer in gains(position)] if position.stage == "lay" else []
        if found:
            looked += 1
            assert len(set(found)) == len(found)
            assert {answer for answer in legal if KIND[answer[2]] <= CURVE} <= set(found) <= set(legal)
    assert looked > 5


def test_the_end_is_played_as_well_as_can_be() -> None:
    ends = 0
    for seed in range(14):
        states = [SIMULATION.load(state) for state in match(Table(2, {}, GAME.spec.rules), seed, easy, easy)]
        for position in states[-5:-1]:
            answers = SIMULATION.answers(position, position.due)
            found = [best_outcome(after(position, answer))[position.due] for answer in answers]
            if max(found) - min(found) < 0.3:
                continue  # whatever is played, the same seat wins
            ends += 1
            state = SIMULATION.state(position)
            path = thinking(400)(GAME.view(state, state.due), Random(seed))
            chosen = [SIMULATION.path(position, position.due, answer) for answer in answers].index(path)
            assert found[chosen] > max(found) - 0.3
    assert ends >= 5


def after(position: Position, answer: tuple[int, int, int]) -> Position:
    """The position that an answer leads to."""
    other = SIMULATION.copy(position)
    SIMULATION.play(other, other.due, answer, NO_LUCK)
    return other


def best_outcome(position: Position) -> list[float]:
    """What a match that is nearly over comes to if each seat plays as well as can be."""
    if position.stage == "over":
        return outcome(position)
    answers = SIMULATION.answers(position, position.due)
    return max((best_outcome(after(position, answer)) for answer in answers), key=lambda found: found[position.due])


@pytest.mark.long
def test_thinking_beats_easy() -> None:
    assert share(Table(2, {}, GAME.spec.rules), thinking(8), easy, 8) > 0.7


@pytest.mark.long
@pytest.mark.parametrize(("seats", "least"), [(2, 0.8), (4, 0.55)])
def test_thinking_beats_fair(seats: int, least: float) -> None:
    assert share(Table(seats, {}, GAME.spec.rules), thinking(150), fair, 20 * seats) > least


@pytest.mark.long
def test_fair_beats_easy() -> None:
    assert 0.04 < share(Table(2, {}, GAME.spec.rules), easy, fair, 100) < 0.3


def test_of_ever_more_strands_the_newest_are_remembered() -> None:
    for gray in range(KEPT + 1):
        reach = FIRST_GRAY + gray, NONE, NONE, NONE
        worth(reach, 2 * len(SNAKES) << HANDS, True)
        plans(reach, 0)
    assert [kind.cache_info().currsize for kind in (worth, plans, crowd_of)] == [KEPT] * 3


def test_of_ever_more_bounding_boxes_the_newest_are_remembered() -> None:
    states = (next(match(table, 1, *[anything] * table.seats)) for table in USUAL)
    floating = next(setting for setting in (SIMULATION.load(state).setting for state in states) if setting.floats)
    for width in range(ROOMS + 1):
        floating.room((0, 0, width, 0))
    assert len(floating.rooms) == ROOMS
    assert (0, 0, ROOMS, 0) in floating.rooms
