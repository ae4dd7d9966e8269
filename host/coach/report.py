"""Report of a review: curves of chances, luck and answers, turning points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, exp, hypot

from engines.table import Path, Seat
from host.coach.records import Review
from model.kinds import ANSWERS
from model.match import LogRow
from opponents.examples import Reason
from opponents.review import Moment, accounts

TURNING_POINTS = 3
MOST_PARTS = 8
SURE = 2.0  # standard errors by which an answer must be worse than the best to be blamed for it
LEAST_OTHERS = 5  # results with which an accuracy is compared, its own among them
LEAST_COST = 0.01  # of the first place
DOUBTED = 8  # costly answers that are looked at once more before any of them is shown


@dataclass(frozen=True, slots=True)
class Point:
    """The chances of all seats after log row `seq`, from 0 to 1, and the largest standard error of them."""

    seq: int
    shares: tuple[float, ...]
    error: float


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """An answer that cost its seat much of the first place."""

    seq: int  # its log row
    seat: Seat
    given: Path  # the answer
    best: Path  # the answer that Strong prefers
    cost: float  # share of the first place that it cost
    error: float  # standard error of the cost
    reason: Reason | None = None  # an example of what both may lead to


@dataclass(frozen=True, slots=True)
class Deed:
    """An answer, in log row `seq`, and how much of the first place it has brought its seat (below 0: cost)."""

    seq: int
    gain: float


@dataclass(frozen=True, slots=True)
class SeatReport:
    """How a seat came to its end, as shares of the first place: luck, all seats' answers and the rest add up to it."""

    seat: Seat
    luck: float  # beside an even share
    error: float  # standard error of the luck
    answers: float  # of all seats' answers
    rest: float  # what neither explains
    cost: float  # what its own answers cost it
    accuracy: float | None  # 0 to 100; None if its person gave no answer that could have been another
    best: Deed | None  # the answer that surely helped it most
    worst: Deed | None  # the answer that surely cost it most


@dataclass(frozen=True, slots=True)
class Report:
    """A review in figures; the curve begins with the deal.

    `parts` are the places in it at which laps, legs or turns begin, each with its number; few enough to be looked at.
    """

    curve: Sequence[Point]
    parts: Sequence[tuple[int, int]]
    seats: Sequence[SeatReport]
    turning_points: Sequence[TurningPoint]
    alike: int  # questions in which Strong saw no difference between the answers (the mark ≈)
    choices: int  # all that had more than one answer


def report_of(review: Review) -> Report:
    """Report of a review."""
    rows, moments = review.course.rows, review.moments
    curve = [
        Point(rows[moment.number].seq, moment.stand.shares, max(moment.stand.errors))
        for moment in moments
        if moment.stand is not None
    ]
    entries = accounts(review.course.record, moments)
    seats = [
        SeatReport(
            seat,
            *(account.luck, account.error, account.answers, account.rest),
            cost=_cost(_own(review, seat)) or 0.0,
            accuracy=_accuracy(_own(review, seat)),
            best=_best(review, seat),
            worst=next((Deed(moment.seq, -moment.cost) for moment in _blamed(review) if moment.seat == seat), None),
        )
        for seat, account in enumerate(entries)
    ]
    choices = [moment.choice for moment in moments if moment.choice is not None]
    alike = sum(choice.alike for choice in choices)
    return Report(curve, _parts(moments), seats, turning_points(review), alike, len(choices))


def _parts(moments: Sequence[Moment]) -> list[tuple[int, int]]:
    numbers = [moment.part for moment in moments if moment.stand is not None]
    begins = [(index, number) for index, number in enumerate(numbers) if number > max((0, *numbers[:index]))]
    return begins[:: ceil(len(begins) / MOST_PARTS)] if len(begins) > 1 else []


def _own(review: Review, seat: Seat) -> list[Moment]:
    """The moments of answers that the seat's person, or its computer player, gave themselves."""
    return [moment for moment in review.moments[1:] if _answered(review.course.rows[moment.number], seat)]


