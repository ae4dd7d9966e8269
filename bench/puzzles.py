"""Makes puzzles by self-play, and tells how long it takes.

`python -m bench puzzles` makes one of each game; `python -m bench.puzzles pistard --count 25 --out FILE` many of one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path as File

from engines import GAMES
from host.coach.stock import line
from opponents.puzzles import (
    Candidate,
    Puzzle,
    challenge,
    grade,
    hold,
    puzzle,
    rivals,
    seek,
    stands,
    unweighed,
    verdict,
)

BATCH = 4  # matches for each process


@dataclass(frozen=True, slots=True)
class Made:
    """What has come of the match with this seed: positions looked at, seconds of a core, perhaps a puzzle."""

    seed: int
    looked: int
    seconds: float
    puzzle: Puzzle | None


def make(game: str, seed: int) -> Made:
    """At most one puzzle of a match, so that no two are alike."""
    begun = time.process_time()
    sought, candidate = seek(game, seed), None
    if sought.candidate:
        candidate = confirmed(sought.candidate, seed)
    return Made(seed, sought.looked, time.process_time() - begun, candidate)


def confirmed(candidate: Candidate, seed: int) -> Puzzle | None:
    """The puzzle if it is one."""
    weighing = unweighed(candidate)
    while verdict(weighing) is None:
        weighing = hold(candidate, weighing, seed)
    if not verdict(weighing) or not (how_hard := grade(candidate, seed)):
        return None
    fewer = rivals(candidate, weighing)
    again = unweighed(fewer)
    while stands(again) is None:
        again = challenge(fewer, again, seed)
    return puzzle(candidate, weighing, how_hard) if stands(again) else None


def making(
    game: str, wanted: int, *, seed: int = 1, jobs: int = 1, each: int | None = None, out: File | None = None
) -> Iterator[str]:
    """A line for each puzzle, at most `each` of a grade, and what they took; `out` gets them as they come."""
    grades, looked, seconds = Counter[int](), 0, 0.0
    for attempt in _made(game, seed, jobs):
        looked, seconds, puzzle = looked + attempt.looked, seconds + attempt.seconds, attempt.puzzle
        if puzzle and (each is None or grades[puzzle.grade] < each):
            grades[puzzle.grade] += 1
            if out:
                with out.open("a", encoding="utf-8") as file:
                    file.write(line(puzzle) + "\n")
            about = f"{puzzle.position.state.table.seats} seats, {puzzle.position.view().stage}"
            gap = f"{100 * puzzle.gap:.0f} +-{100 * puzzle.error:.1f} points"
            yield f"{game} {attempt.seed}: grade {puzzle.grade}, {gap}, {about}, {' '.join(puzzle.best)}"
        if grades.total() >= wanted:
            break
    summary = ", ".join(f"{grades[g]} of grade {g}" for g in (1, 2, 3))
    yield f"{game}: {summary}; {looked} positions looked at, {seconds / max(1, grades.total()):.0f} s for each"


def _made(game: str, first: int, jobs: int) -> Iterator[Made]:
    if jobs == 1:
        yield from map(partial(make, game), count(first))
    with ProcessPoolExecutor(jobs) as pool:
        for begin in count(first, BATCH * jobs):
            yield from pool.map(partial(make, game), range(begin, begin + BATCH * jobs))


def run() -> Iterator[str]:
    """The first puzzle of each game."""
    for game in GAMES:
        yield from making(game, 1)


def main(arguments: Sequence[str]) -> None:
    """Puzzles of one game."""
    parser = argparse.ArgumentParser(prog="python -m bench.puzzles", description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--count", type=int, default=25, help="how many of them")
    parser.add_argument("--each", type=int, help="at most so many of a grade")
    parser.add_argument("--seed", type=int, default=1, help="of the first match; the others count on from it")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--out", type=File, help="the file to which they are added")
    wanted = parser.parse_args(arguments)
    lines = making(wanted.game, wanted.count, seed=wanted.seed, jobs=wanted.jobs, each=wanted.each, out=wanted.out)
    for text in lines:
        print(text, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
