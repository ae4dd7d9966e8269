"""The player of Schlangennest that thinks: a tree of answers, which grows where it does well."""

from __future__ import annotations

from math import sqrt
from random import Random

from engines.dice import ScriptedDice
from engines.schlangennest import SchlangennestView
from engines.schlangennest.game import Schlangennest
from engines.schlangennest.quick import Answer
from engines.schlangennest.simulation import Position, SchlangennestSimulation
from engines.table import Path
from opponents.schlangennest.value import results
from opponents.thinking import Budget, Ranking, ranked

GAME, SIMULATION, NO_DICE = Schlangennest(), SchlangennestSimulation(), ScriptedDice(())

EXPLORE = 0.15  # the weight of what has hardly been tried
NOISE = 0.02  # answers whose results differ by less are as good as each other
FIRST = 16  # first cards that are looked at, by lot


class Node:
    """A position as it is known so far: its answers, and what each comes to for all seats."""

    __slots__ = ("answers", "children", "results", "seat", "tries", "visits")

    def __init__(self, position: Position, rng: Random) -> None:
        """Of a position in which somebody is asked."""
        self.seat = position.due
        self.answers = tried(position, rng)
        self.results: list[list[float]] = []
        for answer in self.answers:
            after = SIMULATION.copy(position)
            SIMULATION.play(after, self.seat, answer, NO_DICE)
            found = results(after)
            found[self.seat] += NOISE * rng.random()
            self.results.append(found)
        self.children: list[Node | None] = [None] * len(self.answers)
        self.tries, self.visits = [0] * len(self.answers), 0

    def choose(self) -> int:
        """The number of the answer to be looked at next."""
        explore, best, found = EXPLORE * sqrt(self.visits + 1), -9.0, 0
        for at, tries in enumerate(self.tries):
            value = self.results[at][self.seat] + explore / (1 + tries)
            if value > best:
                best, found = value, at
        return found

    def best(self) -> list[float]:
        """What the position comes to if its seat answers as well as is known."""
        return max(self.results, key=lambda found: found[self.seat])


def tried(position: Position, rng: Random) -> list[Answer]:
    """All answers, of first cards some by lot, in any order."""
    found = list(SIMULATION.answers(position, position.due))
    if position.stage == "first" and len(found) > FIRST:
        return rng.sample(found, FIRST)
    rng.shuffle(found)
    return found


def think_schlangennest(view: SchlangennestView, rng: Random, budget: Budget) -> Path:
    """The answer that was looked at most; ValueError if the viewer isn't asked."""
    return weigh_schlangennest(view, rng, budget)[0].path


def weigh_schlangennest(view: SchlangennestView, rng: Random, budget: Budget) -> Ranking:
    """The same answer, and after it all others."""
    if view.over or view.viewer != view.due:
        raise ValueError(f"viewer {view.viewer} is not asked")
    start = SIMULATION.load(GAME.imagine(view, rng))
    root = Node(start, rng)
    if len(root.answers) > 1:
        for _ in budget.spend():
            _grow(root, SIMULATION.copy(start), rng)
    best = max(range(len(root.answers)), key=lambda at: (root.tries[at], root.results[at][root.seat]))
    paths = [SIMULATION.path(start, view.due, answer) for answer in root.answers]
    return ranked(paths, [[min(1.0, max(0.0, found[root.seat]))] for found in root.results], best)


def _grow(root: Node, position: Position, rng: Random) -> None:
    """Go down to a position that isn't known yet, look at it, and remember on the way back what it comes to."""
    node = root
    way: list[tuple[Node, int]] = []
    while True:
        at = node.choose()
        way.append((node, at))
        SIMULATION.play(position, position.due, node.answers[at], NO_DICE)
        child = node.children[at]
        if position.stage == "over":
            break
        if child is None:
            child = node.children[at] = Node(position, rng)
            node.results[at] = child.best()
            break
        node = child
    for node, at in reversed(way):
        node.visits += 1
        node.tries[at] += 1
        child = node.children[at]
        if child:
            node.results[at] = child.best()