def _answered(row: LogRow, seat: Seat) -> bool:
    return row.by == seat and (row.user is None or row.how in ANSWERS)


def _blamed(review: Review) -> list[TurningPoint]:
    """Answers that were surely worse than another, by two looks at them, the most expensive first."""
    return _costly(review, [moment for moment in review.moments if moment.is_confirmed])


def _costly(review: Review, moments: Sequence[Moment]) -> list[TurningPoint]:
    """Answers among these that were surely worse than another, the most expensive first."""
    points: list[TurningPoint] = []
    for moment in moments:
        row, choice = review.course.rows[moment.number], moment.choice
        if choice is None or row.by is None or not _answered(row, row.by):
            continue
        if choice.cost >= max(LEAST_COST, SURE * choice.error):
            answered = (row.seq, row.by, row.path)
            points.append(TurningPoint(*answered, choice.best, choice.cost, choice.error, moment.reason))
    return sorted(points, key=lambda m: -m.cost)


def accuracies_of(review: Review) -> dict[int, float]:
    """How well each person answered, 0 to 100, whichever seats they had; those who gave no answer are left out."""
    answered: dict[int, list[Moment]] = defaultdict(list)
    for moment in review.moments[1:]:
        row = review.course.rows[moment.number]
        if row.user is not None and row.how in ANSWERS:
            answered[row.user].append(moment)
    accuracies = {user: _accuracy(moments) for user, moments in answered.items()}
    return {user: accuracy for user, accuracy in accuracies.items() if accuracy is not None}


def percentile(accuracy: float, others: Sequence[float]) -> int | None:
    """How many of 100 answered worse; None among too few."""
    return round(100 * sum(other < accuracy for other in others) / len(others)) if len(others) >= LEAST_OTHERS else None


def turning_points(review: Review) -> list[TurningPoint]:
    """The most expensive answers, first those of different seats or in different laps, legs or turns."""
    return sorted(_various(review, _blamed(review))[:TURNING_POINTS], key=lambda variou: -variou.cost)


def doubted(review: Review) -> list[TurningPoint]:
    """Answers that may be turning points once a second look has confirmed what they cost."""
    return _various(review, _costly(review, review.moments[1:]))[:DOUBTED]


def _various(review: Review, costly: Sequence[TurningPoint]) -> list[TurningPoint]:
    """The most expensive of each seat in each lap, leg or turn, then all others."""
    parts = {review.course.rows[moment.number].seq: moment.part for moment in review.moments}
    first: dict[tuple[Seat, int], TurningPoint] = {}
    for moment in costly:
        first.setdefault((moment.seat, parts[moment.seq]), moment)
    return [*first.values(), *(moment for moment in costly if moment not in first.values())]


def _cost(moments: Iterable[Moment]) -> float | None:
    """What answers cost of the first place, all in all; None if none of them could have been another.

    Chance makes some costs larger and others smaller than they are, below 0 too: it goes out in the sum alone.
    """
    costs = [moment.choice.cost for moment in moments if moment.choice]
    return max(0.0, sum(costs)) if costs else None


def _accuracy(moments: Iterable[Moment]) -> float | None:
    cost = _cost(moments)
    return None if cost is None else 100 * exp(-cost)


def _best(review: Review, seat: Seat) -> Deed | None:
    """The answer after which the seat surely stood most better than before, its luck left out.

    What several seats have answered in silence was no one's deed alone.
    """
    best: Deed | None = None
    for before, moment in pairwise(review.moments):
        row = review.course.rows[moment.number]
        if moment.stand is None or before.stand is None or moment.choice is None or not _answered(row, seat):
            continue
        drawn = moment.luck.shares[seat] if moment.luck else 0.0
        gain = moment.stand.shares[seat] - before.stand.shares[seat] - drawn
        error = hypot(moment.stand.errors[seat], before.stand.errors[seat])
        if gain >= max(LEAST_COST, SURE * error) and (best is None or gain > best.gain):
            best = Deed(row.seq, gain)
    return best
