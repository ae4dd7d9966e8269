"""Search in LEGSTRONG: the policy's answer and its rivals, each ridden to the end of the leg many times.

All are tried in the same worlds with the same luck, so that little else than the answer makes a difference; another
than the policy's own is given only if it does better for sure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, sqrt
from random import Random

from engines.legstrong import LegstrongView
from engines.legstrong.config import CONFIG
from engines.legstrong.game import Legstrong
from engines.legstrong.results import finish_summit, results, unfinished
from engines.legstrong.state import HOME, State
from engines.table import Dice, Path, Ready, Seat
from opponents.legstrong.candidates import candidates
from opponents.legstrong.fast.position import Position
from opponents.legstrong.fast.simulation import LegstrongSimulation
from opponents.legstrong.policy import Mind, RoadAnswer, decide
from opponents.legstrong.preparation import prepare
from opponents.luck import Luck
from opponents.thinking import Budget, Ranking, Weighed, ranked

GAME, QUICK = Legstrong(), LegstrongSimulation()
LEAST = 6  # worlds before an answer is given up or preferred
SURE = 1.3  # standard errors by which another answer must beat the policy's
LOST = 2.5  # standard errors by which an answer must be behind to be given up
NEVER = 1e6  # seconds that no attack promises
RIVALS = (NEVER, 9.0, 9.0, 4.0)  # what the others' attacks must promise: some wait for the sprint, some try often
DEPTHS = 3  # how far bids are thought through, by lot
# The share of a match, by seconds of the general classification: how far luck goes in the last leg, and in each to come
NOW, LATER = 5.0, 14.0
KEPT = 0.25  # seconds: of a unit of energy that goes into the next leg


def think_legstrong(view: LegstrongView, rng: Random, budget: Budget) -> Path:
    """The answer of `view.viewer`, who must be asked."""
    return weigh_legstrong(view, rng, budget)[0].path


def weigh_legstrong(view: LegstrongView, rng: Random, budget: Budget) -> Ranking:
    """The same answer, and after it the others that were ridden on from."""
    rounds = budget.spend()
    next(rounds)
    seat, world = view.viewer, QUICK.load(GAME.imagine(view, rng))
    if seat is None or not world.riding:
        return [Weighed(prepare(view, rng))]
    world.answers.clear()  # what others have sealed is as good as not decided: no one can know it
    answers = candidates(world, seat, Mind(least=rng.uniform(7.0, 11.0), depth=rng.randint(1, DEPTHS)))
    paths = [QUICK.path(world, seat, answer) for answer in answers]
    if len(answers) > 1:
        best, worth = _best(view, seat, answers, rng, rounds)
        best_first = ranked(paths, worth, best)
    else:
        best_first = [Weighed(path) for path in paths]
    # in the imagined world a rider may have been able to do what it can't
    return [w for w in best_first if isinstance(GAME.ask(view, w.path), Ready)] or [Weighed(GAME.fallback(view))]


def _best(
    view: LegstrongView, seat: Seat, answers: Sequence[RoadAnswer], rng: Random, rounds: Iterator[int]
) -> tuple[int, list[list[float]]]:
    """The place of the best answer, the policy's unless another is better for sure, and what each has come to."""
    worth: list[list[float]] = [[] for _ in answers]
    left = list(range(len(answers)))
    luck, world = b"", None
    turn = 0
    for _ in rounds:
        if turn == 0 or world is None:
            luck, world = rng.randbytes(8), QUICK.load(GAME.imagine(view, rng))
            world.answers.clear()
        index = left[turn]
        worth[index].append(ridden(world.copy(), seat, answers[index], Random(luck)))
        turn = (turn + 1) % len(left)
        if turn == 0 and len(worth[left[0]]) >= LEAST:
            left = _still_in(worth, left)
            if len(left) == 1:
                break
    done = min(len(worth[i]) for i in left)
    sure = 0
    if done >= LEAST:
        best = max(left, key=lambda index: sum(worth[index][:done]))
        if 0 not in left or _ahead(worth[best][:done], worth[0][:done]) > SURE:
            sure = best
    return sure, worth


def _still_in(worth: list[list[float]], left: list[int]) -> list[int]:
    best = max(left, key=lambda index: sum(worth[index]))
    return [index for index in left if index == best or _ahead(worth[best], worth[index]) < LOST]


def _ahead(better: Sequence[float], worse: Sequence[float]) -> float:
    """By how many standard errors one answer beats another in the same worlds."""
    apart = [share - other for share, other in zip(better, worse, strict=True)]
    mean = sum(apart) / len(apart)
    spread = sum((g - mean) ** 2 for g in apart) / max(1, len(apart) - 1)
    return mean / sqrt((spread + 1e-6) / len(apart))


def ridden(p: Position, seat: Seat, answer: RoadAnswer, rng: Random) -> float:
    """The share of the match that is to be hoped for after the leg, if it is begun with that answer."""
    luck = Luck(rng)
    minds = [a_rival(rng) for _ in range(p.seats)]
    minds[seat] = Mind()
    QUICK.ride(p, seat, answer, luck)
    ride_on(p, minds, luck)
    return hopes(p, luck)[seat]


def ride_on(p: Position, minds: Sequence[Mind], luck: Dice) -> None:
    """Ride to the end of the leg."""
    while p.stage:
        who = next(other for other in p.asked if other not in p.answers)
        QUICK.ride(p, who, decide(p, who, minds[who]), luck)


def a_rival(rng: Random) -> Mind:
    """How an unknown player rides."""
    return Mind(least=RIVALS[int(rng.random() * len(RIVALS))], depth=1 + int(rng.random() * DEPTHS))


def hopes(p: Position, luck: Dice) -> list[float]:
    """Each seat's share of the match after the leg, which is to be closed."""
    state, line = p.state, sorted(p.line)
    late = unfinished([racer for racer in p.riders if racer.place != HOME], state.leg, luck)
    order = [*(crossing.rider for crossing in line), *late]
    won = (*p.won, *finish_summit(p.course, order))
    legs = len(state.courses) - state.leg
    energy = {racer.id: min(racer.energy, CONFIG.kept) if legs else 0 for racer in p.riders}
    scores = {score.rider: score for score in state.scores}
    times = [list[float]() for _ in range(p.seats)]
    for finish in results(line, late, won):
        score = scores[finish.rider]
        tie = 0.2 * (score.wins + (finish.place == 1)) - 0.01 * (score.places + finish.place)
        times[score.seat].append(score.seconds + finish.seconds - tie - KEPT * energy[finish.rider])
    return shares_of(state, times, legs)


def shares_of(state: State, times: Sequence[Sequence[float]], legs: int) -> list[float]:
    """Each seat's share of the match, by the seconds of its riders so far and the number of legs to come."""
    best = 2 if state.table.options["win"] == "team" else 1
    sums = [sum(sorted(seconds)[:best]) if seconds else 1e4 for seconds in times]
    scale, least = NOW + LATER * sqrt(legs), min(sums)
    parts = [exp((least - s) / scale) for s in sums]
    total = sum(parts)
    return [part / total for part in parts]
