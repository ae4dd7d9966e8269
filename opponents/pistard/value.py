"""Each seat's chance in a position of Pistard: a sum of small weights a team, fitted to matches of its own.

The weights are in `weights.json`, made by `bench.fit.pistard`: one list for races for points, one for the others.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import exp
from pathlib import Path
from typing import TypeAlias

from engines.table import Seat
from opponents.pistard.fast.position import Answer, Position, copy
from opponents.pistard.fast.simulation import PistardSimulation

# how far each rider will have come by the end of the turn, on average, and whose they are; the first rider first
Standing: TypeAlias = list[tuple[float, Seat]]

QUICK = PistardSimulation()
WEIGHTS_FILE = Path(__file__).with_name("weights.json")

USUAL = 4.2  # squares that a rider comes forward in a turn, bonus steps and all
BONUS = 0.7  # of these bonus steps
HOPELESS = -50.0  # worth of a team that is out of an elimination race

# What a team's worth is the sum of. Each is a table, and all are kept once for each phase of the match:
NEEDS = 16  # points that the team lacks
LEFT = 5  # riders that it has
TEAM = 4  # for its first, second, ... rider: what a square ahead of the mean of all riders is worth
GAPS = 8  # for each rider: squares behind the first one,
MARGINS = 7  # squares until they are lapped,
FRONT = 8  # riders ahead of them;
PLACES, DISTANCES = 5, 7  # race for points: which place at their next line is theirs, and how far that is,
AHEADS = 6  # and how far behind the next rider is, if of another team;
BACKS, MARKS = 6, 5  # elimination race: riders behind them, and how far the first rider is from the next mark,
# and how far behind the next rider is
SIZES = (NEEDS, LEFT, TEAM, GAPS, MARGINS, FRONT, PLACES * DISTANCES, PLACES * AHEADS, BACKS * MARKS, BACKS * AHEADS)
NEED_AT, LEFT_AT, TEAM_AT, GAP_AT, MARGIN_AT, FRONT_AT, PLACE_AT, AHEAD_AT, BACK_AT, OVER_AT, SIZE = accumulate(
    SIZES, initial=0
)
PHASES = 3
WEIGHTS = SIZE * PHASES

ROOM = 80  # squares between two riders, at the most
CROWD = 33  # riders over a line, and those who will be


def _buckets(*ends: int) -> tuple[int, ...]:
    """For every number of squares the number of ends that are below it."""
    return tuple(sum(end < squares for end in ends) for squares in range(ROOM))


BY_GAP = _buckets(0, 2, 4, 7, 11, 16, 23)
BY_MARGIN = _buckets(1, 3, 5, 7, 10, 14)
BY_DISTANCE = _buckets(1, 3, 5, 8, 12, 18)
BY_AHEAD = _buckets(0, 1, 2, 4, 7)
BY_MARK = _buckets(3, 6, 9, 13)


@dataclass(frozen=True, slots=True)
class Phase:
    """The weights of one phase on one track, laid out so that a rider needs few looks."""

    needs: Sequence[float]  # by points to the target
    left: Sequence[float]  # by riders left
    team: Sequence[float]  # of riders in their order
    riders: Sequence[Sequence[float]]  # by riders ahead and squares behind the first one
    places: Sequence[Sequence[float]]  # by place and squares to the line
    aheads: Sequence[Sequence[float]]  # by place and squares to the next rider
    backs: Sequence[Sequence[float]]  # by bucket of squares to the mark and riders behind
    overs: Sequence[Sequence[float]]  # by riders behind and squares to the next rider


def laid_out(weights: Sequence[float], lap: int) -> tuple[Phase, ...]:
    """The phases for a track of so many rows."""
    return tuple(_phase(weights[start : start + SIZE], lap) for start in range(0, WEIGHTS, SIZE))


def _phase(weights: Sequence[float], lap: int) -> Phase:
    def rows(start: int, n: int, width: int, buckets: Sequence[int]) -> tuple[tuple[float, ...], ...]:
        ranks = [tuple(weights[start + row * width + bucket] for bucket in buckets) for row in range(n)]
        return (*ranks, *[(0.0,) * len(buckets)] * (CROWD - n))

    def rider(rank: int, gap: int) -> float:
        worth = weights[GAP_AT + BY_GAP[gap]] + (weights[FRONT_AT + rank] if rank < FRONT else 0.0)
        return worth + weights[MARGIN_AT + BY_MARGIN[max(lap - gap, 0)]]

    backs = [[weights[BACK_AT + back * MARKS + mark] for back in range(BACKS)] for mark in range(MARKS)]
    return Phase(
        needs=weights[NEED_AT:LEFT_AT],
        left=weights[LEFT_AT:TEAM_AT],
        team=weights[TEAM_AT:GAP_AT],
        riders=tuple(tuple(rider(rank, gap) for gap in range(ROOM)) for rank in range(CROWD)),
        places=rows(PLACE_AT, PLACES, DISTANCES, BY_DISTANCE),
        aheads=rows(AHEAD_AT, PLACES, AHEADS, BY_AHEAD),
        backs=tuple((*row, *(0.0,) * (CROWD - BACKS)) for row in backs),
        overs=rows(OVER_AT, BACKS, AHEADS, BY_AHEAD),
    )


def phases_of(position: Position) -> tuple[Phase, ...]:
    """The fitted weights for the position's course."""
    return _fitted("lap" if position.course.stretch else "points", position.course.lap)


