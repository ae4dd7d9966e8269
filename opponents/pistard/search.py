"""The opponent of Pistard that thinks: it rides on from the likely answers for a turn or two, and takes the best one.

Each sweep rides on once from every answer that is still in the race, with the same dice; the seat rides by bonus steps
and pips, its rivals to the farthest square, and `opponents.pistard.network` judges where they end, in elimination races
`opponents.pistard.value`. An answer that has clearly fallen behind is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, sqrt
from operator import itemgetter
from random import Random

from engines.pistard import Pistard, PistardView
from engines.table import Dice, Path, Seat
from opponents.luck import SameLuck
from opponents.pistard.fast.position import Answer, Position
from opponents.pistard.fast.simulation import PistardSimulation
from opponents.pistard.network import hoped
from opponents.pistard.rule import bonus_steps, planned
from opponents.pistard.value import distinct, judged, phases_of, shares
from opponents.thinking import Budget, Ranking, Weighed, ranked

GAME, QUICK = Pistard(), PistardSimulation()

MOST = 8  # answers that are tried
WITHIN = 0.15  # of the match: an answer that looks so much worse than the best isn't tried
AHEAD = 6  # a way on ends with the first turn that begins after so many moves
LONGEST = 40  # moves of a way on, wherever it ends then
LEAST = 3  # sweeps that are worth more than no thought at all
SWEEPS = 5  # before an answer may be dropped
CAUTION = 0.7  # standard errors that an answer must do better than the first one
SURE = 2.2  # standard errors that an answer is behind the best when it is dropped
OWN_PIP = 0.7  # in bonus steps, on the way on
EQUAL = 0.002  # of the match: two answers that are known to be so near are equal


def think_pistard(view: PistardView, rng: Random, budget: Budget) -> Path:
    """The answer from which the seat takes the greatest part of first places."""
    return weigh_pistard(view, rng, budget)[0].path


def weigh_pistard(view: PistardView, rng: Random, budget: Budget) -> Ranking:
    """The same answer, and after it the others that were ridden on from."""
    seat = view.viewer
    assert seat is not None, "a seat looks ahead, not the public"
    rounds = budget.spend()
    position = QUICK.load(GAME.imagine(view, rng))
    answers = _tried(position, seat, rng)
    paths = [QUICK.path(position, seat, answer) for answer in answers]
    if len(answers) == 1:
        return [Weighed(paths[0])]
    best, results = _best(view, position, answers, rounds, rng)
    return ranked(paths, results, best)


def _tried(position: Position, seat: Seat, rng: Random) -> list[Answer]:
    """The answers that are worth a thought, the first one even without."""
    answers = QUICK.answers(position, seat)
    if len(answers) == 1:
        return answers
    rng.shuffle(answers)
    if position.start is not None:
        return answers
    first = planned(position)
    answers = distinct([*answers, first])
    hopes = judged(position, answers, phases_of(position))
    best = max(hopes)
    ranked = sorted(zip(hopes, range(len(answers)), strict=True), reverse=True)
    return [first, *(answers[i] for hope, i in ranked[:MOST] if hope >= best - WITHIN and answers[i] != first)]


def _best(
    view: PistardView, position: Position, answers: Sequence[Answer], rounds: Iterator[int], rng: Random
) -> tuple[int, list[list[float]]]:
    """The place of the best answer when all rounds are spent, or all others are dropped, and what each has come to.

    It is the first one if nothing is known yet.
    """
    assert view.viewer is not None
    results: list[list[float]] = [[] for _ in answers]
    left = list(range(len(answers)))
    falls = SameLuck(rng)
    done = 0  # of the sweep
    for _ in rounds:
        if done == len(left):
            left, done = _kept(left, results), 0
            if len(left) == 1:
                break
            falls = SameLuck(rng)
            if view.stage == "start":
                position = QUICK.load(GAME.imagine(view, rng))
        index = left[done]
        results[index].append(_ridden(position, view.viewer, answers[index], falls, rng))
        done += 1
    return _chosen(left, results), results


def _chosen(left: Sequence[int], results: Sequence[Sequence[float]]) -> int:
    """The answer that did best in whole sweeps; the first one as long as too little speaks against it."""
    sweeps = min(len(results[i]) for i in left)  # the last sweep may have ended half way
    if sweeps < LEAST:
        return 0
    caution = CAUTION if 0 in left else 0.0

    def lead(index: int) -> float:
        mean, error = _lost(results[index][:sweeps], results[0 if 0 in left else left[0]][:sweeps])
        return mean - caution * error

    return max(left, key=lead)


def _kept(left: list[int], results: Sequence[Sequence[float]]) -> list[int]:
    """Those of the answers that may still be the best; one alone where the others are worse or as good."""
    if len(results[left[0]]) < SWEEPS:
        return left
    best = max(left, key=lambda index: sum(results[index]))
    kept: list[int] = []
    for index in left:
        mean, error = _lost(results[best], results[index])
        if index == best or (mean <= SURE * error and mean + SURE * error > EQUAL):
            kept.append(index)
    return kept


def _lost(best: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """By how much the one did better than the other in the same sweeps on average, and the standard error of that."""
    lost = [mine - its for mine, its in zip(best, other, strict=True)]
    mean = sum(lost) / len(lost)
    return mean, sqrt(sum((g - mean) ** 2 for g in lost) / (len(lost) - 1) / len(lost))


def _ridden(position: Position, seat: Seat, answer: Answer, falls: SameLuck, rng: Random) -> float:
    """The share of the seat where a way on ends that begins with the answer."""
    position = QUICK.copy(position)
    QUICK.play(position, seat, answer, falls)
    return ridden_on(position, falls, rng, seat)[seat]


def ridden_on(position: Position, falls: Dice, rng: Random, seat: Seat | None = None) -> Sequence[float]:
    """The share of each seat where a way on ends that begins with this position, which is used up.

    A seat that thinks rides by bonus steps and pips and takes its rivals to ride as far as they can; where no one does,
    all ride by the plain rule.
    """
    while position.start is not None:
        waiting = QUICK.waiting(position)[0]
        QUICK.play(position, waiting, QUICK.random_answer(position, waiting, rng), falls)
    mine, rival = (likely, likely) if seat is None else (by_pips, farthest)
    last = inf
    for move in range(LONGEST):
        if position.over or position.turn > last:
            break
        if move >= AHEAD and last == inf:
            last = position.turn
        due = position.team.seats[position.queue[-1]]
        QUICK.play(position, due, (mine if due == seat else rival)(position), falls)
    return shares(position, phases_of(position)) if position.course.stretch else hoped(position)


def likely(position: Position) -> Answer:
    """What the seat that is due plays without thinking: the most bonus steps, then the highest die.

    All dice are played in the end, but each bonus step is a square more.
    """
    answers = QUICK.answers(position, position.team.seats[position.queue[-1]])
    best, most = answers[0], -1
    for answer in answers:  # the highest die first
        steps = answer[3]
        bonuses = len(steps) - (steps[-1] == "stop")
        if bonuses > most:
            best, most = answer, bonuses
    return best


def by_pips(position: Position) -> Answer:
    """What the seat that is due plays for bonus steps and pips, both of which bring it forward."""
    answers = QUICK.answers(position, position.team.seats[position.queue[-1]])
    return max(answers, key=lambda answer: bonus_steps(answer) + OWN_PIP * answer[0])


def farthest(position: Position) -> Answer:
    """What the seat that is due plays for squares alone, as most do who look one move ahead."""
    return max(QUICK.answers(position, position.team.seats[position.queue[-1]]), key=itemgetter(1))
