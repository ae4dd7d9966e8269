"""A quick player of SuperEchelon for legs that are played on by the thousand: what a card may win, less its price."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, sqrt

from engines.superechelon.tour import turns
from opponents.superechelon.fast.position import FIRST_BAD, FIRST_GOOD, GC, POINTS, Booty, Position
from opponents.superechelon.fast.simulation import Answer, places

CALM, DOUBT = 0.7, 1.0  # stage points by which totals can still shift: at the end, and with each card to come
WHIM = 2.0  # GC points by which a choice is left to chance
USUAL = 5.0  # stage points of a card
SPREAD = tuple(1 / (CALM + DOUBT * sqrt(cards)) for cards in range(200))


def ride(position: Position, price: Sequence[float], random: Callable[[], float], whim: float = WHIM) -> Answer:
    """A card, its breakaway and what it cancels, for the seat that is due; `price` is what each card costs."""
    act = _duel if position.seats == 2 else _escape
    return act(position, price, random, whim)


def share_out(booty: Booty) -> Answer:
    """The best of the loot to its distributor, the rest to the others in their order."""
    return tuple([receiver for receiver, count in enumerate(booty.counts) for _ in range(count)])


def _duel(position: Position, price: Sequence[float], random: Callable[[], float], whim: float) -> Answer:
    """With two players the winner takes all."""
    seat, values = position.due, POINTS[position.column]
    starters = position.starters
    place = starters.index(seat) if seat in starters else len(starters)
    mine = theirs = top = 0
    for where, starter in enumerate(starters):
        total = position.sums[where] + position.goods[where] * position.tops[where]
        if starter == seat:
            mine, top = total, position.tops[where]
        else:
            theirs = total
    pot, played, played_by_me = 0, len(position.road), 0
    for card, who, _, _ in position.road:
        pot += GC[card]
        played_by_me += who == seat
    each = turns(2, position.leg)
    my_left, their_left = each - played_by_me - 1, each - played + played_by_me
    lead = mine - theirs + USUAL * (my_left - their_left)
    scale = SPREAD[my_left + their_left]
    best, chosen = -1e9, -1
    for card in position.hands[seat]:
        if card < FIRST_GOOD:
            more = values[card]
        else:
            more = top if card < FIRST_BAD else 0
            if more < USUAL and my_left and card < FIRST_BAD:
                more = USUAL
        wins = 1 / (1 + exp(-(lead + more) * scale))
        score = wins * (pot + GC[card]) - price[card] + whim * random()
        if score > best:
            best, chosen = score, card
    return chosen, place, -1


def _escape(position: Position, price: Sequence[float], random: Callable[[], float], whim: float) -> Answer:
    """Among three and more: where cards come home, and how many share what the others lose."""
    seat, values = position.due, POINTS[position.column]
    count, me = len(position.starters), 1 << position.due
    scores = [
        riders + goods * top for riders, goods, top in zip(position.sums, position.goods, position.tops, strict=True)
    ]
    mine, held = [0] * (count + 1), [0] * (count + 1)
    for card, who, place, _ in position.road:
        points = GC[card]
        held[place] += points
        if who == seat:
            mine[place] += points
    total = sum(held)
    first = second = 0  # the best points, and those of the best of the rest
    leader = -1
    for place, score in enumerate(scores):
        if score > first or leader < 0:
            first, second, leader = score, first, place
        elif score > second:
            second = score
    scale = SPREAD[position.seats * turns(position.seats, position.leg) - len(position.road) - 1]
    fit = not position.unfit & me
    best, answer = -1e9, (-1, -1, -1)
    for place in places(position, seat):
        if place < count:
            inside, score, top = position.inside[place] | me, scores[place], position.tops[place]
        else:
            inside, score, top = me, 0, 0
        lead = score - (second if place == leader else first)
        points_here = mine[place]
        share = (total - held[place]) / inside.bit_count() if fit else 0
        for card in position.hands[seat]:
            if card < FIRST_BAD:
                more, target = (values[card] if card < FIRST_GOOD else top), -1
                gain = points_here + GC[card] + share
            else:
                target, more = _struck(position, place, values)
                gain = points_here
            gain = gain / (1 + exp(-(lead + more) * scale)) - price[card] + whim * random()
            if gain > best:
                best, answer = gain, (card, place, target)
    return answer


def _struck(position: Position, place: int, values: Sequence[int]) -> tuple[int, int]:
    """The best rider of the best other breakaway, and what it scores: what a Bad Day cancels."""
    rival, most = -1, 0
    for other, sums in enumerate(position.sums):
        if other != place and sums > most:
            rival, most = other, sums
    if rival < 0:
        return -1, 0
    riders = [
        card
        for card, _, where, _ in position.road
        if where == rival and card < FIRST_GOOD and not position.cancelled >> card & 1
    ]
    card = max(riders, key=values.__getitem__)
    return card, values[card] + (position.goods[rival] * values[card]) // 2
