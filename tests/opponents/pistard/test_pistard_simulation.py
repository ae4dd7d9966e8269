"""The quick way through Pistard goes where the engine goes: the same answers, and the same state after each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from engines.dice import SeededDice
from engines.pistard import TRACKS, Pistard, State
from engines.table import Move, Path, Pick, Ready, Seat, Table, Viewer
from opponents.pistard.fast.position import Answer, Position
from opponents.pistard.fast.simulation import PistardSimulation
from tests.engines.pistard.position import race

GAME, QUICK = Pistard(), PistardSimulation()
RACES = ("points", "lap", "half-lap")


def tables(rng: Random, n: int) -> Iterator[Table]:
    """Tables of all seats, tracks, races and numbers of dice in turn, with any target."""
    for number in range(n):
        track, race_of = list(TRACKS)[number // 9 % 3], RACES[number // 3 % 3]
        dice = ("surplus", "as-riders")[number % 2]
        options = {"track": track, "race": race_of, "target": str(rng.randrange(3, 31)), "dice": dice}
        yield Table(2 + number % 3, options, 1)


def paths(state: State, seat: Viewer, path: Path = ()) -> Iterator[Path]:
    """All whole paths by asking."""
    ask = GAME.ask(GAME.view(state, seat), path)
    if isinstance(ask, Ready):
        yield path
    elif isinstance(ask, Pick):
        for option in ask.options:
            yield from paths(state, seat, (*path, option))


def choice(rng: Random, answers: list[Answer], behind: bool) -> Answer:
    """Any answer; for one of the teams the shortest, so that riders are lapped."""
    return min(answers, key=lambda answer: answer[1]) if behind and rng.random() < 0.9 else rng.choice(answers)


def played(table: Table, seed: int) -> Iterator[tuple[State, Position, Seat, list[Answer]]]:
    """Both ways through a match side by side, compared after each move: the state and position before it."""
    rng, key = Random(seed), seed.to_bytes(8, "big")
    state, _ = GAME.setup(table, SeededDice(key, 0))
    position = QUICK.load(state)
    for number in range(1, GAME.spec.limit + 1):
        waiting = GAME.view(state, None).waiting
        assert tuple(QUICK.waiting(position)) == waiting
        if not waiting:
            return
        seat = rng.choice(waiting)
        assert seat is not None
        answers = QUICK.answers(position, seat)
        yield state, position, seat, answers
        answer = choice(rng, answers, seat == seed % 2)
        GAME.apply(state, Move(seat, QUICK.path(position, seat, answer)), SeededDice(key, number))
        QUICK.play(position, seat, answer, SeededDice(key, number))
        assert QUICK.state(position) == state


def check(n: int, every: int) -> None:
    """Whole matches at so many tables; in every so manieth position all that the simulation says is looked at."""
    rng = Random(n)
    for seed, table in enumerate(tables(rng, n)):
        for number, (state, position, seat, answers) in enumerate(played(table, seed)):
            if number % every and number > table.seats:
                continue
            found = [QUICK.path(position, seat, answer) for answer in answers]
            assert Counter(found) == Counter(paths(state, seat))
            assert QUICK.random_answer(position, seat, rng) in answers
            again = QUICK.load(state)
            assert QUICK.state(again) == state
            assert QUICK.answers(again, seat) == answers


def test_it_gives_the_answers_and_the_states_of_the_engine() -> None:
    check(27, 9)


@pytest.mark.long
def test_it_gives_the_answers_and_the_states_of_the_engine_in_many_matches() -> None:
    check(540, 2)


def test_matches_of_the_comparison_lap_riders_and_take_whole_teams_out() -> None:
    lapped = out = 0
    for seed, table in enumerate(tables(Random(1), 18)):
        *_, (state, _, _, _) = played(table, seed)
        lapped += table.options["race"] == "points" and len(state.riders) < 4 * table.seats
        out += bool(state.gone)
    assert lapped > 2
    assert out > 2


def test_copies_are_played_on_by_themselves() -> None:
    rng = Random(3)
    for seed, table in enumerate(tables(rng, 9)):
        for number, (state, position, seat, answers) in enumerate(played(table, seed)):
            if number % 20 and number > table.seats:
                continue
            twin = QUICK.copy(position)
            assert QUICK.state(twin) == state
            for _ in range(30):
                waiting = QUICK.waiting(twin)
                if not waiting:
                    break
                QUICK.play(twin, waiting[0], QUICK.random_answer(twin, waiting[0], rng), SeededDice(b"twin", seed))
            assert QUICK.state(position) == state
            assert QUICK.answers(position, seat) == answers


def test_every_answer_comes_up_by_lot() -> None:
    state = race("classic", "0.Y@10.2 1.G@14.2 1.B@15.3 0.O@9.1", dice={0: [4, 2], 1: [5, 3]}, moved="1.B 1.G")
    position, rng = QUICK.load(state), Random(1)
    answers = QUICK.answers(position, 0)
    assert len(answers) > 5
    assert {QUICK.random_answer(position, 0, rng) for _ in range(2000)} == set(answers)


def test_a_loaded_state_is_left_alone() -> None:
    state, _ = GAME.setup(Table(2, {}, 1), SeededDice(b"key", 0))
    position = QUICK.load(state)
    QUICK.play(position, 0, QUICK.answers(position, 0)[0], SeededDice(b"key", 1))
    assert not state.plans
    assert QUICK.state(position).plans
