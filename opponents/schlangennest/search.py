"""The player of Schlangennest that thinks: a tree of answers, and from its leaves matches played on to their end."""

from __future__ import annotations

from math import exp, sqrt
from random import Random

from engines.dice import ScriptedDice
from engines.schlangennest import SchlangennestView
from engines.schlangennest.field import snakes_of
from engines.schlangennest.game import Schlangennest
from engines.table import Path, Seat
from opponents.schlangennest.fast.patterns import CURVE, KIND, NOTHING, plans
from opponents.schlangennest.fast.quick import Answer
from opponents.schlangennest.fast.simulation import Position, SchlangennestSimulation
from opponents.schlangennest.policy import Gain, gain_of, gains, likely, sight
from opponents.thinking import Budget, Ranking, ranked

GAME, SIMULATION, NO_DICE = Schlangennest(), SchlangennestSimulation(), ScriptedDice(())

FIRST = 16  # first cards that are looked at, by lot
EXPLORE = 0.6  # the weight of what has hardly been tried
DOUBT = 3.0  # parts that an answer may look worse by and is still tried a good deal
EVEN = 0.25  # how much of the first look is forgotten, so that everything is tried
HOPE = 0.1  # how much worse than the others an answer is taken to be that wasn't tried yet
WON = 0.8  # what the first place is worth; the rest is for the lead
LEAD = 4.0  # parts that are a clear lead
SHORT = 0.01  # of the shorter snake, where the longest wins


class Node:
    """A position as it is known so far: its answers, how likely each is the best, and what they came to."""

    __slots__ = ("answers", "chances", "children", "seat", "sums", "tries", "visits")

    def __init__(self, position: Position, rng: Random) -> None:
        """Of a position in which someone is asked."""
        self.seat = position.due
        answers = thoughts(position, rng)
        self.answers = [answer for _, answer in answers]
        self.chances = _chances([gain for gain, _ in answers])
        self.children: list[Node | None] = [None] * len(answers)
        self.sums, self.tries, self.visits = [0.0] * len(answers), [0] * len(answers), 0

    def choose(self) -> int:
        """The number of the answer to be looked at next."""
        explore = EXPLORE * sqrt(self.visits + 1)
        unknown = sum(self.sums) / self.visits - HOPE if self.visits else 0.0
        best, chosen = -9e9, 0
        for index, tries in enumerate(self.tries):
            value = (self.sums[index] / tries if tries else unknown) + explore * self.chances[index] / (1 + tries)
            if value > best:
                best, chosen = value, index
        return chosen

    def best(self) -> int:
        """The number of the answer that was looked at most."""
        return max(range(len(self.answers)), key=lambda index: (self.tries[index], self.sums[index]))


def thoughts(position: Position, rng: Random) -> list[Gain]:
    """The answers that are worth a thought and what each gains at first sight; of first cards some by lot."""
    close = gains(position) if position.stage == "lay" else []
    if close:
        return close
    answers = list(SIMULATION.answers(position, position.due))
    if position.stage != "first":
        return [(0.0, answer) for answer in answers]
    answers = [answer for answer in answers if KIND[answer[2]] <= CURVE] or answers
    seen = sight(position)
    return [(_first_gain(position, seen, answer), answer) for answer in rng.sample(answers, min(FIRST, len(answers)))]


def _first_gain(position: Position, seen: int, answer: Answer) -> float:
    port, snake, code = answer
    plan = plans(position.reach.get(port >> 2, NOTHING), snake).by_code[code]
    assert plan, "only what S5 lets lie there is offered"
    return gain_of(position, seen, port >> 2, snake, plan) or 0.0


def _chances(gains: list[float]) -> list[float]:
    """How likely each answer is the best as far as its gain tells; 1 in all."""
    most = max(gains)
    weights = [exp((gain - most) / DOUBT) for gain in gains]
    total = sum(weights)
    return [(1 - EVEN) * weight / total + EVEN / len(gains) for weight in weights]


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
    paths = [SIMULATION.path(start, view.due, answer) for answer in root.answers]
    results = [[total / tries] if tries else [] for total, tries in zip(root.sums, root.tries, strict=True)]
    return ranked(paths, results, root.best())


def _grow(root: Node, position: Position, rng: Random) -> None:
    """Go down to a position that isn't known yet, play on from there, and remember on the way what came of it."""
    node: Node | None = root
    way: list[tuple[Node, int]] = []
    while node:
        number = node.choose()
        way.append((node, number))
        SIMULATION.play(position, node.seat, node.answers[number], NO_DICE)
        if position.stage == "over":
            break
        if node.tries[number] and not node.children[number]:
            node.children[number] = Node(position, rng)
        node = node.children[number]
    play_on(position, rng)
    results = outcome(position)
    for node, index in way:
        node.visits += 1
        node.tries[index] += 1
        node.sums[index] += results[node.seat]


def play_on(position: Position, rng: Random) -> None:
    """Play to the end of the match as everyone probably does."""
    while position.stage != "over":
        SIMULATION.play(position, position.due, likely(position, rng), NO_DICE)


def outcome(position: Position) -> list[float]:
    """What the match comes to for each seat: its part of the first place, and a little for the lead."""
    totals = totals_of(position)
    most = max(totals)
    part = WON / totals.count(most)
    results: list[float] = []
    for seat, total in enumerate(totals):
        lead = total - max(totals[:seat] + totals[seat + 1 :])
        results.append((part if total == most else 0.0) + (1 - WON) / (1 + exp(-lead / LEAD)))
    return results


def totals_of(position: Position) -> list[float]:
    """What the snakes of each seat count as they lie."""
    return [_total(position, seat) for seat in range(position.setting.seats)]


def _total(position: Position, seat: Seat) -> float:
    """What the seat's snakes count as they lie."""
    setting = position.setting
    parts = [position.parts(snake) for snake in snakes_of(seat, setting.seats, setting.snakes)]
    if setting.table.options["score"] == "sum":
        return sum(parts)
    return max(parts) + SHORT * min(parts)
