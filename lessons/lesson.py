"""Lessons: one match on the real engine whose luck and answers are written down, and the learner's part in it.

A lesson is data. Its match goes one way only: a right answer is played, a wrong one gets a reason and another try.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engines.table import Path, Seat, Viewer

LEARNER: Seat = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """What is played without the learner: who answers, and how; `path` None: as the game does when time is up."""

    by: Viewer
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A question to the learner, under a caption of its own.

    `right` are the answers that lead on, of which the first is played in the match; all others are wrong. An answer
    that isn't whole is no move yet: the next step goes on with the same question. `why` has the name of the reason for
    wrong answers that begin so ("6" or "6 2"); the others get the step's own reason. Of many answers only a few are
    offered, at least one with each reason first. `then` is played after the answer.

    Where a right answer isn't whole, the next step begins where it ends: the step has that answer alone and no `then`,
    and every right answer of the next one begins with it.

    The texts of a step are `lesson.<game>.<name>`, the same with `.why` for the reason, with `.why.<reason>` for
    others, and with `.done` for what the right answer has brought.
    """

    name: str
    right: tuple[Path, ...]
    why: Mapping[str, str] = field(default_factory=dict[str, str])
    then: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A chapter of what there is to learn about a game, in ten steps and forty clicks at most.

    `lesson.<game>.end.<chapter>` is said after its last step. Its first step takes two clicks at most.
    """

    game: str  # its key
    chapter: str  # its title is `lesson.<game>.title.<chapter>`
    seats: int  # of the match
    options: Mapping[str, str]  # of the match
    steps: tuple[Step, ...]  # in the order in which they are learnt
    before: tuple[Turn, ...] = ()  # played before the first step
    # dice by what they are rolled for; other luck is the same every time
    rolls: Mapping[str, Sequence[int]] = field(default_factory=dict[str, Sequence[int]])
    # what lies on top after a shuffle, by what is shuffled
    tops: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    beyond: bool = False  # it goes beyond a normal match: the game is learnt without it


def answer(text: str) -> Path:
    """A path, written with spaces between its steps."""
    return tuple(text.split())


def ride(by: Viewer, *texts: str) -> tuple[Turn, ...]:
    """One turn after the other of a seat, each written like an answer; "" is the answer that the game itself gives."""
    return tuple(Turn(by, answer(text) or None) for text in texts)
