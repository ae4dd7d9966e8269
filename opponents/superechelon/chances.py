"""Worth of a leg's end for each seat: the chance to win the season, from GC points and cards kept."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from random import Random

from engines.superechelon.cards import FIGURES
from engines.superechelon.road import ROOMS
from engines.superechelon.state import WHOLE_TOUR
from engines.superechelon.tour import legs, tours_won
from opponents.superechelon.fast.position import FIGURE, GC, Position, points
from opponents.superechelon.fast.simulation import booty_of
from opponents.superechelon.fitted import EARLIER, LAST, SHIFT

SAMPLES = 60  # further tours that are imagined for each possible winner of this one
STEP = 6.0  # GC points by which the worth of a point is tried
IDLE = 0.0005  # what a GC point is worth that decides nothing
CERTAIN = 0.4  # GC points, as a shift: all is known


def kind_of(seats: int, room: int) -> tuple[int, str]:
    """Of which kind of table the fitted values hold best: breakaways with room for half of the players, or for more."""
    return seats, "half" if seats > 2 and room <= ROOMS["half"](seats) else "open"


def keep_of(position: Position) -> tuple[float, ...]:
    """What each card is worth that is kept for the legs after this one, in GC points."""
    left = legs(position.seats) - position.leg
    if not left:
        return (0.0,) * len(FIGURE)
    kind = kind_of(position.seats, position.room)
    row = dict(zip(FIGURES, (LAST if left == 1 else EARLIER)[kind], strict=True))
    return tuple([row[figure] for figure in FIGURE])


def price_of(seats: int, keep: Sequence[float]) -> tuple[float, ...]:
    """What each card costs that is played, in GC points before the average of all seats: someone takes it home."""
    return tuple([points / seats + worth * (1 - 1 / seats) for points, worth in zip(GC, keep, strict=True)])


class Chances:
    """How a position's seats stand, measured by one seat's chance of winning the season."""

    def __init__(self, position: Position, seat: int, rng: Random, samples: int = SAMPLES) -> None:
        """For legs that begin as this one; the results so far count, and the tours to come are imagined so often."""
        self.seat, self.seats = seat, position.seats
        self.left = legs(position.seats) - position.leg
        self.keep = keep_of(position)
        self.price = price_of(position.seats, self.keep)
        # a difference of normal shifts is nearly one of Gumbel's, whose greatest is known
        shifts = SHIFT[kind_of(position.seats, position.room)]
        self._calm = 0.78 * (shifts[self.left - 1] if self.left else CERTAIN)
        self._worth, self._point = _worths(position, seat, rng, samples)

    def after(self, position: Position, totals: Sequence[float]) -> float:
        """The chance if the leg ends as the table lies; `totals` are the seats' GC points before."""
        expected = [*totals]
        for seat, gained in enumerate(gains(position)):
            expected[seat] += gained
        return self.of(position, expected)

    def of(self, position: Position, totals: Sequence[float]) -> float:
        """The chance with these GC points and the cards that the seats still hold."""
        expected, keep = [*totals], self.keep
        if self.left:
            for seat, hand in enumerate(position.hands):
                for card in hand:
                    expected[seat] += keep[card]
        most, calm = max(expected), self._calm
        parts = [exp((p - most) / calm) for p in expected]
        hope = sum([part * worth for part, worth in zip(parts, self._worth, strict=True)]) / sum(parts)
        return hope + self._point * (expected[self.seat] - sum(expected) / self.seats)


def gains(position: Position) -> list[float]:
    """GC points for each seat if the leg ends now; hidden loot as its distributor probably deals it."""
    scored, seats = points(position), position.seats
    most = max(scored)
    winner = scored.index(most) if scored.count(most) == 1 else -1
    booty = booty_of(position, winner)
    alone = booty is None
    gained = [0.0] * seats
    for card, seat, place, _ in position.road:
        if alone or place == winner:
            gained[seat] += GC[card]
    if booty:
        first = booty.counts[0]
        gained[booty.seats[0]] += sum([GC[card] for card in booty.cards[:first]])
        rest = booty.cards[first:]
        if rest:
            each = sum([GC[card] for card in rest]) / len(rest)
            for seat, count in zip(booty.seats[1:], booty.counts[1:], strict=True):
                gained[seat] += each * count
    return gained


def totals_of(position: Position) -> list[float]:
    """GC points of each seat in this tour, hidden ones as they lie in this world."""
    totals = [float(points) for points in position.gc]
    for booty, dealt in position.hidden:
        for seat, cards in zip(booty.seats, dealt, strict=True):
            totals[seat] += sum([GC[card] for card in cards])
    return totals


def _worths(position: Position, seat: int, rng: Random, samples: int) -> tuple[list[float], float]:
    """The seat's chance by winner of this tour, and what one GC point more is worth to it in any case."""
    seats, tours = position.seats, position.tours - position.tour
    won = tours_won(position.results, seats)
    before = [float(sum(result.gc[seat] for result in position.results)) for seat in range(seats)]
    if not position.results and not tours:
        return [float(w == seat) for w in range(seats)], IDLE
    base = [old + now for old, now in zip(before, totals_of(position), strict=True)]
    samples = samples if tours else samples // 2
    shift = SHIFT[kind_of(seats, position.room)][-1]
    rest = shift * sqrt((legs(seats) - position.leg + 1) / legs(seats))
    worth, points_worth = [0.0] * seats, 0.0
    for _ in range(samples):
        gc = [t + rng.gauss(0.0, rest) for t in base]
        later = [0] * seats
        for _ in range(tours):
            scores = [rng.gauss(0.0, shift) for _ in range(seats)]
            later[scores.index(max(scores))] += WHOLE_TOUR
            gc = [t + score for t, score in zip(gc, scores, strict=True)]
        for winner in range(seats):
            tally = [old + new for old, new in zip(won, later, strict=True)]
            tally[winner] += WHOLE_TOUR
            worth[winner] += _first(tally, gc, seat, 0.0)
            points_worth += (_first(tally, gc, seat, STEP) - _first(tally, gc, seat, -STEP)) / seats
    return [w / samples for w in worth], IDLE + points_worth / samples / 2 / STEP


def _first(tally: Sequence[int], gc: Sequence[float], seat: int, more: float) -> float:
    """Whether the seat is first with so many GC points more."""
    mine, points = tally[seat], gc[seat] + more
    for other, (tours, total) in enumerate(zip(tally, gc, strict=True)):
        if other != seat and (tours > mine or (tours == mine and total > points)):
            return 0.0
    return 1.0
