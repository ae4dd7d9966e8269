"""How much the snakes of Schlangennest grow, counted in matches between players that look one answer ahead by it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from random import Random

from engines.dice import SeededDice
from engines.schlangennest.game import Schlangennest
from engines.schlangennest.quick import Answer
from engines.table import Table
from opponents.schlangennest import value
from opponents.schlangennest.search import NO_DICE, SIMULATION, tried
from opponents.schlangennest.value import FILE, LOOP, MOST_WAYS, ROOM, ROOMS, Hope, Position, hope, results, room_of

GAME = Schlangennest()
TABLES = (
    *(Table(seats, {}, GAME.spec.rules) for seats in (2, 2, 3, 4)),
    *(Table(2, {name: chosen}, GAME.spec.rules) for name, chosen in (("border", "frame"), ("snakes", "hunt"))),
)
TIMES = 3  # each on what the time before has found
MATCHES = 40  # of each table, each time
SLIP = 0.1  # the share of answers at random
SPREAD = 0.15  # how much worse a result may be that is played all the same
TRUST = 10  # so many counted ones weigh as much as the guess
MOST = 17.0

Kind = tuple[int, int, int]  # ends, ways, room


def guess(ends: int, ways: int, room: int) -> float:
    """What a snake might still grow by."""
    squares = ROOM * (room + 0.5)
    if ends == LOOP:
        return min(MOST, 1 + 0.6 * squares)
    if not ways:
        return 1.5 * ends
    return min(MOST, ends + (0.6 if ends == 1 else 0.8) * squares + 0.3 * ways)


def fit(seed: int = 0) -> None:
    """Count, and write the table."""
    value.GROWTH = table({})
    for time in range(TIMES):
        found: dict[Kind, list[int]] = defaultdict(list)
        for kind, growth in counted(Random(seed + time)):
            found[kind].append(growth)
        value.GROWTH = table(found)
    FILE.write_text(json.dumps(value.GROWTH))


def table(found: dict[Kind, list[int]]) -> list[list[list[float]]]:
    """The mean growth by ends, ways and room."""
    grown = [[[0.0] * ROOMS for _ in range(MOST_WAYS + 1)] for _ in range(LOOP)]
    for ends, ways, room in product(range(1, LOOP + 1), range(MOST_WAYS + 1), range(ROOMS)):
        some = found.get((ends, ways, room), [])
        mean = (sum(some) + TRUST * guess(ends, ways, room)) / (len(some) + TRUST)
        grown[ends - 1][ways][room] = round(mean, 2)
    return grown


def counted(rng: Random) -> Iterator[tuple[Kind, int]]:
    """Every snake that can grow, in every position of some matches, and by how much it has grown in the end."""
    for one in TABLES * MATCHES:
        state, _ = GAME.setup(one, SeededDice(rng.randbytes(8), 0))
        position, seen = SIMULATION.load(state), list[tuple[int, Hope, int]]()
        while position.stage != "over":
            SIMULATION.play(position, position.due, _answer(position, rng), NO_DICE)
            hopes = [hope(position, snake) for snake in range(position.setting.snakes)]
            room = room_of(position, hopes)
            seen += [(snake, one, room) for snake, one in enumerate(hopes) if one.ends and one.parts]
        for snake, (parts, ends, ways), room in seen:
            yield (ends, ways, room), position.parts(snake) - parts


def _answer(position: Position, rng: Random) -> Answer:
    if rng.random() < SLIP:
        return SIMULATION.random_answer(position, position.due, rng)
    best, found = -9.0, None
    for answer in tried(position, rng):
        after = SIMULATION.copy(position)
        SIMULATION.play(after, position.due, answer, NO_DICE)
        worth = results(after)[position.due] + SPREAD * rng.random()
        if worth > best:
            best, found = worth, answer
    assert found, "somebody is asked"
    return found
