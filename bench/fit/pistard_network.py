"""Fits `network.json` of `opponents.pistard.network` to turns of simple players' matches, and the winners of these."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from bench.fit.pistard import GAME, QUICK, TARGETS, TRACKS
from engines.dice import SeededDice
from engines.table import Seat, Table
from opponents.pistard.fast.position import Answer, Position
from opponents.pistard.network import FEATURES, NETWORK_FILE, features_of
from opponents.pistard.rule import planned
from opponents.pistard.search import by_pips, farthest, likely
from opponents.pistard.value import outcome

Numbers: TypeAlias = NDArray[np.float64]
Layers: TypeAlias = dict[str, tuple[Numbers, Numbers]]  # as in `Network`
# by the number of seats: features (turns, seats, FEATURES), and the part of the first place that each seat took
Turns: TypeAlias = dict[int, tuple[Numbers, Numbers]]

MATCHES = 24_000
SEATS = (2, 3, 4, 4)
RIDERS: tuple[Callable[[Position], Answer], ...] = (farthest, farthest, farthest, planned, by_pips, likely)
BY_LOT = (0.0, 0.0, 0.1)  # of a match's answers
ALONE, AMONG = 16, 16  # outputs of the first and the second layer
ROUNDS, BATCH = 10, 256
RATE, LAST_RATE = 3e-3, 1e-4
DECAY = 1e-5
SLOW, SLOWER, TINY = 0.9, 0.999, 1e-8  # of Adam: what the means of slopes and of their squares keep; keeps off 0
DIGITS = 4


def fit() -> None:
    """Fit `network.json`; three minutes of a core."""
    rng = Random(1)
    layers = learned(turns_of(played(rng) for _ in range(MATCHES)), ROUNDS)
    NETWORK_FILE.write_text(as_text(layers))


def as_text(layers: Layers) -> str:
    """The file of a network, one output a line."""
    parts: list[str] = []
    for name, (weights, more) in layers.items():
        rows = ",\n  ".join(json.dumps([round(float(weight), DIGITS) for weight in row]) for row in weights)
        parts.append(f'"{name}": [[\n  {rows}\n ], {json.dumps([round(float(v), DIGITS) for v in more])}]')
    return "{" + ",\n".join(parts) + "}\n"


def played(rng: Random) -> tuple[list[list[list[float]]], list[float]]:
    """The features of each turn of a match as it begins, and the part of the first place that each seat took."""
    table = Table(
        rng.choice(SEATS),
        {"track": rng.choice(TRACKS), "race": "points", "target": str(rng.choice(TARGETS))},
        GAME.spec.rules,
    )
    dice = SeededDice(rng.randbytes(8), 0)
    state, _ = GAME.setup(table, dice)
    position = QUICK.load(state)
    riders = [rng.choice(RIDERS) for _ in range(table.seats)]
    by_lot, seen, turn = rng.choice(BY_LOT), list[list[list[float]]](), 0
    while waiting := QUICK.waiting(position):
        (seat, *_) = waiting
        assert seat is not None, "the host is never asked"
        if position.start is None and position.turn != turn:
            turn = position.turn
            seen.append(features_of(position))
        QUICK.play(position, seat, _answer(position, seat, riders[seat], by_lot, rng), dice)
    return seen, outcome(position)


def _answer(position: Position, seat: Seat, rides: Callable[[Position], Answer], by_lot: float, rng: Random) -> Answer:
    if position.start is not None or rng.random() < by_lot:
        return QUICK.random_answer(position, seat, rng)
    return rides(position)


def turns_of(matches: Iterator[tuple[list[list[list[float]]], list[float]]]) -> Turns:
    """The turns of many matches together."""
    features, won = defaultdict[int, list[Numbers]](list), defaultdict[int, list[Numbers]](list)
    for seen, parts in matches:
        features[len(parts)].append(np.array(seen))
        won[len(parts)].append(np.array([parts] * len(seen)))
    return {seats: (np.concatenate(features[seats]), np.concatenate(won[seats])) for seats in features}


def begun(rng: np.random.Generator) -> Layers:
    """Layers that know nothing yet."""

    def layer(outputs: int, inputs: int) -> tuple[Numbers, Numbers]:
        return rng.normal(0, (2 / inputs) ** 0.5, (outputs, inputs)), np.zeros(outputs)

    return {"alone": layer(ALONE, FEATURES), "among": layer(AMONG, 2 * ALONE), "worth": layer(1, AMONG)}


def learned(turns: Turns, rounds: int, seed: int = 1) -> Layers:
    """Layers that would have foretold the winners: so many times through all turns, with less and less to learn."""
    rng = np.random.default_rng(seed)
    layers = begun(rng)
    adam = Adam([part for layer in layers.values() for part in layer])
    for number in range(rounds):
        rate = LAST_RATE + (RATE - LAST_RATE) * (1 - number / rounds)
        for features, won in _batches(turns, rng):
            adam.step(slopes_of(layers, features, won), rate)
    return layers


class Adam:
    """Moves weights against the mean of their slopes, the further the steadier these are (Kingma and Ba, 2014)."""

    def __init__(self, parts: Sequence[Numbers]) -> None:
        self._parts, self._steps = [*parts], 0
        self._means = [np.zeros_like(part) for part in parts]
        self._squares = [np.zeros_like(part) for part in parts]

    def step(self, slopes: Sequence[Numbers], rate: float) -> None:
        """Change the parts in place."""
        self._steps += 1
        warm, warmer = 1 - SLOW**self._steps, 1 - SLOWER**self._steps  # the means begin at 0
        for index, part in enumerate(self._parts):
            slope = slopes[index] + DECAY * part
            self._means[index] += (1 - SLOW) * (slope - self._means[index])
            self._squares[index] += (1 - SLOWER) * (slope * slope - self._squares[index])
            self._parts[index] -= rate * (self._means[index] / warm) / (np.sqrt(self._squares[index] / warmer) + TINY)


def _batches(turns: Turns, rng: np.random.Generator) -> Iterator[tuple[Numbers, Numbers]]:
    """All turns once, each batch of one number of seats."""
    batches: list[tuple[int, NDArray[np.int64]]] = [
        (seats, chosen)
        for seats, (_, won) in turns.items()
        for chosen in np.array_split(rng.permutation(len(won)), max(1, len(won) // BATCH))
    ]
    order: list[int] = rng.permutation(len(batches)).tolist()
    for seats, chosen in map(batches.__getitem__, order):
        features, won = turns[seats]
        yield features[chosen], won[chosen]


def foretold(layers: Layers, features: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """The shares of the seats, and what the first two layers have come to."""
    (alone, more), (among, more_among), (worth, more_worth) = layers["alone"], layers["among"], layers["worth"]
    first = np.maximum(features @ alone.T + more, 0)
    second = np.maximum(np.concatenate([first, _of_others(first)], -1) @ among.T + more_among, 0)
    worths = (second @ worth.T + more_worth)[..., 0]
    parts = np.exp(worths - worths.max(1, keepdims=True))
    return parts / parts.sum(1, keepdims=True), first, second


def loss_of(layers: Layers, features: Numbers, won: Numbers) -> float:
    """The log loss of the layers: the mean of -log of what they gave to the winner."""
    shares, _, _ = foretold(layers, features)
    return float(-(won * np.log(np.maximum(shares, 1e-12))).sum(1).mean())


def slopes_of(layers: Layers, features: Numbers, won: Numbers) -> Sequence[Numbers]:
    """How `loss_of` changes with each weight, in the order of the layers."""
    shares, first, second = foretold(layers, features)
    among, worth = layers["among"][0], layers["worth"][0]
    of_worth = ((shares - won) / len(won))[..., None]
    of_second = (of_worth @ worth) * (second > 0)
    of_self, others = np.split(of_second @ among, 2, -1)
    of_first = (of_self + _of_others(others)) * (first > 0)
    inputs = np.concatenate([first, _of_others(first)], -1)
    return [*_of_layer(of_first, features), *_of_layer(of_second, inputs), *_of_layer(of_worth, second)]


def _of_others(seats: Numbers) -> Numbers:
    """For each seat the mean of all others."""
    return (seats.sum(1, keepdims=True) - seats) / (seats.shape[1] - 1)


def _of_layer(outputs: Numbers, inputs: Numbers) -> tuple[Numbers, Numbers]:
    flat = outputs.reshape(-1, outputs.shape[-1])
    return flat.T @ inputs.reshape(-1, inputs.shape[-1]), flat.sum(0)
