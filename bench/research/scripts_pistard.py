"""Worth of dice and seats in Pistard: spenders and hoarders among savers, savers alone.

`python -m bench.research.scripts_pistard` plays on the simulation; a script plays each match from every seat with the
same luck.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias

from bench.rivals import Share
from engines.dice import SeededDice
from engines.pistard import Pistard
from engines.table import Table
from opponents.pistard.fast.position import Answer, Position
from opponents.pistard.fast.simulation import PistardSimulation
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
    return parts([script if seat == place else SAVER for seat in range(seats)], luck, Random(number))[place]


def parts(scripts: Sequence[Script], luck: int, rng: Random) -> Sequence[float]:
    """The part of the first place that the script of each seat takes, with these dice; first moves are by lot."""
    dice = SeededDice(Random(luck).randbytes(32), 0)
    state, _ = GAME.setup(Table(len(scripts), {}, GAME.spec.rules), dice)
    position = PLAYED.load(state)
    while waiting := PLAYED.waiting(position):
        seat = waiting[0]
        assert seat is not None, "the host is never asked"
        answer = scripts[seat](position) if position.start is None else PLAYED.random_answer(position, seat, rng)
        PLAYED.play(position, seat, answer, dice)
    return outcome(position)


def run(matches: int) -> Iterator[str]:
    """A line for each script and number of seats, and one for the seats of savers alone."""
    for seats in (2, 4):
        for name, script in SCRIPTS.items():
            share = Share()
            for number in range(matches):
                share = share.plus(won(script, seats, number))
            yield f"{name} among {seats}: {share}"
    for seats in (2, 3, 4):
        shares = [Share()] * seats
        for luck in range(matches):
            drawn = parts([SAVER] * seats, luck, Random(luck))
            shares = [share.plus(part) for share, part in zip(shares, drawn, strict=True)]
        yield f"seats among {seats}: {'; '.join(map(str, shares))}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1500)
    for line in run(parser.parse_args(arguments).matches):
        print(line, flush=True)


if __name__ == "__main__":
    main()
