"""How strong a game's computer player is, measured against another one, mostly one that plays at random."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random

from bench.rivals import Share
from engines import GAMES
from engines.dice import SeededDice
from engines.table import Move, Seat, Table
from opponents.greedy import play_greedy
from opponents.play import Opponent
from opponents.random import play_random
from tests.engines.facts import FACTS

SURE = 1.645  # standard deviations: of 20 times that it looks so sure from one side, it is so 19 times
LEAST, MOST = 20, 100  # matches: a look after each of a few would fail one good player in five
PATIENCE = 30.0  # seconds


def strength(key: str) -> Share:
    """The share that the greedy opponent wins: asked until its interval is clear of the bar, for a while at most.

    Of one that wins all of the first matches no more is asked: no interval of a few is clear of a bar so high.
    """
    share, until, wanted = Share(), time.monotonic() + PATIENCE, FACTS[key].beats_chance
    while share.matches < MOST and time.monotonic() < until:
        low, high = share.interval(SURE)
        if share.matches >= LEAST and (share.won == share.matches or not low <= wanted <= high):
            break
        share = share.plus(float(is_won(key, share.matches)))
    return share


def wins(key: str, matches: int, seats: int = 2, player: Opponent = play_greedy, **options: str) -> int:
    """How many matches the player wins alone, from every seat in turn, where all others play at random."""
    return sum(is_won(key, number, seats, player, **options) for number in range(matches))


def is_won(key: str, number: int, seats: int = 2, player: Opponent = play_greedy, **options: str) -> bool:
    """Whether the player wins the match of that number alone; seat and luck follow from the number."""
    seat = number % seats
    players = [player if place == seat else play_random for place in range(seats)]
    return winners(key, players, number, number, **options) == [seat]


def share(key: str, player: Opponent, rival: Opponent, matches: int, **options: str) -> float:
    """The part of the first places of two that the player takes, from either seat with each luck in turn."""
    won = 0.0
    for number in range(matches):
        seat = number % 2
        best = winners(key, [rival, player] if seat else [player, rival], number, number // 2, **options)
        won += (seat in best) / len(best)
    return won / matches


def winners(key: str, players: Sequence[Opponent], number: int, luck: int, **options: str) -> list[Seat]:
    """Who is first in the end; the players' own luck follows from the number."""
    game, rng, dice = GAMES[key], Random(number), luck.to_bytes(8, "big")
    state, _ = game.setup(Table(len(players), options, game.spec.rules), SeededDice(dice, 0))
    moves = 0
    while waiting := game.view(state, None).waiting:
        moves += 1
        view = game.view(state, waiting[0])
        path = (play_random if waiting[0] is None else players[waiting[0]])(game, view, rng)
        game.apply(state, Move(waiting[0], path), SeededDice(dice, moves))
    return [standing.seat for standing in game.view(state, None).standings if standing.rank == 1]
