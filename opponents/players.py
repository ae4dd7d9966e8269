"""A game's computer players: what they have of their own where the ways for any game aren't good enough."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.table import Path, Seat
from opponents.judging import Judge
from opponents.play import Opponent, Rng
from opponents.random import play_random
from opponents.simulation import Simulation
from opponents.thinking import Thinker
from opponents.traits import Traits, standing_traits


@dataclass(frozen=True, slots=True)
class OwnRules:
    """How a game is played and judged: an answer, and how many answers of a question are worth a thought."""

    play: Opponent
    thoughts: Callable[[Any, Rng], int]


@dataclass(frozen=True, slots=True)
class Players:
    """The parts of a game's computer players, each of which a game may leave out."""

    easy: Opponent = play_random
    """How a person plays it who sees one thing at a time."""

    worth: Callable[[Any, Seat], float] | None = None
    """How good a position looks to a seat: what Fair tries to raise; None: points and rank."""

    near: float = 0.0
    """Answers that are no further behind the best, in that measure, are about as good to Fair."""

    rules: OwnRules | None = None
    """For a game in which looking one move ahead is too slow or too blind: how Fair plays instead."""

    thinker: Thinker | None = None
    """How Strong and Champion think; None: they try answers in matches that are played on at random."""

    glance: int = 100
    """Rounds of the thinker's shortest thought: some 0.1 s of a core."""

    idea: Callable[[Path], Path] = lambda path: path
    """What is the same for answers that come to the same."""

    shares: Mapping[str, float] = field(default_factory=dict[str, float])
    """The share of matches of two that each level wins from Fair, once measured by `python -m bench rivals`.

    `docs/opponents.md` has the intervals.
    """

    costs: Mapping[str, float] = field(default_factory=lambda: {"easy": 6.0, "fair": 2.0, "strong": 0.3})
    """The points of the chance to win at which Sparring, if each answer gives away so many, is a match for a level.

    Measured by `python -m bench sparring`.
    """

    fast: Simulation[Any, Any, Any] | None = None
    """The fast way through the rules, which plays on without asking first."""

    judge: Judge | None = None
    """How a match stands, for reviews and puzzles; None: it is played on at random to its end."""

    part: Callable[[Any], int] | None = None
    """What part of a match a state is in, by a number that grows: a lap, a leg, a turn."""

    tables: Sequence[tuple[int, Mapping[str, str]]] = ()
    """Seats and options of the matches that puzzles come from: brief ones, so that a decision can be worth much.

    Without any they come from the smallest table, with the options of the first preset.
    """

    details: tuple[str, ...] = ()
    """How the questions begin that ask for a detail: answers that differ in nothing else are the same idea."""

    traits: Callable[[Any, Seat], Traits] = standing_traits
    """What a position is like for a seat: what riders with a style look at."""

    unfit: Callable[[Any], bool] = lambda view: False
    """Whether no puzzle can be made of the decision that is seen in a view."""
