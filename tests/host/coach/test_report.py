"""What a review comes to, from moments that are made up: who was lucky, who erred, and where the match turned."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

import pytest

from engines.table import Seat, Table
from host.coach.records import Course, Review
from host.coach.report import MOST_PARTS, Deed, Report, _parts, accuracies_of, doubted, percentile, report_of
from model.kinds import How, RowKind
from model.match import LogRow
from opponents.comparing import Stand
from opponents.review import Choice, Moment, Record, Row

pytestmark = pytest.mark.quick


def stand(share: float, error: float = 0.01) -> Stand:
    """Seat 0 has so much, seat 1 the rest."""
    return Stand((share, 1 - share), (error, error), 100)


def luck(share: float) -> Stand:
    return Stand((share, -share), (0.01, 0.01), 100)


Told: TypeAlias = tuple[Seat, How, Stand | None, Stand | None, Choice | None]


def reported(*told: Told) -> Report:
    """The report of a match of two: who answered how, how it stood then, what was luck, and what the choice cost."""
    return report_of(review_of(*told))


def review_of(*told: Told) -> Review:
    """The same before it is summed up."""
    log = [LogRow(1, 2, RowKind.DEAL, None, (), How.HOUSE, [], [], None, None, 0.0)]
    moments, rows = [Moment(0, stand(0.5), luck(0.0), None)], list[Row]()
    for number, (seat, how, after, drawn, choice) in enumerate(told, 1):
        path = (f"answer.{number}",)
        log.append(LogRow(1, 2 + 2 * number, RowKind.MOVE, seat, path, how, [], [], None, 100 + seat, 0.0))
        rows.append(Row(seat, path, ()))
        moments.append(Moment(number, after, drawn, choice, is_confirmed=True))
    record = Record("pistard", Table(2, {}, 1), (), tuple(rows))
    return Review(Course(record, log), moments)


def costing(cost: float, error: float = 0.01) -> Choice:
    return Choice(("better",), cost, error)


def test_questions_without_a_difference_are_counted() -> None:
    choices = [costing(0.0), replace(costing(0.1), alike=True), replace(costing(0.0), alike=True), None]
    report = reported(*((0, How.PLAYER, stand(0.5), None, choice) for choice in choices))
    assert (report.alike, report.choices) == (2, 3)


def test_the_three_answers_that_cost_most_are_where_it_turned() -> None:
    costs = (0.02, 0.3, 0.1, 0.0, 0.05)
    report = reported(*((at % 2, How.PLAYER, stand(0.5), None, costing(cost)) for at, cost in enumerate(costs)))
    assert [(p.seq, p.seat, p.cost) for p in report.turning_points] == [(6, 1, 0.3), (8, 0, 0.1), (12, 0, 0.05)]
    assert report.turning_points[0].given == ("answer.2",) and report.turning_points[0].best == ("better",)
    assert [seat.worst for seat in report.seats] == [Deed(8, -0.1), Deed(6, -0.3)]


def test_nobody_is_blamed_for_what_may_be_chance_or_for_what_the_house_has_answered() -> None:
    report = reported(
        (0, How.PLAYER, stand(0.5), None, costing(0.1, error=0.08)),
        (0, How.LATE, stand(0.3), None, costing(0.4)),
        (1, How.PLAYER, stand(0.3), None, None),
    )
    assert not report.turning_points
    assert report.seats[0].worst is None and report.seats[1].accuracy is None
    assert report.seats[0].accuracy == pytest.approx(90, abs=1), "the late answer wasn't the player's"


def test_nothing_is_told_before_a_second_look() -> None:
    review = review_of(*((0, How.PLAYER, stand(0.5), None, costing(cost)) for cost in (0.3, 0.2, 0.1)))
    first, *others = (replace(moment, is_confirmed=False) for moment in review.moments)
    others[1] = replace(others[1], is_confirmed=True)
    report = report_of(replace(review, moments=[first, *others]))
    assert [point.cost for point in report.turning_points] == [0.2], "fewer than three"
    assert report.seats[0].worst == Deed(6, -0.2)
    assert [moment.cost for moment in doubted(replace(review, moments=[first, *others]))] == [0.3, 0.2, 0.1]


def test_accuracy_and_cost_say_the_same() -> None:
    """What many answers cost little by little counts as much as one large fault; chance goes both ways."""
    often = reported(*((0, How.PLAYER, stand(0.5), None, costing(0.02)) for _ in range(40))).seats[0]
    once = reported((0, How.PLAYER, stand(0.5), None, costing(0.8))).seats[0]
    even = reported(*((0, How.PLAYER, stand(0.5), None, costing(cost)) for cost in (0.02, -0.02) * 20)).seats[0]
    assert (often.cost, once.cost, even.cost) == pytest.approx((0.8, 0.8, 0.0))
    assert often.accuracy == pytest.approx(once.accuracy) == pytest.approx(45, abs=1)
    assert even.accuracy == pytest.approx(100)


def test_what_came_by_luck_is_no_merit() -> None:
    report = reported(
        (0, How.PLAYER, stand(0.9), luck(0.4), costing(0.0)),
        (1, How.PLAYER, stand(0.8), None, costing(0.0)),
        (0, How.PLAYER, stand(1.0, 0.0), None, costing(0.0)),
    )
    first, second = report.seats
    assert (first.luck, second.luck) == pytest.approx((0.4, -0.4))
    assert first.answers == pytest.approx(0.1) and first.rest == 0
    assert 0.5 + first.luck + first.answers + first.rest == pytest.approx(1.0)
    assert first.best is not None and second.best is not None
    assert (first.best.seq, first.best.gain) == (8, pytest.approx(0.2))
    assert (second.best.seq, second.best.gain) == (6, pytest.approx(0.1))
    assert first.accuracy == 100


def test_what_may_be_chance_is_no_deed_and_neither_is_what_several_have_answered_in_silence() -> None:
    report = reported(
        (0, How.PLAYER, stand(0.52, 0.02), None, costing(0.0)),
        (1, How.PLAYER, None, None, costing(0.0)),
        (0, How.PLAYER, stand(0.9), None, costing(0.0)),
    )
    assert [seat.best for seat in report.seats] == [None, None]


def test_each_person_has_the_accuracy_of_their_own_answers() -> None:
    told = [
        (0, How.PLAYER, stand(0.5), None, costing(0.1)),
        (0, How.PLAYER, stand(0.5), None, costing(0.0)),
        (1, How.LATE, stand(0.5), None, costing(0.4)),
        (1, How.PLAYER, stand(0.5), None, None),
    ]
    found = accuracies_of(review_of(*told))
    assert found == {100: pytest.approx(90, abs=1)}, "the other gave none that was looked at"


def test_an_accuracy_is_compared_with_others_once_there_are_some() -> None:
    assert percentile(80.0, [80.0, 70.0, 60.0, 90.0]) is None
    assert percentile(80.0, [80.0, 70.0, 60.0, 90.0, 50.0]) == 60
    assert percentile(99.0, [99.0] * 5) == 0


def test_few_of_many_parts_are_named() -> None:
    def begins(*numbers: int) -> list[tuple[int, int]]:
        moments = [Moment(at, stand(0.5), None, None, number) for at, number in enumerate(numbers)]
        return _parts(moments)

    assert begins(0, 0, 1, 1, 2, 1, 2, 3) == [(2, 1), (4, 2), (7, 3)]
    assert begins(1, 1, 1) == [], "a match of one part"
    many = begins(*range(1, 41))
    assert len(many) <= MOST_PARTS and many[:2] == [(0, 1), (5, 6)]


def test_the_curve_leaves_out_what_is_sealed() -> None:
    report = reported((0, How.PLAYER, None, None, costing(0.2)), (1, How.PLAYER, stand(0.6), None, costing(0.0)))
    assert [point.seq for point in report.curve] == [2, 6]
    assert report.turning_points[0].seq == 4, "it may be blamed for all that"
