"""What to bid in the bunch sprint: each rider's best answer to what the others seem to bid, a few times round."""

from __future__ import annotations

from dataclasses import dataclass

from engines.legstrong.config import DIE, Config
from engines.legstrong.course import terrain
from engines.legstrong.questions import drinks
from engines.legstrong.sprint import most_bid
from engines.legstrong.state import INSIDE
from engines.table import Seat
from opponents.legstrong.fast.position import Position, Racer

FIRST = 20.0  # seconds: of a stage win
BEGUN = 4  # rows: what a bid is taken for before anybody has thought


@dataclass(slots=True)
class Runner:
    """A rider in the bunch sprint, with all bottles drunk, and the bid that is to be expected."""

    racer: Racer
    base: int
    energy: int
    most: int  # rows that can be paid for
    rows: int


def best_bids(p: Position, seat: Seat, depth: int, price: float) -> dict[str, int]:
    """A bid for everybody in the peloton: each in turn answers the others' bids, `depth` times round, `seat` last.

    `price` is what a unit of energy is worth that goes into the next leg, in seconds. More rounds of thought lead round
    in circles, so that different depths give different bids.
    """
    config, ground = p.config, terrain(p.course, p.before)
    inside = sorted((racer for racer in p.riders if racer.place == INSIDE), key=lambda racer: racer.seat == seat)
    runners = [_runner(config, ground, racer) for racer in inside]
    win = 0.0 if p.line else FIRST
    for _ in range(depth):
        for runner in runners:
            rivals = [other for other in runners if other.racer.seat != runner.racer.seat]
            worths = [
                win * _chance(config, runner, rows, rivals) + price * _kept(config, runner, rows)
                for rows in range(runner.most + 1)
            ]
            runner.rows = worths.index(max(worths))
    return {runner.racer.id: runner.rows for runner in runners}


def _runner(config: Config, ground: str, racer: Racer) -> Runner:
    energy = racer.energy + drinks(racer.bottles)
    most = most_bid(config, energy)
    base = config.base[racer.type][ground] + config.sprint * racer.sprinter
    return Runner(racer, base, energy, most, min(BEGUN, most))


def _kept(config: Config, runner: Runner, rows: int) -> int:
    """The energy that goes into the next leg."""
    return min(config.kept, runner.energy - config.prices[rows])


def _chance(config: Config, runner: Runner, rows: int, rivals: list[Runner]) -> float:
    """The chance that a bid comes off and beats all rivals."""
    score, left = runner.base + rows, runner.energy - config.prices[rows]
    chance = _sure(config, rows)
    for rival in rivals:
        beaten = score, left
        theirs = rival.energy - config.prices[rival.rows]
        comes_off = _sure(config, rival.rows)
        chance *= comes_off * (beaten > (rival.base + rival.rows, theirs)) + (1 - comes_off) * (
            beaten > (rival.base, theirs)
        )
    return chance


def _sure(config: Config, rows: int) -> float:
    return 1 - config.bid_risks[rows] / DIE
