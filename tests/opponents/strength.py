"""How strong a game's computer player is, measured against one that plays at random."""

from __future__ import annotations

import time
from random import Random

from bench.rivals import Share
from engines import GAMES
from engines.dice import SeededDice
from engines.table import Move, Table
from opponents.greedy import play_greedy
from opponents.random import play_random

ENOUGH = 0.95  # of the matches of two must be won against an opponent that plays at random
SURE = 1.645  # standard deviations: of 20 times that it looks so sure from one side, it is so 19 times
MOST = 100  # matches
PATIENCE = 30.0  # seconds


def strength(key: str) -> Share:
    """The share that the greedy opponent wins: asked until its interval is clear of the bar, for a while at most."""
    share, until = Share(), time.monotonic() + PATIENCE
    while share.matches < MOST and time.monotonic() < until:
        low, high = share.interval(SURE)
        if not low <= ENOUGH <= high:
            break
        share = share.plus(float(is_won(key, share.matches)))
    return share


def wins(key: str, matches: int, seats: int = 2, **options: str) -> int:
    """How many matches the greedy opponent wins alone, from every seat in turn, where all others play at random."""
    return sum(is_won(key, number, seats, **options) for number in range(matches))


def is_won(key: str, number: int, seats: int = 2, **options: str) -> bool:
    """Whether it wins the match of that number alone; its seat and the luck follow from the number."""
    game = GAMES[key]
    greedy, rng, luck = number % seats, Random(number), number.to_bytes(8, "big")
    state, _ = game.setup(Table(seats, options, game.spec.rules), SeededDice(luck, 0))
    moves = 0
    while waiting := game.view(state, None).waiting:
        moves += 1
        view = game.view(state, waiting[0])
        path = (play_greedy if waiting[0] == greedy else play_random)(game, view, rng)
        game.apply(state, Move(waiting[0], path), SeededDice(luck, moves))
    return [standing.seat for standing in game.view(state, None).standings if standing.rank == 1] == [greedy]
