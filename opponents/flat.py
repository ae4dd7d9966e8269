"""The opponent that tries each answer in matches played on at random: for games that have no better thinker."""

from __future__ import annotations

from random import Random
from typing import Any

from engines.dice import SeededDice
from engines.table import Game, Move, Path, Seat, View
from opponents.greedy import candidates
from opponents.random import play_random
from opponents.thinking import Budget, Ranking, Weighed, ranked

AHEAD = 40  # answers that a match is played on for


def weigh_flat(game: Game[Any, Any], view: View, rng: Random, budget: Budget) -> Ranking:
    """How well matches played on at random go on average after each answer; each is tried in turn."""
    assert view.viewer is not None, "a seat looks ahead, not the public"
    answers = candidates(game, view, rng)
    if len(answers) == 1:
        return [Weighed(answers[0])]
    results: list[list[float]] = [[] for _ in answers]
    for number in budget.spend():
        index = number % len(answers)
        results[index].append(_played_on(game, view, view.viewer, answers[index], rng))
    best = max(range(len(answers)), key=lambda index: sum(results[index]) / max(1, len(results[index])))
    return ranked(answers, results, best)


def _played_on(game: Game[Any, Any], view: View, seat: Seat, path: Path, rng: Random) -> float:
    """How the seat stands some answers later, from 0 (behind all others) to 1."""
    state, key = game.imagine(view, rng), rng.randbytes(8)
    game.apply(state, Move(seat, path), SeededDice(key, 0))
    for number in range(1, AHEAD):
        public = game.view(state, None)
        if public.over:
            break
        who = public.waiting[0]
        answer = play_random(game, game.view(state, who), rng)
        game.apply(state, Move(who, answer), SeededDice(key, number))
    standings = game.view(state, None).standings
    (mine,) = (s.rank for s in standings if s.seat == seat)
    others = [s.rank for s in standings if s.seat != seat]
    return sum((mine < other) + (mine == other) / 2 for other in others) / max(1, len(others))
