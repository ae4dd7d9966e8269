"""A process that thinks for others: reads tasks from its standard input and writes answers, until the input ends.

Both ways go frames: four bytes with the length, then a pickled `Task`, or its `Answer`.
"""

from __future__ import annotations

import pickle
import struct
import sys
import traceback
from dataclasses import dataclass
from math import inf
from random import Random
from typing import BinaryIO, TypeAlias

from engines import GAMES
from engines.table import Path, View
from opponents import thinker_of
from opponents.advice import TIME, filled
from opponents.comparing import swings
from opponents.confirming import confirmed
from opponents.examples import Reason
from opponents.puzzles import Candidate, Sought, Weighing, challenge, examine, grade, hold, seek
from opponents.reasons import explained, reason
from opponents.review import Moment, Record, effort, moments, refined
from opponents.thinking import Budget, Ranking
from platforms.programs import stand_back

Given: TypeAlias = Ranking | list[float] | list[Moment] | Sought | Weighing | Reason | int
Answer: TypeAlias = Given | str  # a text tells what has failed

LENGTH = struct.Struct(">I")
MEMORY = 1 << 30  # bytes that a process may take


@dataclass(frozen=True, slots=True)
class Question:
    """What an opponent of a level is asked."""

    game: str  # its key
    level: str  # a key of `THINKERS`
    view: View  # what the opponent sees
    seed: int  # of its luck
    answers: int = 1  # how many to return at least
    seconds: float = inf  # how long it can think, where its level takes longer
    cost: float = 0.0  # points of the chance to win that Sparring gives away

    def answer(self) -> Ranking:
        """The answers, best first."""
        game, level, rng = GAMES[self.game], thinker_of(self.level, self.cost), Random(self.seed)
        ranking = level.weigh(game, self.view, rng, level.budget.within(self.seconds))
        return filled(game, self.view, ranking, self.answers, rng, time=TIME.within(self.seconds))


@dataclass(frozen=True, slots=True)
class Swing:
    """How a turn has changed a match, for everyone who holds no hand; see `opponents.comparing.swings`."""

    game: str
    before: View
    after: View
    seconds: float
    seed: int

    def answer(self) -> list[float]:
        return swings(GAMES[self.game], self.before, self.after, self.seed, Budget(self.seconds))


@dataclass(frozen=True, slots=True)
class OfMatch:
    """A task about a match that is over."""

    record: Record

    @property
    def game(self) -> str:
        """Its key."""
        return self.record.game


@dataclass(frozen=True, slots=True)
class OfCandidate:
    """A task about a candidate for a puzzle."""

    candidate: Candidate

    @property
    def game(self) -> str:
        """Its key."""
        return self.candidate.position.game


@dataclass(frozen=True, slots=True)
class Measure(OfMatch):
    """How much time each moment of a match takes to be looked at."""

    def answer(self) -> list[float]:
        return effort(self.record)


@dataclass(frozen=True, slots=True)
class Piece(OfMatch):
    """Moments of a match to be looked at, from number `first` to before `last`; see `opponents.review.moments`."""

    first: int
    last: int
    seconds: float
    seed: int

    def answer(self) -> list[Moment]:
        return moments(self.record, range(self.first, self.last), self.seconds, self.seed)


@dataclass(frozen=True, slots=True)
class Refine(OfMatch):
    """Moments of a match of which too little is known; see `opponents.review.refined`."""

    rough: tuple[Moment, ...]
    seconds: float
    seed: int

    def answer(self) -> list[Moment]:
        return refined(self.record, self.rough, self.seconds, self.seed)


@dataclass(frozen=True, slots=True)
class Seek:
    """A match of a game to be played, in which a puzzle may be found; see `opponents.puzzles.seek`."""

    game: str
    seconds: float
    seed: int

    def answer(self) -> Sought:
        return seek(self.game, self.seed, Budget(self.seconds))


@dataclass(frozen=True, slots=True)
class Examine(OfMatch):
    """A row of a match that is over, which may be a puzzle; see `opponents.puzzles.examine`."""

    number: int
    seed: int

    def answer(self) -> Sought:
        return examine(self.record, self.number, self.seed)


@dataclass(frozen=True, slots=True)
class Hold(OfCandidate):
    """A candidate for a puzzle, of which so much is known, to be weighed on; see `opponents.puzzles.hold`."""

    weighing: Weighing
    seconds: float
    seed: int

    def answer(self) -> Weighing:
        return hold(self.candidate, self.weighing, self.seed, Budget(self.seconds))


@dataclass(frozen=True, slots=True)
class Challenge(OfCandidate):
    """The same against opponents who think; see `opponents.puzzles.challenge`."""

    weighing: Weighing
    seconds: float
    seed: int

    def answer(self) -> Weighing:
        return challenge(self.candidate, self.weighing, self.seed, Budget(self.seconds))


@dataclass(frozen=True, slots=True)
class Grade(OfCandidate):
    """A candidate that is confirmed, and is it hard? See `opponents.puzzles.grade`."""

    seed: int

    def answer(self) -> int:
        return grade(self.candidate, self.seed)


@dataclass(frozen=True, slots=True)
class Explain:
    """What a puzzle shows, and its best answer before another one; see `opponents.reasons.reason`."""

    game: str
    view: View
    answers: tuple[Path, Path]
    seed: int

    def answer(self) -> Reason:
        return reason(self.game, self.view, self.answers, self.seed)


@dataclass(frozen=True, slots=True)
class Confirm(OfMatch):
    """An answer of a match that is over that seems to have cost much; see `opponents.confirming.confirmed`."""

    moment: Moment
    seconds: float
    seed: int

    def answer(self) -> list[Moment]:
        return [confirmed(self.record, self.moment, self.seed, Budget(self.seconds))]


@dataclass(frozen=True, slots=True)
class Illustrate(OfMatch):
    """A turning point of a match that is over; see `opponents.reasons.explained`."""

    moment: Moment
    seconds: float
    seed: int

    def answer(self) -> list[Moment]:
        return [explained(self.record, self.moment, self.seed, Budget(self.seconds))]


Task: TypeAlias = (
    Question
    | Swing
    | Measure
    | Piece
    | Refine
    | Seek
    | Examine
    | Hold
    | Challenge
    | Grade
    | Explain
    | Confirm
    | Illustrate
)


def packed(value: object) -> bytes:
    """A frame."""
    body = pickle.dumps(value)
    return LENGTH.pack(len(body)) + body


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Do one task after the other."""
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        (length,) = LENGTH.unpack(head)
        reply: Answer
        try:
            task: Task = pickle.loads(source.read(length))
            reply = task.answer()
        except Exception:
            reply = traceback.format_exc()  # one thought that fails doesn't end the others
        sink.write(packed(reply))
        sink.flush()


def main() -> None:
    """Serve the process that has started this one, for as long as it lives."""
    stand_back(MEMORY)  # presses come first
    serve(sys.stdin.buffer, sys.stdout.buffer)
