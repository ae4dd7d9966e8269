"""The player of Schlangennest that looks close by: what a card does to the ends on its square and beside it.

Everyone plays like that in the matches that a search plays on in its head, so it has to be quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random
from typing import TypeAlias

from engines.schlangennest.cards import KINDS, SNAKES
from opponents.schlangennest.fast.patterns import (
    CURVE,
    FOREIGN,
    HEAD,
    KEPT,
    KIND,
    NONE,
    NOTHING,
    TAIL,
    Plan,
    Reach,
    crowd_of,
    plans,
)
from opponents.schlangennest.fast.quick import Answer, Room, grown
from opponents.schlangennest.fast.simulation import Position, SchlangennestSimulation

SIMULATION = SchlangennestSimulation()

# what counts, in parts
ALIVE = 8.0  # an end where a straight or a curve can be laid
CLOSABLE = 1.0  # an end for which only the head or tail is left
WAY = 0.2  # each way to go on with a straight or a curve
WHIM = 1.0  # up to so much is added by lot, so that matches vary

BITS = 3  # of each snake in what is seen of the hands: a straight, a curve, a tail or head
HANDS = BITS * len(SNAKES)
FIRST_TRIES = 8  # at random, for a first card that isn't a head or tail

Gain: TypeAlias = tuple[float, Answer]


def likely(position: Position, rng: Random) -> Answer:
    """What the seat that is due plays if it looks close by, with a whim of its own; a first card is any."""
    random = rng.random
    answers = gains(position) if position.stage == "lay" else []
    if answers:
        best, chosen = -9e9, answers[0][1]
        for gain, answer in answers:
            hope = gain + WHIM * random()
            if hope > best:
                best, chosen = hope, answer
        return chosen
    answer = SIMULATION.random_answer(position, position.due, rng)
    if position.stage == "first" and CURVE in position.setting.first_kinds:
        for _ in range(FIRST_TRIES):
            if KIND[answer[2]] <= CURVE:
                break
            answer = SIMULATION.random_answer(position, position.due, rng)
    return answer


def gains(position: Position) -> list[Gain]:
    """The lays that are worth a thought, each with what the seat gains by it and the others lose.

    Heads and tails are among them where they touch another snake, and at ends where nothing else can be laid; tails,
    which may still be owed to S11 or S13, only when the head is gone. Nothing is found where S11 leaves hardly any
    choice.
    """
    seen, alive = sight(position), -1
    answers: list[Gain] = []
    for port, snake, plan in position.tried():  # at each end the straights and curves come first
        kind = plan.kind
        if kind > CURVE and len(plan.owned) == 1 and port == alive:
            continue
        if kind == TAIL and position.held(snake, HEAD):
            continue
        gain = gain_of(position, seen, port >> 2, snake, plan)
        if gain is not None:
            answers.append((gain, (port, snake, plan.code)))
            if kind <= CURVE:
                alive = port
    return answers


def sight(position: Position) -> int:
    """What else the worth of an end depends on, as one number: the kinds in each hand, who is due, and the seats."""
    hands = position.hands
    seen = position.setting.seats * len(SNAKES) + position.due << HANDS
    for start in range(0, len(hands), len(KINDS)):
        straights, curves, tails, heads = hands[start : start + len(KINDS)]
        seen |= ((straights > 0) | (curves > 0) << 1 | (tails + heads > 0) << 2) << BITS * (start // len(KINDS))
    return seen


def gain_of(position: Position, seen: int, cell: int, snake: int, plan: Plan) -> float | None:
    """What the seat gains by the card there, in parts; None if it may not lie there."""
    setting, box, reach, kind = position.setting, position.box, position.reach, plan.kind
    before = then = setting.room(box)
    if not position.hands[len(KINDS) * snake + kind]:
        return None
    if kind > CURVE:
        if not setting.has_end_room(cell):
            return None
    elif not before[cell]:
        return None
    elif setting.floats:
        then = setting.room(grown(box, cell))
    gain = -worth(reach.get(cell, NOTHING), seen, before[cell])[0]
    gain, after = _joined(position, cell, plan, gain, weights_of(seen >> HANDS))
    several = False
    for near, there in after.items():
        more, many = worth(there, seen, then[near])
        gain += more
        several = several or many
        if near in reach:
            gain -= worth(reach[near], seen, before[near])[0]
    if several and position.crowded(after, snake, cell, plan):
        return None
    if then is not before:
        gain -= _fenced(position, seen, {cell, *after}, before, then)
    return gain


def _joined(
    position: Position, cell: int, plan: Plan, gain: float, weights: Sequence[float]
) -> tuple[float, dict[int, Reach]]:
    """The gain with the parts that the card adds to snakes, and the free cells where these have ends then."""
    reach = position.reach
    entering = reach.get(cell, NOTHING)
    after: dict[int, Reach] = {}
    for owner, laid, _, grays, outs, _ in plan.owned:
        parts = laid
        for step, side in outs:
            near = cell + step
            there = after.get(near) or reach.get(near, NOTHING)
            after[near] = (*there[:side], owner, *there[side + 1 :])
        for gray in grays:
            more, ends, _, _ = position.strands[entering[gray]]
            parts += more
            for end in ends:
                near, side = end >> 2, end & 3
                if near != cell:
                    there = after.get(near) or reach[near]
                    after[near] = (*there[:side], owner, *there[side + 1 :])
        gain += weights[owner] * parts
    return gain, after


def _fenced(position: Position, seen: int, cells: set[int], before: Room, then: Room) -> float:
    """What the ends elsewhere lose of their worth because the border has moved in."""
    lost = 0.0
    for snake in range(position.setting.snakes):
        for port in position.ends(snake):
            cell = port >> 2
            if cell not in cells and before[cell] and not then[cell]:
                cells.add(cell)
                lost += worth(position.reach[cell], seen, True)[0] - worth(position.reach[cell], seen, False)[0]
    return lost


@cache
def weights_of(place: int) -> tuple[float, ...]:
    """By owners what a part of theirs is worth to the seat that is due, at a table with so many seats."""
    seats, due = divmod(place, len(SNAKES))
    snakes = [1.0 if snake % seats == due else -1 / (seats - 1) for snake in range(len(SNAKES))]
    return 0.0, *snakes, 0.0


@lru_cache(maxsize=KEPT)
def worth(reach: Reach, seen: int, room: bool) -> tuple[float, bool]:
    """What the ends that come to a free cell are worth to the seat, and whether they are those of several snakes."""
    weights, value = weights_of(seen >> HANDS), 0.0
    for side, owner in enumerate(reach):
        if NONE < owner < FOREIGN:
            hand = seen >> BITS * (owner - 1)
            kinds = [plan.kind for plan in plans(reach, owner - 1).joining[side]]
            ways = sum(hand >> kind & 1 for kind in kinds if kind <= CURVE) if room else 0
            if ways:
                value += weights[owner] * (ALIVE + WAY * ways)
            elif hand >> TAIL & 1 and max(kinds, default=CURVE) > CURVE:
                value += weights[owner] * CLOSABLE
    return value, crowd_of(reach).number > 1
