"""The player of SuperEchelon that thinks: it tries each answer in imagined worlds and plays the leg on from there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, permutations
from math import sqrt
from random import Random

from engines.superechelon.game import SuperEchelon
from engines.superechelon.state import SuperEchelonView
from engines.superechelon.tour import turns
from engines.table import Path
from opponents.superechelon.chances import Chances, totals_of
from opponents.superechelon.fast.position import FIGURE, FIRST_BAD, GC, LOOT, POINTS, Booty, Position
from opponents.superechelon.fast.simulation import Answer, SuperEchelonSimulation, places, put, targets
from opponents.superechelon.riding import ride
from opponents.thinking import Budget, Ranking, Weighed, ranked

GAME, PLAYED = SuperEchelon(), SuperEchelonSimulation()
TRIES, AGAIN = 12, 4  # worlds before the first answers are given up, and between two looks
BEHIND = 2.5  # standard errors by which an answer must be behind the best to be given up
STRUCK = 2  # targets of a Bad Day in each breakaway
ORDERS = 24  # ways to deal loot


def think_superechelon(view: SuperEchelonView, rng: Random, budget: Budget) -> Path:
    """The answer with the best chance of winning the season, on average of the worlds that the view leaves open."""
    return weigh_superechelon(view, rng, budget)[0].path


def weigh_superechelon(view: SuperEchelonView, rng: Random, budget: Budget) -> Ranking:
    """The same answer, and after it the others that were tried."""
    assert view.viewer is not None, "a seat looks ahead, not the public"
    position = PLAYED.load(GAME.imagine(view, rng))
    answers = candidates(position)
    paths = [PLAYED.path(position, view.viewer, answer) for answer in answers]
    if len(answers) == 1:
        return [Weighed(paths[0])]
    best, records = _race(view, answers, Chances(position, view.viewer, rng), rng, budget)
    return ranked(paths, records, best)


def candidates(position: Position) -> list[Answer]:
    """Answers that differ in more than the copy of a figure; of a Bad Day's targets the best."""
    if position.booty:
        return _dealings(position.booty)
    where, values = places(position, position.due), POINTS[position.column]
    cards = list({FIGURE[card]: card for card in position.hands[position.due]}.values())
    answers: list[Answer] = []
    for card in cards:
        for place in where:
            if card < FIRST_BAD or position.seats == 2:
                answers.append((card, place, -1))
                continue
            struck: dict[int, list[int]] = {}
            at_of = {c.card: c.place for c in position.road}
            for target in sorted(targets(position, place), key=values.__getitem__, reverse=True):
                struck.setdefault(at_of[target], []).append(target)
            best = [target for rivals in struck.values() for target in rivals[:STRUCK]]
            answers += [(card, place, target) for target in (*best, -1)]
    return answers


def _dealings(booty: Booty) -> list[Answer]:
    """The best of the loot to the distributor, the rest in turns to each order of the others."""
    others = [receiver for receiver, count in enumerate(booty.counts) if receiver and count]
    dealings: list[Answer] = []
    for order in islice(permutations(others), ORDERS):
        receivers = [0] * booty.counts[0] + [r for r in order for _ in range(booty.counts[r])]
        dealings.append(tuple(receivers))
    return dealings


def _race(
    view: SuperEchelonView, answers: Sequence[Answer], chances: Chances, rng: Random, budget: Budget
) -> tuple[int, list[list[float]]]:
    """The place of the best answer, and the record of each; all still in are tried in one world, then in another."""
    records: list[list[float]] = [[] for _ in answers]
    tried = dealt if view.stage == LOOT else _ridden
    alive, turn, worlds = list(range(len(answers))), list[int](), 0
    world, totals = PLAYED.load(GAME.imagine(view, rng)), list[float]()
    for _ in budget.spend():
        if not turn:
            if worlds >= TRIES and worlds % AGAIN == 0:
                alive = _still_in(alive, records)
                if len(alive) == 1:
                    break
            world, turn, worlds = PLAYED.load(GAME.imagine(view, rng)), alive[::-1], worlds + 1
            totals = totals_of(world)
        index = turn.pop()
        records[index].append(tried(world.copy(), answers[index], chances, totals, rng))
    worlds_tried = min(len(records[i]) for i in alive)  # worlds in which all were tried
    compared = [i for i in alive if records[i]] if not worlds_tried else alive
    return max(compared, key=lambda index: sum(records[index][:worlds_tried] or records[index])), records


def _still_in(alive: Sequence[int], records: Sequence[Sequence[float]]) -> list[int]:
    """Those that aren't surely behind the best, world by world."""
    best = max(alive, key=lambda index: sum(records[index]))
    tries, kept = len(records[best]), list[int]()
    for index in alive:
        gaps = [mine - other for mine, other in zip(records[best], records[index], strict=True)]
        mean = sum(gaps) / tries
        error = sqrt(max(0.0, sum([gap * gap for gap in gaps]) / tries - mean * mean) / tries)
        if index == best or mean <= BEHIND * error:
            kept.append(index)
    return kept


def _ridden(world: Position, answer: Answer, chances: Chances, totals: Sequence[float], rng: Random) -> float:
    """The chance after the leg, played on quickly."""
    left = cards_left(world) - 1
    put(world, answer)
    world.due = (world.due + 1) % world.seats
    ride_on(world, left, chances.price, rng)
    return chances.after(world, totals)


def cards_left(world: Position) -> int:
    """How many cards are yet to be played in this leg."""
    # rounds after this one, and the seats that are yet to play in this one
    seats = world.seats
    return seats * (turns(seats, world.leg) - world.turn) + (world.leader - world.due - 1) % seats + 1


def ride_on(world: Position, cards: int, price: Sequence[float], rng: Random) -> None:
    """So many cards are played quickly, from the seat that is due."""
    random, seats = rng.random, world.seats
    for _ in range(cards):
        put(world, ride(world, price, random))
        world.due = (world.due + 1) % seats


def dealt(world: Position, answer: Answer, chances: Chances, totals: Sequence[float], _: Random) -> float:
    """The chance with the loot dealt like this."""
    assert world.booty is not None
    expected = [*totals]
    for card, receiver in zip(world.booty.cards, answer, strict=True):
        expected[world.booty.seats[receiver]] += GC[card]
    return chances.of(world, expected)
