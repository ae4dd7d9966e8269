"""Advice: enough answers for a person to choose among, also where the thinker had only one in mind."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, repeat
from random import Random
from typing import Any

from engines.table import Game, Path, View
from opponents.comparing import in_one_world
from opponents.levels import AT_ONCE
from opponents.random import play_random
from opponents.thinking import Budget, Ranking, ranked

OTHERS = 5  # answers that are tried beside those of the thinker
ASKED = 20  # times that someone who doesn't think is asked for one
TIME = Budget(seconds=0.5)


def filled(
    game: Game[Any, Any], view: View, ranking: Ranking, least: int, rng: Random, *, time: Budget = TIME
) -> Ranking:
    """A ranking with `least` answers, as far as there are so many legal ones; its first answer stays the first.

    Those that are added are what Fair, Easy and chance would play, held against it in the same imagined worlds. A round
    of the budget is a world.
    """
    if len(ranking) >= least:
        return ranking
    paths_so_far = [w.path for w in ranking]
    paths = [*paths_so_far, *islice(_others(game, view, paths_so_far, rng), OTHERS)]
    if len(paths) == len(paths_so_far):
        return ranking
    results, seed = list[list[float]](), rng.getrandbits(64)
    for number in time.spend():
        results.append(in_one_world(game, view, paths, f"{seed}.{number}"))
    return ranked(paths, [*zip(*results, strict=True)], 0)[: max(least, len(paths_so_far))]


def _others(game: Game[Any, Any], view: View, paths: list[Path], rng: Random) -> Iterator[Path]:
    """Legal answers besides those that are known, each once."""
    seen = {*paths}
    for player in (*AT_ONCE.values(), *repeat(play_random, ASKED)):
        if (path := player(game, view, rng)) not in seen:
            seen.add(path)
            yield path
