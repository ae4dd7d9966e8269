"""The quick way through stage races against the engine: the same answers, and the same state after each of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from random import Random

import pytest

from engines.dice import SeededDice
from engines.legstrong import SPEC, LegstrongView, State
from engines.legstrong.attacks import Plan
from engines.legstrong.position import Position
from engines.legstrong.simulation import Decision
from engines.simulations import SIMULATIONS
from engines.table import Amount, Ask, Move, Path, Ready, Table, Viewer
from tests.engines.legstrong.position import GAME

QUICK = SIMULATIONS["legstrong"]
COURSES = ("hilly", "passes FFFF", "summit", "FFGMMDF/2 FFFGFF", "DDDDDGMMMMD/1")
MOST = 300  # answers that are gone through by asking
ASKED = 0.03  # of the positions; answers by asking are slow
BRAVE = (1.0, 0.3, 0.1)  # how many of the attacks drawn are ridden: at random nobody would stay inside


def a_table(rng: Random) -> Table:
    """Any options that can be played."""
    seats = rng.choice(SPEC.seats)
    options = {
        **{"tour": "custom", "course": rng.choice(COURSES), "attacks": rng.choice(("sealed", "clockwise"))},
        **{name: rng.choice(("on", "off")) for name in ("hold", "doping")},
        **{"win": rng.choice(("rider", "team")), "teams": rng.choice("12") if seats == 2 else "1"},
        **rng.choice(({}, {"tests": "pick"}, {"collusion": "on"})),
    }
    return Table(seats, options, SPEC.rules)


def asked(view: LegstrongView, path: Path = ()) -> Iterator[Path]:
    """Every whole path."""
    ask = GAME.ask(view, path)
    assert ask is not None
    if isinstance(ask, Ready):
        yield path
    else:
        for step in steps(ask):
            yield from asked(view, (*path, step))


def steps(ask: Ask) -> Iterator[str]:
    """Every answer to one question."""
    if isinstance(ask, Amount):
        yield from map(str, range(ask.least, ask.most + 1))
    elif not isinstance(ask, Ready):
        for size in range(ask.least, ask.most + 1):
            yield from ("+".join(chosen) for chosen in combinations(ask.options, size))


def same_answers(position: Position, view: LegstrongView) -> bool:
    """Whether all answers are those that the questions lead to, each once; True if there are too many."""
    known = list(islice(asked(view), MOST + 1))
    if len(known) > MOST:
        return True
    found = [QUICK.path(position, view.viewer, answer) for answer in QUICK.answers(position, view.viewer)]
    return len(found) == len(known) and set(found) == set(known)


def drawn(position: Position, who: Viewer, rng: Random, brave: float) -> Decision:
    """An answer by lot, mostly one that stays inside where attacks are rare."""
    answer = QUICK.random_answer(position, who, rng)
    for _ in range(5):
        if not isinstance(answer, Plan) or not answer.orders or rng.random() < brave:
            break
        answer = QUICK.random_answer(position, who, rng)
    return answer


def hold_together(seed: int) -> int:
    """Play a match in both ways, and hold them against each other; the number of its answers."""
    rng, key = Random(seed), seed.to_bytes(8, "big")
    brave = rng.choice(BRAVE)
    state, _ = GAME.setup(a_table(rng), SeededDice(key, 0))
    position = QUICK.load(state)
    for number in range(1, SPEC.limit + 1):
        waiting = GAME.view(state, None).waiting
        assert tuple(QUICK.waiting(position)) == waiting
        if not waiting:
            return number
        who = rng.choice(waiting)
        view = GAME.view(state, who)
        if rng.random() < ASKED:
            assert same_answers(position, view), view
        answer = drawn(position, who, rng, brave)
        path = QUICK.path(position, who, answer)
        assert isinstance(GAME.ask(view, path), Ready), path
        untouched, before = position, QUICK.state(position)
        position = QUICK.copy(position)
        QUICK.play(position, who, answer, SeededDice(key, number))
        GAME.apply(state, Move(who, path), SeededDice(key, number))
        assert QUICK.state(position) == state, (seed, number, path)
        assert QUICK.state(untouched) == before, "copies are independent"
        if rng.random() < ASKED:
            position = QUICK.load(state)
    raise AssertionError("a match ends")


@pytest.mark.parametrize("seed", range(8))
def test_both_ways_through_a_match_are_the_same(seed: int) -> None:
    assert hold_together(seed) > 1


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1400))
def test_both_ways_through_many_matches_are_the_same(seed: int) -> None:
    assert hold_together(seed) > 1


def test_a_drawn_answer_is_one_of_all_and_each_has_a_chance() -> None:
    rng, key = Random(5), b"key"
    state, _ = GAME.setup(
        Table(2, {"doping": "off", "tour": "custom", "course": "FFFF"}, SPEC.rules), SeededDice(key, 0)
    )
    position = QUICK.load(state)
    for number in range(1, 30):
        who = QUICK.waiting(position)[0]
        every = list(QUICK.answers(position, who))
        if len(every) <= 40:
            assert {QUICK.random_answer(position, who, rng) for _ in range(3000)} == set(every)
        QUICK.play(position, who, every[0], SeededDice(key, number))
        if not QUICK.waiting(position):
            break


def test_a_position_goes_back_to_its_state() -> None:
    state, _ = GAME.setup(Table(4, {}, SPEC.rules), SeededDice(b"key", 0))
    assert isinstance(state, State)
    assert QUICK.state(QUICK.load(state)) == state
