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
SURE = 2.0  # standard errors by which a move must be worse than the best before it is blamed
LEAST_OTHERS = 5  # results that an accuracy is compared with, its own included
LEAST_COST = 0.01  # of the first place
DOUBTED = 8  # costly moves that get a second look before any is shown


@dataclass(frozen=True, slots=True)
class Point:
    """All seats' chances after log row `seq`, from 0 to 1, and their largest standard error."""

    seq: int
    shares: tuple[float, ...]
    error: float


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move that cost its seat much of its chance to win."""

    seq: int  # its log row
    seat: Seat
    given: Path  # the answer
    best: Path  # the answer that Strong prefers
    cost: float  # the share of the first place that it lost
    error: float  # standard error of the cost
    reason: Reason | None = None  # an example of what both moves may lead to


@dataclass(frozen=True, slots=True)
class Deed:
    """A move in log row `seq`, and the share of the first place it gained its seat (below 0: lost)."""

    seq: int
    gain: float


@dataclass(frozen=True, slots=True)
class SeatReport:
    """Why a seat finished where it did, in shares of the first place: luck, everyone's moves and the rest add up."""

    seat: Seat
    luck: float  # above or below an even share
    error: float  # standard error of the luck
    answers: float  # all seats' moves
    rest: float  # what neither explains
    cost: float  # what its own moves lost
    accuracy: float | None  # 0 to 100; None if its person never had a choice
    best: Deed | None  # the move that most surely helped
    worst: Deed | None  # the move that most surely cost it


@dataclass(frozen=True, slots=True)
class Report:
    """A review in numbers; the curve begins with the deal.

    `parts` are the points of the curve where laps, legs or turns begin, each with its number; few enough to read.
    """

    curve: Sequence[Point]
    parts: Sequence[tuple[int, int]]
    seats: Sequence[SeatReport]
    turning_points: Sequence[TurningPoint]
    alike: int  # questions whose answers Strong rated alike (the mark ≈)
    choices: int  # questions with more than one answer


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
    """The moments at which the seat's person, or its computer player, moved themselves."""
    return [moment for moment in review.moments[1:] if _answered(review.course.rows[moment.number], seat)]


def _answered(row: LogRow, seat: Seat) -> bool:
    return row.by == seat and (row.user is None or row.how in ANSWERS)


def _blamed(review: Review) -> list[TurningPoint]:
    """Moves that two looks agree were worse than another, the most expensive first."""
    return _costly(review, [moment for moment in review.moments if moment.is_confirmed])


def _costly(review: Review, moments: Sequence[Moment]) -> list[TurningPoint]:
    """The moves among these that were clearly worse than another, the most expensive first."""
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
    """Each person's accuracy, 0 to 100, over all their seats; people without a move are left out."""
    answered: dict[int, list[Moment]] = defaultdict(list)
    for moment in review.moments[1:]:
        row = review.course.rows[moment.number]
        if row.user is not None and row.how in ANSWERS:
            answered[row.user].append(moment)
    accuracies = {user: _accuracy(moments) for user, moments in answered.items()}
    return {user: accuracy for user, accuracy in accuracies.items() if accuracy is not None}


def percentile(accuracy: float, others: Sequence[float]) -> int | None:
    """The percentage of others with a lower accuracy; None if there are too few others."""
    return round(100 * sum(other < accuracy for other in others) / len(others)) if len(others) >= LEAST_OTHERS else None


def turning_points(review: Review) -> list[TurningPoint]:
    """The most expensive moves, from different seats, laps, legs or turns where possible."""
    return sorted(_various(review, _blamed(review))[:TURNING_POINTS], key=lambda variou: -variou.cost)


def doubted(review: Review) -> list[TurningPoint]:
    """Moves that become turning points if a second look confirms their cost."""
    return _various(review, _costly(review, review.moments[1:]))[:DOUBTED]


def _various(review: Review, costly: Sequence[TurningPoint]) -> list[TurningPoint]:
    """The most expensive move of each seat in each lap, leg or turn, then all others."""
    parts = {review.course.rows[moment.number].seq: moment.part for moment in review.moments}
    first: dict[tuple[Seat, int], TurningPoint] = {}
    for moment in costly:
        first.setdefault((moment.seat, parts[moment.seq]), moment)
    return [*first.values(), *(moment for moment in costly if moment not in first.values())]


def _cost(moments: Iterable[Moment]) -> float | None:
    """The total cost of these moves in shares of the first place; None if none of them was a choice.

    Chance distorts single costs in both directions, even below 0; only in the sum does it cancel out.
    """
    costs = [moment.choice.cost for moment in moments if moment.choice]
    return max(0.0, sum(costs)) if costs else None


def _accuracy(moments: Iterable[Moment]) -> float | None:
    cost = _cost(moments)
    return None if cost is None else 100 * exp(-cost)


def _best(review: Review, seat: Seat) -> Deed | None:
    """The move that most surely improved the seat's chances, apart from luck.

    Sealed moves that several seats gave at once belong to no one of them.
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
