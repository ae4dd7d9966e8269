"""What a review comes to: the curve of chances, luck and answers of each seat, and where the match turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, exp

from db.kinds import ANSWERS
from db.rows import LogRow
from engines.table import Path, Seat
from host.coach.reviews import Review
from opponents.review import Moment, accounts

TURNING_POINTS = 3
MOST_PARTS = 8
SURE = 2.0  # standard errors by which an answer must be worse than the best to be blamed for it
LEAST_COST = 0.01  # of the first place
STRICT = 4.0  # how soon a costly answer is worth nothing: one that costs a tenth of the first place is worth two thirds


@dataclass(frozen=True, slots=True)
class Point:
    """The chances of all seats after log row `seq`, from 0 to 1, and the largest standard error of them."""

    seq: int
    shares: tuple[float, ...]
    error: float


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """An answer, in log row `seq`, that cost its seat so much of the first place, and the one that Strong prefers."""

    seq: int
    seat: Seat
    given: Path
    best: Path
    cost: float
    error: float


@dataclass(frozen=True, slots=True)
class SeatReport:
    """How a seat came to its end: luck, all seats' answers and the rest add up to it, beside an even share.

    `accuracy` (0 to 100) is that of its person's own answers, None if they gave none that could have been another;
    `best` and `worst` are the log rows of the answers that helped it most and cost it most, None if there is none.
    """

    seat: Seat
    luck: float
    error: float
    answers: float
    rest: float
    cost: float
    accuracy: float | None
    best: int | None
    worst: int | None


@dataclass(frozen=True, slots=True)
class Report:
    """A review in figures; the curve begins with the deal.

    `parts` are the places in it at which laps, legs or turns begin, each with its number; few enough to be looked at.
    """

    curve: Sequence[Point]
    parts: Sequence[tuple[int, int]]
    seats: Sequence[SeatReport]
    turning_points: Sequence[TurningPoint]


def report_of(review: Review) -> Report:
    """What a review comes to."""
    rows, moments = review.course.rows, review.moments
    curve = [
        Point(rows[moment.number].seq, moment.stand.shares, max(moment.stand.errors))
        for moment in moments
        if moment.stand is not None
    ]
    found = accounts(review.course.record, moments)
    seats = [
        SeatReport(
            seat,
            *(one.luck, one.error, one.answers, one.rest),
            cost=sum(max(0.0, moment.choice.cost) for moment in _own(review, seat) if moment.choice),
            accuracy=_accuracy(review, seat),
            best=_best(review, seat),
            worst=next((point.seq for point in _costly(review) if point.seat == seat), None),
        )
        for seat, one in enumerate(found)
    ]
    return Report(curve, _parts(moments), seats, _costly(review)[:TURNING_POINTS])


def _parts(moments: Sequence[Moment]) -> list[tuple[int, int]]:
    numbers = [moment.part for moment in moments if moment.stand is not None]
    begins = [(at, number) for at, number in enumerate(numbers) if number > max((0, *numbers[:at]))]
    return begins[:: ceil(len(begins) / MOST_PARTS)] if len(begins) > 1 else []


def _own(review: Review, seat: Seat) -> list[Moment]:
    """The moments of answers that the seat's person, or its computer player, gave themselves."""
    return [one for one in review.moments[1:] if _answered(review.course.rows[one.number], seat)]


def _answered(row: LogRow, seat: Seat) -> bool:
    return row.by == seat and (row.user is None or row.how in ANSWERS)


def _costly(review: Review) -> list[TurningPoint]:
    """Answers that were surely worse than another, the most expensive first."""
    found: list[TurningPoint] = []
    for moment in review.moments[1:]:
        row, choice = review.course.rows[moment.number], moment.choice
        if choice is None or row.by is None or not _answered(row, row.by):
            continue
        if choice.cost >= max(LEAST_COST, SURE * choice.error):
            found.append(TurningPoint(row.seq, row.by, row.path, choice.best, choice.cost, choice.error))
    return sorted(found, key=lambda one: -one.cost)


def _accuracy(review: Review, seat: Seat) -> float | None:
    costs = [max(0.0, moment.choice.cost) for moment in _own(review, seat) if moment.choice]
    return 100 * sum(exp(-STRICT * cost) for cost in costs) / len(costs) if costs else None


def _best(review: Review, seat: Seat) -> int | None:
    """The row of the answer after which the seat stood most better than before, its luck left out."""
    best, most = None, LEAST_COST
    stood = review.moments[0].stand
    for moment in review.moments[1:]:
        row = review.course.rows[moment.number]
        if moment.stand is None or stood is None:
            continue
        drawn = moment.luck.shares[seat] if moment.luck else 0.0
        gain = moment.stand.shares[seat] - stood.shares[seat] - drawn
        if moment.choice is not None and _answered(row, seat) and gain > most:
            best, most = row.seq, gain
        stood = moment.stand
    return best
