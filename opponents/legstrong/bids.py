"""Bids in the bunch sprint: each rider's best answer to what the others seem to bid, a few times round."""

from __future__ import annotations

from dataclasses import dataclass

from engines.legstrong.config import CONFIG, DIE
from engines.legstrong.course import terrain
from engines.legstrong.questions import drinks
from engines.legstrong.sprint import most_bid
from engines.legstrong.state import INSIDE
from engines.table import Seat
from opponents.legstrong.fast.position import Position, Racer

FIRST = 20.0  # seconds: of a stage win
BEGUN = 4  # rows: what a bid is taken for before anyone has thought


@dataclass(slots=True)
class Runner:
    """A rider in the bunch sprint, with all bottles drunk, and the bid that is to be expected."""

    racer: Racer
    base: int
    energy: int
    most: int  # rows that can be paid for
    rows: int


def best_bids(p: Position, seat: Seat, depth: int, price: float) -> dict[str, int]:
    """A bid for everyone in the peloton: each in turn answers the others' bids, `depth` times round, `seat` last.

    `price` is what a unit of energy is worth that goes into the next leg, in seconds. More rounds of thought lead round
    in circles, so that different depths give different bids.
    """
    ground = terrain(p.course, p.before)
    inside = sorted((racer for racer in p.riders if racer.place == INSIDE), key=lambda racer: racer.seat == seat)
    runners = [_runner(ground, racer) for racer in inside]
    win = 0.0 if p.line else FIRST
    for _ in range(depth):
        for runner in runners:
            rivals = [other for other in runners if other.racer.seat != runner.racer.seat]
            worths = [
                win * _chance(runner, rows, rivals) + price * _kept(runner, rows) for rows in range(runner.most + 1)
            ]
            runner.rows = worths.index(max(worths))
    return {runner.racer.id: runner.rows for runner in runners}


def _runner(ground: str, racer: Racer) -> Runner:
    energy = racer.energy + drinks(racer.bottles)
    most = most_bid(energy)
    base = CONFIG.base[racer.type][ground] + CONFIG.sprint * racer.sprinter
    return Runner(racer, base, energy, most, min(BEGUN, most))


def _kept(runner: Runner, rows: int) -> int:
    """The energy that goes into the next leg."""
    return min(CONFIG.kept, runner.energy - CONFIG.prices[rows])


def _chance(runner: Runner, rows: int, rivals: list[Runner]) -> float:
    """The chance that a bid comes off and beats all rivals."""
    score, left = runner.base + rows, runner.energy - CONFIG.prices[rows]
    chance = _sure(rows)
    for rival in rivals:
        beaten = score, left
        theirs = rival.energy - CONFIG.prices[rival.rows]
        comes_off = _sure(rival.rows)
        chance *= comes_off * (beaten > (rival.base + rival.rows, theirs)) + (1 - comes_off) * (
            beaten > (rival.base, theirs)
        )
    return chance


def _sure(rows: int) -> float:
    return 1 - CONFIG.bid_risks[rows] / DIE
