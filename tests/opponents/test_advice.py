"""Advice: enough answers to choose among, the thinker's own first, each judged in the same worlds."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.dice import SeededDice
from engines.table import Ready, Table
from opponents.advice import OTHERS, filled
from opponents.levels import THINKING
from opponents.puzzles import decisions, legal_answers
from opponents.thinking import Budget, Weighed
from tests.opponents.toss import Toss

TOSS: Any = Toss()
BEST, SECOND = ("c",), ("e",)
PLANTED = "20 40 75 20 55 20 20 20"  # the third is the best, the fifth the second
WORLDS = Budget(rounds=200)


def advice(chances: str, *known: Weighed, least: int) -> list[Weighed]:
    state, _ = TOSS.setup(Table(2, {"chances": chances}, 1), SeededDice(bytes(32), 0))
    return [*filled(TOSS, TOSS.view(state, 0), known, least, Random(4), time=WORLDS)]


def test_the_best_of_those_that_come_to_mind_are_added() -> None:
    best, second, third = advice(PLANTED, Weighed(BEST), least=3)
    assert (best.path, second.path) == (BEST, SECOND) and third.path not in (BEST, SECOND)
    assert best.hope == pytest.approx(0.75, abs=0.1) and second.hope == pytest.approx(0.55, abs=0.1)
    assert advice(PLANTED, Weighed(BEST), least=3) == [best, second, third], "the same luck gives the same advice"


def test_enough_answers_stay_as_they_are() -> None:
    known = (Weighed(("a",), 0.3), Weighed(("b",), 0.2), Weighed(("d",)))
    assert advice(PLANTED, *known, least=3) == [*known]
    assert advice(PLANTED, known[0], least=1) == [known[0]]


def test_the_thinker_s_answer_stays_the_first_though_another_looks_better() -> None:
    first, *others = advice(PLANTED, Weighed(("a",)), least=3)
    assert first.path == ("a",) and len(others) == 2
    assert all(other.hope is not None and first.hope is not None and other.hope <= first.hope for other in others)


def test_there_are_no_more_than_there_are_legal_ones() -> None:
    assert len(advice("20 40", Weighed(("b",)), least=3)) == 2
    assert advice("40", Weighed(("a",)), least=3) == [Weighed(("a",))]
    assert len(advice(PLANTED, Weighed(BEST), least=99)) == 1 + OTHERS


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_three_where_three_are_legal(game: str) -> None:
    engine, rng = GAMES[game], Random(5)
    for view in decisions(game, rng)[::14]:
        [own, *_] = THINKING["strong"].weigh(engine, view, rng, Budget(rounds=1))
        found = filled(engine, view, [own], 3, rng, time=Budget(rounds=2))
        assert found[0].path == own.path and len({answer.path for answer in found}) == len(found)
        assert len(found) == min(3, len(legal_answers(engine, view) or [(), (), ()]))
        assert all(isinstance(engine.ask(view, answer.path), Ready) and answer.hope is not None for answer in found)
