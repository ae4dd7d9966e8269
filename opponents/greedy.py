"""The opponent that looks one move ahead, in a few states that it can't tell from the real one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from random import Random
from typing import Any

from engines.dice import SeededDice
from engines.table import Amount, Ask, Game, Move, Path, Pick, Ready, View
from opponents.games import players_of
from opponents.play import Rng
from opponents.random import play_random
from opponents.worth import worth

MOST = 128  # answers that are tried; where there are more, a random choice of this size
SAMPLES = 3  # states in which each is tried
KEY_RANGE = 2**62


def play_greedy(game: Game[Any, Any], view: View, rng: Rng) -> Path:
    """One of the answers that look about as good as the best on average, by lot.

    A game with rules of its own is played by these.
    """
    players = players_of(game.spec.key)
    if players.rules is not None:
        return players.rules.play(game, view, rng)
    paths = candidates(game, view, rng)
    if len(paths) == 1:
        return paths[0]
    hopes = hopes_of(game, view, paths, rng)
    least = max(hopes) - players.near
    return rng.choice([path for path, hope in zip(paths, hopes, strict=True) if hope >= least])


def hopes_of(game: Game[Any, Any], view: View, paths: Sequence[Path], rng: Rng) -> list[float]:
    """How the position looks on average after each of the answers, in the game's own measure."""
    seeds = [rng.randrange(KEY_RANGE) for _ in range(SAMPLES)]
    first, *others = (game.imagine(view, Random(seed)) for seed in seeds)
    is_known = all(other == first for other in others)  # nothing is hidden
    return [sum(_hopes(game, view, path, seeds, is_known=is_known)) / SAMPLES for path in paths]


def candidates(game: Game[Any, Any], view: View, rng: Rng) -> list[Path]:
    """All answers, or many of them at random with the fallback among them; ValueError if the viewer isn't asked."""
    paths = first_answers(game, view)
    if len(paths) <= MOST:
        return paths
    return list(dict.fromkeys([game.fallback(view), *(play_random(game, view, rng) for _ in range(MOST - 1))]))


def first_answers(game: Game[Any, Any], view: View) -> list[Path]:
    """All answers, or the first of them where there are more than MOST; ValueError if the viewer isn't asked."""
    paths = list(islice(answers(game, view), MOST + 1))
    if not paths:
        raise ValueError(f"viewer {view.viewer} is not asked")
    return paths


def _hopes(game: Game[Any, Any], view: View, path: Path, seeds: Sequence[int], *, is_known: bool) -> list[float]:
    """How the position looks after the answer, in an imagined state with dice of its own for each of the seeds."""
    assert view.viewer is not None, "a seat looks ahead, not the public"
    hopes: list[float] = []
    for seed in seeds:
        state, dice = game.imagine(view, Random(seed)), SeededDice(seed.to_bytes(8, "big"), 0)
        game.apply(state, Move(view.viewer, path), dice)
        hopes.append(worth(game.view(state, view.viewer), view.viewer, game.spec.key))
        if is_known and not dice.draws:  # it looks the same in all of them
            return hopes * len(seeds)
    return hopes


def answers(game: Game[Any, Any], view: View, path: Path = ()) -> Iterator[Path]:
    """All legal answers that begin with these steps, as they are asked for; none for a viewer who isn't asked."""
    ask = game.ask(view, path)
    if isinstance(ask, Ready):
        yield path
    elif ask is not None:
        for step in _steps(ask):
            yield from answers(game, view, (*path, step))


def _steps(ask: Ask) -> Iterator[str]:
    if isinstance(ask, Pick):
        for size in range(ask.least, ask.most + 1):
            for chosen in combinations(ask.options, size):
                yield "+".join(chosen) or "-"
    elif isinstance(ask, Amount):
        yield from map(str, range(ask.least, ask.most + 1))
