"""Each seat's chance in a race for points when a turn begins: a small network, fitted to matches of its own.

It sees what the sums of `opponents.pistard.value` can't say: what a rider's place is worth depends on the points that
the team lacks, and on how the other teams stand. It takes some times as long, so it is asked where a way on ends.

Each team's features go through one layer; its worth is made of that and of the mean of the others' by a second and a
third one. `network.json` holds them, made by `bench.fit.pistard_network`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from operator import mul
from pathlib import Path
from typing import TypeAlias

from opponents.pistard.fast.position import Position
from opponents.pistard.value import outcome, parted

NETWORK_FILE = Path(__file__).with_name("network.json")

RIDERS = 4  # of a team, the first one first
RIDER = 17  # features of a rider; all are 0 where there is none
TEAM = 8  # and of the team
FEATURES = RIDERS * RIDER + TEAM
NEAR = (3, 6, 9)  # squares to the line
FEW = (1, 2, 3, 5)  # points that are missing
ROOM = 10.0  # squares behind the last rider

Layer: TypeAlias = tuple[tuple[tuple[float, ...], ...], tuple[float, ...]]  # weights by output, and what is added


@dataclass(frozen=True, slots=True)
class Network:
    """Its three layers: of a team alone, of it among the others, and of what it is worth."""

    alone: Layer
    among: Layer
    worth: Layer

    def worths(self, features: Sequence[Sequence[float]]) -> list[float]:
        """The worth of each team."""
        alone = [_positive(_through(self.alone, team)) for team in features]
        sums, others = [sum(column) for column in zip(*alone, strict=True)], len(alone) - 1
        worths: list[float] = []
        for team in alone:
            among = [*team, *[(all_ - mine) / others for all_, mine in zip(sums, team, strict=True)]]
            worths += _through(self.worth, _positive(_through(self.among, among)))
        return worths


def _through(layer: Layer, values: Sequence[float]) -> list[float]:
    return [sum(map(mul, weights, values)) + more for weights, more in zip(*layer, strict=True)]


def _positive(values: Sequence[float]) -> list[float]:
    return [value if value > 0 else 0.0 for value in values]


def read(text: str) -> Network:
    """The network of a file's text."""
    layers: dict[str, tuple[list[list[float]], list[float]]] = json.loads(text)
    return Network(
        **{name: (tuple(map(tuple[float, ...], rows)), tuple(last)) for name, (rows, last) in layers.items()}
    )


@cache
def network() -> Network:
    """The one that ships."""
    return read(NETWORK_FILE.read_text(encoding="utf-8"))


def hoped(position: Position) -> list[float]:
    """The part of the first place that each seat may hope for in a race for points; they add up to 1."""
    if position.over:
        return outcome(position)
    return parted(network().worths(features_of(position)))


def features_of(position: Position) -> list[list[float]]:
    """What the network knows of each team: FEATURES numbers, most of them between 0 and 2."""
    riders = [
        (d, -lane, seat) for d, lane, seat in zip(position.d, position.lane, position.team.seats, strict=True) if lane
    ]
    riders.sort(reverse=True)  # the first rider first (P10)
    teams: list[list[float]] = [[] for _ in position.points]
    lap, crossed = position.course.lap, position.crossed
    lead, mean, last = riders[0][0], sum(d for d, _, _ in riders) / len(riders), len(riders) - 1
    line, place = -1, 0
    for rank, (d, _, seat) in enumerate(riders):
        number = (d - 1) // lap if d >= 1 else 0
        if number == line:
            place += 1
        else:
            line, place = number, crossed[number] if number < len(crossed) else 0
        squares, gap = (number + 1) * lap + 1 - d, lead - d
        before, _, ahead = riders[rank - 1] if rank else (d, 0, -1)
        after, _, behind = riders[rank + 1] if rank < last else (d - ROOM, 0, -1)
        teams[seat] += (
            gap / 10,
            (d - mean) / 5,
            max(0, lap - gap) / 12,  # until they are lapped
            squares / 12,  # to their next line,
            min(place, 4) / 2,  # over which so many go before them
            float(place == 0),
            float(place == 1),
            float(place == 2),
            *[float(squares <= near) for near in NEAR],
            rank / 8,
            min(before - d, 8) / 4,
            min(d - after, 8) / 4,
            float(ahead == seat),
            float(behind == seat),
            1.0,
        )
    least = position.course.target - max(position.points)
    for seat, features in enumerate(teams):
        need, count = position.course.target - position.points[seat], len(features) // RIDER
        features.extend([0.0] * (RIDERS * RIDER - len(features)))
        features.extend([need / 6, (need - least) / 4, least / 6, *[float(need <= few) for few in FEW], count / 4])
    return teams
