"""Whether it matters in Pistard which die is kept: a spender and a hoarder among savers.

`python -m bench.scripts_pistard` plays matches on the simulation with the same luck, the seats swapped.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias

from bench.rivals import Share
from engines.dice import SeededDice
from engines.pistard import Pistard
from engines.pistard.position import Answer, Position
from engines.pistard.simulation import PistardSimulation
from engines.table import Table
from opponents.pistard.rule import bonus_steps, planned
from opponents.pistard.value import outcome

Script: TypeAlias = Callable[[Position], Answer]

GAME, PLAYED = Pistard(), PistardSimulation()


def _answers(position: Position) -> Sequence[Answer]:
    return PLAYED.answers(position, position.team.seats[position.queue[-1]])


def spender(position: Position) -> Answer:
    """The highest die at once, to the most bonus steps."""
    return max(_answers(position), key=lambda answer: (answer[0], bonus_steps(answer)))


def hoarder(position: Position) -> Answer:
    """The lowest die, to the most bonus steps: the high ones are kept for later riders."""
    return max(_answers(position), key=lambda answer: (-answer[0], bonus_steps(answer)))


SAVER: Script = planned  # bonus steps, pips, and what is left for its next rider
SCRIPTS: Mapping[str, Script] = {"spender": spender, "hoarder": hoarder}


def won(script: Script, seats: int, number: int) -> float:
    """The part of the first place that the script takes among savers in the match of this number."""
    luck, place = divmod(number, seats)
    dice, rng = SeededDice(Random(luck).randbytes(32), 0), Random(number)
    state, _ = GAME.setup(Table(seats, {}, GAME.spec.rules), dice)
    position = PLAYED.load(state)
    while waiting := PLAYED.waiting(position):
        seat = waiting[0]
        if position.start is not None:
            answer = PLAYED.random_answer(position, seat, rng)
        else:
            answer = (script if seat == place else SAVER)(position)
        PLAYED.play(position, seat, answer, dice)
    return outcome(position)[place]


def run(matches: int) -> Iterator[str]:
    """A line for each script and number of seats."""
    for seats in (2, 4):
        for name, script in SCRIPTS.items():
            share = Share()
            for number in range(matches):
                share = share.plus(won(script, seats, number))
            yield f"{name} among {seats}: {share}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=400)
    for line in run(parser.parse_args(arguments).matches):
        print(line, flush=True)


if __name__ == "__main__":
    main()