@cache
def _fitted(kind: str, lap: int) -> tuple[Phase, ...]:
    return laid_out(json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))[kind], lap)


def needs_of(position: Position) -> list[int]:
    """Points that each team lacks; nothing in an elimination race."""
    if position.course.stretch:
        return [0] * len(position.points)
    return [min(NEEDS - 1, position.course.target - points) for points in position.points]


def phase_of(position: Position) -> int:
    """How near the end is, from 0 to 2: by the points that the first team lacks, or the riders that are left."""
    if position.course.stretch:
        riders, seats = sum(position.left), len(position.left)
        return 0 if riders > 2 * seats else 1 if riders > seats else 2
    least = position.course.target - max(position.points)
    return 0 if least > 6 else 1 if least > 3 else 2


def standing_of(position: Position) -> Standing:
    """Where the riders are likely to be at the end of the turn, or of the next one where it is about to begin.

    Riders who are still to move count as if they moved by the mean of their team's dice.
    """
    seats, lane = position.team.seats, position.lane
    far: list[float] = [*position.d]
    if position.queue:
        onward = [sum(pool) / len(pool) + BONUS if pool else USUAL for pool in position.pools]
        for rider in position.queue:
            far[rider] += onward[seats[rider]]
    else:
        far = [d + USUAL for d in far]
    return sorted([(far[rider], seats[rider]) for rider in range(len(far)) if lane[rider]], reverse=True)


def shares(position: Position, phases: Sequence[Phase]) -> list[float]:
    """The part of the first place that each seat may hope for; they add up to 1."""
    if position.over:
        return outcome(position)
    return parted(worths(position, standing_of(position), phases[phase_of(position)]))


def parted(of: Sequence[float]) -> list[float]:
    """Parts of 1 that differ as the worths of the teams do."""
    top = max(of)
    parts = [exp(worth - top) for worth in of]
    total = sum(parts)
    return [part / total for part in parts]


