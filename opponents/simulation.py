"""Playing without asking first, for opponents that try thousands of moves in states that they have imagined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from engines.table import Dice, Path, Viewer

S = TypeVar("S")
C = TypeVar("C")
A = TypeVar("A")


class Chance(Protocol):
    """The part of `random.Random` that a random answer may use."""

    def random(self) -> float:
        """A number from 0 to below 1."""
        ...


class Simulation(Protocol[S, C, A]):
    """A second way through a game's rules, which checks nothing that it has found itself.

    It plays on a position of its own (`C`), which may be the state or something that is copied faster; an answer (`A`)
    is whatever is quickest to make and to play. Tests hold it against `ask` and `apply`: the same answers, and the same
    state after each of them. Never play anything in it that didn't come from `answers` or `random_answer`.
    """

    def load(self, state: S) -> C:
        """The position of a state, which stays untouched."""
        ...

    def state(self, position: C) -> S:
        """The state of a position, equal to what `apply` would have made of it."""
        ...

    def copy(self, position: C) -> C:
        """A position that is played on without touching this one."""
        ...

    def waiting(self, position: C) -> Sequence[Viewer]:
        """Who must answer, as in the public view; no one once the match is over."""
        ...

    def answers(self, position: C, viewer: Viewer) -> Sequence[A]:
        """All legal answers of a viewer who is waited for, each once."""
        ...

    def random_answer(self, position: C, viewer: Viewer, rng: Chance) -> A:
        """A legal answer by lot; each has a chance, not all the same one."""
        ...

    def path(self, position: C, viewer: Viewer, answer: A) -> Path:
        """The answer as the steps that `apply` takes."""
        ...

    def play(self, position: C, viewer: Viewer, answer: A, dice: Dice) -> None:
        """Change the position by the answer, and run on to the next question."""
        ...
