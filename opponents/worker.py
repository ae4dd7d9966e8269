"""A process that thinks for others: reads tasks from its standard input and writes answers, until the input ends.

Both ways go frames: four bytes with the length, then a pickled `Task`, or its `Answer`.
"""

from __future__ import annotations

import os
import pickle
import resource
import struct
import sys
import traceback
from dataclasses import dataclass
from math import inf
from random import Random
from typing import BinaryIO, TypeAlias

from engines import GAMES
from engines.table import Path, View
from opponents.advice import TIME, filled
from opponents.confirming import confirmed
from opponents.examples import Reason
from opponents.levels import THINKING
from opponents.puzzles import Candidate, Sought, Weighing, challenge, examine, grade, hold, seek
from opponents.reasons import explained, reason
from opponents.review import Moment, Record, effort, moments, refined
from opponents.thinking import Budget, Ranking

Given: TypeAlias = Ranking | list[float] | list[Moment] | Sought | Weighing | Reason | int
Answer: TypeAlias = Given | str  # a text tells what has failed

LENGTH = struct.Struct(">I")
NICE = 10  # presses come first
MEMORY = 1 << 30  # bytes that a process may take


@dataclass(frozen=True, slots=True)
class Question:
    """What an opponent of this level sees, the seed of its luck, and how many answers are to be told at least.

    `seconds` is how long it may think where that is less than its level does.
    """

    game: str
    level: str
    view: View
    seed: int
    answers: int = 1
    seconds: float = inf


@dataclass(frozen=True, slots=True)
class Measure:
    """How much time each moment of a match takes to be looked at."""

    record: Record

    @property
    def game(self) -> str:
        """Its key."""
        return self.record.game


@dataclass(frozen=True, slots=True)
class Piece:
    """Moments of a match to be looked at, from number `first` to before `last`; see `opponents.review.moments`."""

    record: Record
    first: int
    last: int
    seconds: float
    seed: int

    @property
    def game(self) -> str:
        """Its key."""
        return self.record.game


@dataclass(frozen=True, slots=True)
class Refine:
    """Moments of a match of which too little is known; see `opponents.review.refined`."""

    record: Record
    rough: tuple[Moment, ...]
    seconds: float
    seed: int

    @property
    def game(self) -> str:
        """Its key."""
        return self.record.game


@dataclass(frozen=True, slots=True)
class Seek:
    """A match of a game to be played, in which a puzzle may be found; see `opponents.puzzles.seek`."""

    game: str
    seconds: float
    seed: int


@dataclass(frozen=True, slots=True)
class Examine:
    """A row of a match that is over, which may be a puzzle; see `opponents.puzzles.examine`."""

    record: Record
    number: int
    seed: int

    @property
    def game(self) -> str:
        """Its key."""
        return self.record.game


@dataclass(frozen=True, slots=True)
class Hold:
    """A candidate for a puzzle, of which so much is known, to be weighed on; see `opponents.puzzles.hold`."""

    candidate: Candidate
    known: Weighing
    seconds: float
    seed: int

    @property
    def game(self) -> str:
        """Its key."""
        return self.candidate.position.game


@dataclass(frozen=True, slots=True)
class Challenge:
    """The same against opponents who think; see `opponents.puzzles.challenge`."""

    candidate: Candidate
    known: Weighing
    seconds: float
    seed: int

    @property
    def game(self) -> str:
        """Its key."""
        return self.candidate.position.game


@dataclass(frozen=True, slots=True)
class Grade:
    """A candidate that is confirmed, and is it hard? See `opponents.puzzles.grade`."""

    candidate: Candidate
    seed: int

    @property
    def game(self) -> str:
        """Its key."""
        return self.candidate.position.game


@dataclass(frozen=True, slots=True)
class Explain:
    """What a puzzle shows, and its best answer before another one; see `opponents.reasons.reason`."""

    game: str
    view: View
    answers: tuple[Path, Path]
    seed: int


@dataclass(frozen=True, slots=True)
class Confirm:
    """An answer of a match that is over that seems to have cost much; see `opponents.confirming.confirmed`."""

    record: Record
    moment: Moment
    seconds: float
    seed: int

    @property
    def game(self) -> str:
        """Its key."""
        return self.record.game


@dataclass(frozen=True, slots=True)
class Illustrate:
    """A turning point of a match that is over; see `opponents.reasons.explained`."""

    record: Record
    moment: Moment
    seconds: float
    seed: int

    @property
    def game(self) -> str:
        """Its key."""
        return self.record.game


Task: TypeAlias = (
    Question | Measure | Piece | Refine | Seek | Examine | Hold | Challenge | Grade | Explain | Confirm | Illustrate
)


def packed(value: object) -> bytes:
    """A frame."""
    body = pickle.dumps(value)
    return LENGTH.pack(len(body)) + body


def answer(task: Task) -> Given:
    """Think."""
    match task:
        case Question():
            return _thought(task)
        case Measure(record):
            return effort(record)
        case Piece(record, first, last, seconds, seed):
            return moments(record, range(first, last), seconds, seed)
        case Refine(record, rough, seconds, seed):
            return refined(record, rough, seconds, seed)
        case Seek(game, seconds, seed):
            return seek(game, seed, Budget(seconds))
        case Examine(record, number, seed):
            return examine(record, number, seed)
        case Hold(candidate, known, seconds, seed):
            return hold(candidate, known, seed, Budget(seconds))
        case Challenge(candidate, known, seconds, seed):
            return challenge(candidate, known, seed, Budget(seconds))
        case Grade(candidate, seed):
            return grade(candidate, seed)
        case Explain(game, view, answers, seed):
            return reason(game, view, answers, seed)
        case Confirm(record, moment, seconds, seed):
            return [confirmed(record, moment, seed, Budget(seconds))]
        case Illustrate(record, moment, seconds, seed):
            return [explained(record, moment, seed, Budget(seconds))]


def _thought(question: Question) -> Ranking:
    game, level, rng = GAMES[question.game], THINKING[question.level], Random(question.seed)
    ranking = level.weigh(game, question.view, rng, level.budget.within(question.seconds))
    return filled(game, question.view, ranking, question.answers, rng, time=TIME.within(question.seconds))


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Do one task after the other."""
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        (length,) = LENGTH.unpack(head)
        given: Answer
        try:
            given = answer(pickle.loads(source.read(length)))
        except Exception:
            given = traceback.format_exc()  # one thought that fails doesn't end the others
        sink.write(packed(given))
        sink.flush()


def main() -> None:
    """Serve the process that has started this one, for as long as it lives."""
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    serve(sys.stdin.buffer, sys.stdout.buffer)
