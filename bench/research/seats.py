"""Wins of each place in the order of play between players of one level.

`python -m bench.research.seats pistard strong`. The first place is that of the seat that moves first.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

from bench.rivals import BATCH, MOST, Share, Trial, answer
from engines import GAMES
from engines.dice import SeededDice
from engines.table import Move
from opponents.levels import LEVELS


def parts(trial: Trial, number: int) -> list[float]:
    """The part of the first place that each place in the order of play takes in the match of this number."""
    game, key = GAMES[trial.game], Random(number).randbytes(32)
    state, _ = game.setup(trial.table(), SeededDice(key, 0))
    public = game.view(state, None)
    first = next((who for who in public.waiting if who is not None), 0)
    for move in range(1, game.spec.limit + 1):
        if public.over:
            break
        who = public.waiting[0]
        view = game.view(state, who)
        rng = Random(f"{number}.{move}")
        path = game.fallback(view) if who is None else answer(game, trial.candidate, view, rng, trial.seconds)
        game.apply(state, Move(who, path), SeededDice(key, move))
        public = game.view(state, None)
    best = [s.seat for s in public.standings if s.rank == 1]
    return [((first + place) % trial.seats in best) / len(best) for place in range(trial.seats)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the share of each place as the number of matches grows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("level", choices=LEVELS)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--matches", type=int, default=MOST)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--jobs", type=int, default=None)
    settings = parser.parse_args(arguments)
    trial = Trial(settings.game, settings.level, seats=settings.seats, seconds=settings.seconds)
    shares = [Share()] * trial.seats
    with ProcessPoolExecutor(settings.jobs or os.cpu_count()) as pool:
        for begin in range(0, settings.matches, BATCH):
            for won in pool.map(partial(parts, trial), range(begin, min(begin + BATCH, settings.matches))):
                shares = [share.plus(part) for share, part in zip(shares, won, strict=True)]
            print("; ".join(f"place {place}: {share}" for place, share in enumerate(shares, 1)), flush=True)


if __name__ == "__main__":
    main()