def worths(position: Position, standing: Standing, phase: Phase) -> list[float]:
    """The worth of each team, if its riders stand so."""
    values = [phase.needs[need] + phase.left[n] for need, n in zip(needs_of(position), position.left, strict=True)]
    riders, lead = phase.riders, standing[0][0]
    before, whose, last = lead, -1, len(standing) - 1
    mean = sum([d for d, _ in standing]) / len(standing)
    squares = [iter(phase.team) for _ in values]
    if position.course.stretch:
        backs, overs = phase.backs[mark_of(position, lead)], phase.overs
        for rank, (d, seat) in enumerate(standing):
            values[seat] += riders[rank][int(lead - d)] + backs[last - rank] + next(squares[seat]) * (d - mean)
            if whose >= 0:
                values[whose] += overs[last - rank + 1][int(before - d)]
            before, whose = d, seat
        values[whose] += overs[0][0]
        for seat in position.gone:
            values[seat] = HOPELESS
        return values
    lap, over = position.course.lap, position.crossed
    places, aheads = phase.places, phase.aheads
    line, place = -1, 0
    for rank, (d, seat) in enumerate(standing):
        if whose != seat and whose >= 0:
            values[whose] += aheads[place][int(before - d)]
        number = int(d - 1) // lap if d >= 1 else 0
        if number == line:
            place += 1
        else:
            line, place = number, over[number] if number < len(over) else 0
        values[seat] += riders[rank][int(lead - d)] + places[place][int((number + 1) * lap + 1 - d)]
        values[seat] += next(squares[seat]) * (d - mean)
        before, whose = d, seat
    return values


def mark_of(position: Position, lead: float) -> int:
    """The bucket of the squares that the first rider is from the next mark."""
    squares = int((position.marks + 1) * position.course.stretch + 1 - lead)
    return BY_MARK[squares] if squares > 0 else 0


def outcome(position: Position) -> list[float]:
    """The part of the first place that each seat has taken, once the match is over (P19, P20)."""
    n = position.course.table.seats
    if len(position.gone) == n - 1:
        return [float(seat not in position.gone) for seat in range(n)]
    best = max(position.points)
    parts = [float(points == best) for points in position.points]
    return [part / sum(parts) for part in parts]


class NoDice:
    """Dice that don't fall: who would roll now counts as not having rolled."""

    def roll(self, why: str, sides: int, n: int = 1) -> list[int]:
        """Nothing."""
        return []

    def shuffle(self, why: str, items: Sequence[str]) -> list[str]:
        """The items as they are."""
        return list(items)


NO_DICE = NoDice()


def distinct(answers: Sequence[Answer]) -> list[Answer]:
    """One answer for each die and square of arrival, whatever the way there."""
    return list({answer[:3]: answer for answer in answers}.values())


def judged(position: Position, answers: Sequence[Answer], phases: Sequence[Phase]) -> list[float]:
    """The share of the seat that is due after each of the answers."""
    queue, seats = position.queue, position.team.seats
    rider = queue[-1]
    seat, d, lap, stretch = seats[rider], position.d[rider], position.course.lap, position.course.stretch
    # as far as the first square where someone scores, is lapped or uses up a mark, only one rider stands elsewhere
    quiet = min(position.tail + lap, ((d - 1) // lap + 1) * lap + 1)
    if stretch:
        quiet = min(quiet, (position.marks + 1) * stretch + 1)
    if not any(position.lane[other] for other in queue[:-1]):  # the last rider of the turn: all are moved on
        quiet = -ROOM
    pool, mates = position.pools[seat], 0
    others: Standing = []
    mine: list[int] = []  # where my others stand who are still to move
    if quiet > d:
        onward = [sum(dice) / len(dice) + BONUS if dice else USUAL for dice in position.pools]
        still = set(queue)
        for other, (far, lane) in enumerate(zip(position.d, position.lane, strict=True)):
            if not lane or other == rider:
                continue
            if other not in still:
                others.append((far, seats[other]))
            elif seats[other] == seat:
                mine.append(far)
            else:
                others.append((far + onward[seats[other]], seats[other]))
        mates = len(pool) - 1
    phase, pips = phases[phase_of(position)], sum(pool)
    shares_by_end: dict[tuple[int, int], float] = {}
    for answer in answers:
        die, there = answer[:2]
        if (die, there) in shares_by_end:
            continue
        if there < quiet:
            step = (pips - die) / mates + BONUS if mates else USUAL
            standing = [*others, (float(there), seat), *[(far + step, seat) for far in mine]]
            standing.sort(reverse=True)
            shares_by_end[die, there] = parted(worths(position, standing, phase))[seat]
        else:
            twin = copy(position)
            QUICK.play(twin, seat, answer, NO_DICE)
            shares_by_end[die, there] = shares(twin, phases)[seat]
    return [shares_by_end[answer[:2]] for answer in answers]
