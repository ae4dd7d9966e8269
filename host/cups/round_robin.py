"""Round robin: Berger tables for two at a table, balanced designs for more.

Players are numbered from 0 to n - 1. An odd n gets an extra number n, which stands for a bye.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from math import isqrt

from engines.dice import SeededDice
from host.cups.field import split

Round = list[tuple[int, ...]]

AGAIN = 3  # matches of a group that fits at one table
STARTS = 30  # random tables from which the search for a balanced round starts
ADD_4 = tuple(tuple(a ^ b for b in range(4)) for a in range(4))  # the field of four elements
MULTIPLY_4 = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
PLANES = (3, 4, 5)  # table sizes s for which s * s players meet exactly once each


def berger(n: int) -> list[Round]:
    """The rounds of n players at tables of two by FIDE's Berger tables; the first named takes the first seat."""
    even = n + n % 2
    last, half, rounds = even - 1, even // 2, list[Round]()
    for number in range(last):
        # the head of the wheel moves on half a turn each round, while the last player stays put
        head = number * half % last
        pairs = [(head, last) if number % 2 == 0 else (last, head)]
        pairs += [((head + step) % last, (head - step) % last) for step in range(1, half)]
        rounds.append([pair for pair in pairs if n not in pair])
    return rounds


@lru_cache(maxsize=64)
def schedule(n: int, least: int, most: int, key: bytes) -> tuple[Round, ...]:
    """The rounds of n players at tables of `least` to `most`, in which all pairs meet about equally often.

    A random search takes its lots from `key`.
    """
    if most == 2:
        return tuple(berger(n))
    if n <= most:
        return tuple([tuple((seat + turn) % n for seat in range(n))] for turn in range(AGAIN))
    order = isqrt(n)
    if order * order == n and order == most and order in PLANES:
        return tuple(plane(order))
    return tuple(balanced(n, least, most, SeededDice(key, 0)))


def plane(order: int) -> list[Round]:
    """The lines of an affine plane, one round per direction: order squared players meet exactly once each."""
    add: Callable[[int, int], int] = (lambda a, b: ADD_4[a][b]) if order == 4 else (lambda a, b: (a + b) % order)
    multiply: Callable[[int, int], int] = (
        (lambda a, b: MULTIPLY_4[a][b]) if order == 4 else (lambda a, b: a * b % order)
    )
    every = range(order)
    rounds = [[tuple(row * order + column for column in every) for row in every]]
    rounds += [
        [tuple(row * order + add(multiply(slope, row), start) for row in every) for start in every] for slope in every
    ]
    return rounds


def balanced(n: int, least: int, most: int, lots: SeededDice) -> list[Round]:
    """Rounds that exchange players between tables until no exchange evens out the meetings further."""
    byes, sizes = split(n, least, most)
    met = [[0] * n for _ in range(n)]
    rested = [0] * n
    rounds: list[Round] = []
    for number in range(-(-(n - 1) // (most - 1))):
        order = _shuffled(lots, f"round {number + 1}", range(n))
        resting = sorted(order, key=lambda place: rested[place])[:byes]
        for place in resting:
            rested[place] += 1
        playing = [place for place in order if place not in resting]
        tables = min(
            (_evened(_cut(playing[n:] + playing[:n], sizes), met) for n in range(min(STARTS, len(playing)))),
            key=lambda tables: (_cost(tables, met), tables),
        )
        for table in tables:
            for first, other in combinations(table, 2):
                met[first][other] += 1
                met[other][first] += 1
        rounds.append([tuple(table) for table in tables])
    return rounds


def _shuffled(lots: SeededDice, why: str, players: Sequence[int]) -> list[int]:
    return [int(place) for place in lots.shuffle(why, [str(player) for player in players])]


def _cut(players: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    tables, start = list[list[int]](), 0
    for size in sizes:
        tables.append(list(players[start : start + size]))
        start += size
    return tables


def _cost(tables: Sequence[Sequence[int]], met: Sequence[Sequence[int]]) -> int:
    return sum(4 ** met[first][other] for table in tables for first, other in combinations(table, 2))


def _evened(tables: list[list[int]], met: Sequence[Sequence[int]]) -> list[list[int]]:
    """The tables after all exchanges of two players that reduce repeated meetings."""

    def burden(table: Sequence[int], seat: int, player: int) -> int:
        return sum(4 ** met[player][other] for index, other in enumerate(table) if index != seat)

    better = True
    while better:
        better = False
        for first, other in combinations(tables, 2):
            for place in range(len(first)):
                for there in range(len(other)):
                    a, b = first[place], other[there]
                    before = burden(first, place, a) + burden(other, there, b)
                    if burden(first, place, b) + burden(other, there, a) < before:
                        first[place], other[there] = b, a
                        better = True
    return tables
