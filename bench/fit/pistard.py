"""Fits the weights of `opponents.pistard.value` to matches of simple players, and what became of the positions in them.

The players are those of `RIDERS`, at all seats, tracks and targets; the weights go towards those that would have
foretold who won (softmax regression with AdaGrad).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from operator import itemgetter
from random import Random
from typing import TypeAlias

from engines.dice import SeededDice
from engines.pistard import Pistard
from engines.table import Table
from opponents.pistard.fast.position import Position
from opponents.pistard.fast.simulation import PistardSimulation
from opponents.pistard.search import likely
from opponents.pistard.value import (
    AHEAD_AT,
    AHEADS,
    BACK_AT,
    BACKS,
    BY_AHEAD,
    BY_DISTANCE,
    BY_GAP,
    BY_MARGIN,
    DISTANCES,
    FRONT,
    FRONT_AT,
    GAP_AT,
    LEFT_AT,
    MARGIN_AT,
    MARKS,
    NEED_AT,
    OVER_AT,
    PLACE_AT,
    PLACES,
    SIZE,
    TEAM_AT,
    WEIGHTS,
    WEIGHTS_FILE,
    Standing,
    mark_of,
    needs_of,
    outcome,
    parted,
    phase_of,
    standing_of,
)

# for each seat the weights that its worth is the sum of, and how often each of them counts
Traits: TypeAlias = list[tuple[list[int], list[float]]]

GAME, QUICK = Pistard(), PistardSimulation()
FAR = -1.0  # takes the square that is farthest
RACES = {"points": ("points",), "lap": ("half-lap", "half-lap", "lap")}
TRACKS = ("sprint", "sprint", "sprint", "classic", "marathon")
TARGETS = (12, 12, 12, 12, 6, 6, 3, 9, 15, 18)
SEATS = (2, 2, 3, 4)
RIDERS = (0.0, 0.0, 0.1, 0.25, FAR)  # who plays as the thinker rides on, but for so many answers by lot
NEW_TURN, LATER = 0.6, 0.2  # of the positions in which a turn begins, and of the others, are learned from
CALM = 0.004  # of the match: what was foretold so well teaches nothing
DIGITS = 3


@dataclass(frozen=True, slots=True)
class Batch:
    """Matches that are learned from together, twice each."""

    matches: int
    rate: float
    spread: float  # how far what is learned in one phase of the match counts in the others


BATCHES = (
    Batch(400, 0.1, 1.0),
    Batch(400, 0.1, 0.5),
    *[Batch(400, 0.08, 0.1)] * 3,
    *[Batch(400, 0.05, 0.0)] * 4,
    *[Batch(400, 0.025, 0.0)] * 5,
)


def fit() -> None:
    """Fit `weights.json`; some minutes of a core."""
    for kind in RACES:
        for weights in fitted(kind, BATCHES):
            save(kind, weights)


def save(kind: str, weights: Sequence[float]) -> None:
    """Write the weights of one kind of race beside the others."""
    weights_of: dict[str, list[float]] = json.loads(WEIGHTS_FILE.read_text()) if WEIGHTS_FILE.exists() else {}
    weights_of[kind] = [round(weight, DIGITS) for weight in weights]
    WEIGHTS_FILE.write_text(json.dumps(weights_of, sort_keys=True) + "\n")


def fitted(kind: str, batches: Sequence[Batch], seed: int = 1) -> Iterator[list[float]]:
    """The weights after each batch."""
    rng, learner = Random(seed), Learner([0.0] * WEIGHTS)
    for batch in batches:
        seen: list[tuple[Traits, list[float]]] = []
        for _ in range(batch.matches):
            options = {"track": rng.choice(TRACKS), "race": rng.choice(RACES[kind]), "target": str(rng.choice(TARGETS))}
            seen += played(Table(rng.choice(SEATS), options, GAME.spec.rules), rng)
        for _ in range(2):
            rng.shuffle(seen)
            for traits, won in seen:
                learner.learn(traits, won, batch.rate, batch.spread)
        yield learner.weights[:]


class Learner:
    """Weights that go towards what they should have foretold."""

    def __init__(self, weights: Sequence[float]) -> None:
        self.weights = [*weights]
        self._pulled = [1.0] * len(weights)

    def foretold(self, traits: Traits) -> list[float]:
        """The share of each seat."""
        weights = self.weights
        return parted([sum([weights[index] * times for index, times in zip(*mine, strict=True)]) for mine in traits])

    def learn(self, traits: Traits, aim: Sequence[float], rate: float, spread: float) -> None:
        """A step towards the aim; `spread` of it in the other phases of the match."""
        weights, pulled = self.weights, self._pulled
        for mine, share, wanted in zip(traits, self.foretold(traits), aim, strict=True):
            missed = wanted - share
            if abs(missed) < CALM:
                continue
            for number, times in zip(*mine, strict=True):
                pull = missed * times
                pulled[number] += pull * pull
                step = rate * pull / sqrt(pulled[number])
                weights[number] += step
                if spread:
                    for other in range(number % SIZE, WEIGHTS, SIZE):
                        if other != number:
                            weights[other] += spread * step


def played(table: Table, rng: Random) -> list[tuple[Traits, list[float]]]:
    """Some positions of a match, each with who has won it in the end."""
    dice = SeededDice(rng.randbytes(8), 0)
    state, _ = GAME.setup(table, dice)
    position = QUICK.load(state)
    riders = [rng.choice(RIDERS) for _ in range(table.seats)]
    seen: list[Traits] = []
    while waiting := QUICK.waiting(position):
        (seat, *_) = waiting
        assert seat is not None
        if position.start is None and rng.random() < (LATER if position.moved else NEW_TURN):
            seen.append(traits_of(position))
        if position.start is not None or rng.random() < riders[seat]:
            answer = QUICK.random_answer(position, seat, rng)
        elif riders[seat] == FAR:
            answer = max(QUICK.answers(position, seat), key=itemgetter(1))
        else:
            answer = likely(position)
        QUICK.play(position, seat, answer, dice)
    won = outcome(position)
    return [(traits, won) for traits in seen]


def traits_of(position: Position) -> Traits:
    """What `worths` adds up, as the numbers of the weights."""
    base, standing = phase_of(position) * SIZE, standing_of(position)
    traits = [
        [base + NEED_AT + need, base + LEFT_AT + left]
        for need, left in zip(needs_of(position), position.left, strict=True)
    ]
    ways: list[list[float]] = [[] for _ in traits]  # of each team's riders, against the mean
    lead, mean = standing[0][0], sum(d for d, _ in standing) / len(standing)
    for rank, (d, seat) in enumerate(standing):
        gap = int(lead - d)
        ways[seat].append(d - mean)
        traits[seat].append(base + GAP_AT + BY_GAP[gap])
        traits[seat].append(base + MARGIN_AT + BY_MARGIN[max(position.course.lap - gap, 0)])
        if rank < FRONT:
            traits[seat].append(base + FRONT_AT + rank)
    (_from_behind if position.course.stretch else _to_the_line)(position, standing, base, traits)
    return [
        ([*mine, *range(base + TEAM_AT, base + TEAM_AT + len(way))], [*[1.0] * len(mine), *way])
        for mine, way in zip(traits, ways, strict=True)
    ]


def _from_behind(position: Position, standing: Standing, base: int, traits: list[list[int]]) -> None:
    """What counts where the last rider goes."""
    bucket = mark_of(position, standing[0][0])
    for back, (d, seat) in enumerate(reversed(standing)):
        if back < BACKS:
            behind = standing[-back][0] if back else d
            traits[seat].append(base + BACK_AT + back * MARKS + bucket)
            traits[seat].append(base + OVER_AT + back * AHEADS + BY_AHEAD[int(d - behind)])


def _to_the_line(position: Position, standing: Standing, base: int, traits: list[list[int]]) -> None:
    """What counts where the first three over a line score."""
    lap, line, place = position.course.lap, -1, 0
    for rank, (d, seat) in enumerate(standing):
        number = int(d - 1) // lap if d >= 1 else 0
        if number == line:
            place += 1
        else:
            line, place = number, position.crossed[number] if number < len(position.crossed) else 0
        if place < PLACES:
            bucket = BY_DISTANCE[int((number + 1) * lap + 1 - d)]
            traits[seat].append(base + PLACE_AT + place * DISTANCES + bucket)
            behind, other = standing[rank + 1] if rank + 1 < len(standing) else (d, seat)
            if other != seat:
                traits[seat].append(base + AHEAD_AT + place * AHEADS + BY_AHEAD[int(d - behind)])
