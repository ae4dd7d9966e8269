"""Sparring gives away as much as it should, and as much more or less as its person needs."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from engines import GAMES
from engines.dice import SeededDice
from engines.table import Table
from model.sparring import LEAST, MOST, Form
from opponents import SPARRING, THINKING, thinker_of
from opponents.games import PLAYERS
from opponents.sparring import Sparring, first_cost, level_at
from opponents.thinking import Budget, Weighed

pytestmark = pytest.mark.quick

RANKING = [Weighed(("best",), 0.5), Weighed(("good",), 0.48), Weighed(("bad",), 0.4), Weighed(("unknown",))]
COSTS = {"best": 0.0, "good": 2.0, "bad": 10.0}


def given(cost: float, tries: int = 400) -> list[str]:
    sparring, rng = Sparring(cost=cost), Random(1)
    return [sparring._given(RANKING, rng).path[0] for _ in range(tries)]


def test_it_plays_like_strong_if_it_gives_nothing_away() -> None:
    assert {*given(0.0)} == {"best"}


@pytest.mark.parametrize("cost", [1.0, 2.0, 5.0, 9.0])
def test_its_answers_cost_as_much_as_they_should_on_average(cost: float) -> None:
    paths = given(cost)
    assert fmean(COSTS[path] for path in paths) == pytest.approx(cost, abs=0.5)
    assert len({*paths}) == (1 if cost == 2.0 else 2)


def test_nothing_is_given_away_beyond_the_worst_answer_that_was_thought_about() -> None:
    assert {*given(50.0)} == {"bad"}


def test_an_answer_without_a_thought_is_the_same() -> None:
    assert Sparring(cost=9.0)._given([Weighed(("only",))], Random(1)) == Weighed(("only",))


def test_the_others_that_were_thought_about_follow() -> None:
    game = GAMES["superechelon"]
    state, _ = game.setup(Table(2, {}, 1), SeededDice(b"key", 0))
    view = game.view(state, game.view(state, None).waiting[0])
    best, own = (
        thinker.weigh(game, view, Random(1), Budget(rounds=60))
        for thinker in (THINKING["strong"], thinker_of(SPARRING, 100.0))
    )
    assert own[0] != best[0]
    assert {weighed.path for weighed in own} == {weighed.path for weighed in best}


def test_it_gives_more_after_a_loss_and_less_after_a_win() -> None:
    form = Form(2.0)
    assert form.after(1.0).cost < form.after(0.5).cost == 2.0 < form.after(0.0).cost
    assert form.after(1.0).matches == 1


def test_a_match_moves_it_as_far_up_as_down_and_less_and_less() -> None:
    form, steps = Form(2.0), list[float]()
    for _ in range(20):
        up, down = form.after(0.0), form.after(1.0)
        assert up.cost / form.cost == pytest.approx(form.cost / down.cost)
        steps.append(up.cost / form.cost)
        form = Form(form.cost, form.matches + 1)
    assert steps == sorted(steps, reverse=True)
    assert steps[-1] > 1.3, "it can still follow a person who learns"


def test_it_has_bounds() -> None:
    lost = won = Form(2.0)
    for _ in range(60):
        lost, won = lost.after(0.0), won.after(1.0)
    assert (lost.cost, won.cost) == (MOST, LEAST)


@pytest.mark.parametrize("game", PLAYERS)
def test_it_begins_as_a_match_for_fair(game: str) -> None:
    costs = PLAYERS[game].costs
    assert first_cost(game) == costs["fair"]
    assert costs["easy"] > costs["fair"] > costs["strong"]
    assert [level_at(game, cost) for cost in (MOST, costs["fair"], LEAST)] == ["easy", "fair", "strong"]
