"""Riders with a style choose among answers that are about as good, each by what it likes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.dice import SeededDice
from engines.table import Game, Move, Table, View
from opponents import RIDERS, THINKING
from opponents.games import players_of
from opponents.luck import KeyedLuck
from opponents.random import play_random
from opponents.riders import LIKINGS, WITHIN, _after
from opponents.thinking import Budget
from opponents.traits import Traits
from tests.engines.tiny import Tiny

ROUNDS = Budget(rounds=80)


def questions(key: str, most: int) -> Iterator[tuple[Any, View]]:
    """Questions of a match for three at random, with their states."""
    game = GAMES[key]
    state, _ = game.setup(Table(3, {}, 1), SeededDice(b"key", 0))
    for number in range(1, most + 1):
        who = game.view(state, None).waiting[0]
        view = game.view(state, who)
        if who is None:
            path = game.fallback(view)
        else:
            yield state, view
            path = play_random(game, view, Random(number))
        game.apply(state, Move(who, path), SeededDice(b"key", number))


def test_there_are_eight_the_same_for_all_games() -> None:
    assert len(RIDERS) == 8
    assert {likes(Traits(1, 2, 3, 4, 5, 6)) for likes in LIKINGS.values()} == {1, 2, -2, 3, -3, 4, 5, 6}


def test_opposites_do_the_opposite_and_give_nothing_away() -> None:
    game, traits_of = GAMES["superechelon"], players_of("superechelon").traits
    differences = 0.0
    for _, view in questions("superechelon", 5):
        seat = view.viewer
        assert seat is not None
        ranking = THINKING["strong"].weigh(game, view, Random(1), ROUNDS)
        hopes = {weighed.path: weighed.hope for weighed in ranking}
        best, kept = ranking[0].hope, dict[str, float]()
        for name in ("hoarder", "spender"):
            path = RIDERS[name](game, view, Random(1), ROUNDS)
            hope = hopes[path]
            assert best is None or (hope is not None and best - hope <= WITHIN)
            kept[name] = traits_of(after(game, view, path), seat).kept
        assert kept["hoarder"] >= kept["spender"]
        differences += kept["hoarder"] - kept["spender"]
    assert differences > 0


def after(game: Game[Any, Any], view: View, path: tuple[str, ...]) -> View:
    world = game.imagine(view, Random(1))
    game.apply(world, Move(view.viewer, path), KeyedLuck("1"))
    return game.view(world, view.viewer)


def test_a_rider_without_a_choice_answers_like_strong() -> None:
    game = Tiny()
    state, _ = game.setup(Table(2, {}, 1), SeededDice(b"key", 0))
    view = game.view(state, None)
    assert RIDERS["loner"](game, view, Random(1)) == THINKING["strong"](game, view, Random(1))


@pytest.mark.parametrize("key", GAMES)
def test_traits_are_of_a_seat_and_of_what_it_sees(key: str) -> None:
    game, traits_of = GAMES[key], players_of(key).traits
    for state, view in questions(key, 5):
        seat = view.viewer
        assert seat is not None
        mine = traits_of(view, seat)
        assert mine == traits_of(game.view(game.imagine(view, Random(1)), seat), seat), "nothing hidden counts"
        assert mine == traits_of(game.view(state, seat), seat)


def test_a_game_without_traits_has_those_of_its_standings() -> None:
    game = Tiny()
    state, _ = game.setup(Table(3, {}, 1), SeededDice(b"key", 0))
    state.points = [3, 1, 2]
    view = game.view(state, 0)
    assert players_of("tiny").traits(view, 0) == Traits(ahead=1, gained=3, denied=-2)


@pytest.mark.parametrize(("key", "stage"), [("pistard", "start"), ("legstrong", "roles")])
def test_after_a_sealed_answer_it_looks_at_what_comes_of_those_of_the_others(key: str, stage: str) -> None:
    game, asked = GAMES[key], 0
    for state, view in questions(key, 6):
        public, seat = game.view(state, None), view.viewer
        if public.stage == stage and len(public.waiting) > 1:
            assert seat is not None and public.sealed
            seen = _after(game, game.imagine(view, Random(1)), Move(seat, game.fallback(view)), KeyedLuck("1"))
            assert seen.viewer == seat and (seen.stage != stage or seat in seen.waiting)
            assert RIDERS["loner"].weigh(game, view, Random(1), Budget(rounds=8))[0].path
            asked += 1
    assert asked
