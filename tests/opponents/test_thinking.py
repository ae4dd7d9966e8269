"""What thinkers make of their trials: a ranking of answers, and what may be hoped for after each."""

import pytest

from opponents.thinking import Budget, Weighed, ranked

ONE, TWO, SIX = ("1",), ("2",), ("6",)


def test_the_preferred_answer_comes_first_then_those_with_the_most_hope() -> None:
    results = [[0.2, 0.4], [0.5, 0.7], [0.3, 0.5]]
    assert [answer.path for answer in ranked([ONE, TWO, SIX], results, 1)] == [TWO, SIX, ONE]


def test_an_answer_that_was_given_up_in_good_worlds_is_no_better_for_that() -> None:
    good, bad = 0.9, 0.1
    [best, other] = ranked([ONE, TWO], [[good - 0.2], [good, good, bad, bad]], 1)
    assert best == Weighed(TWO, 0.5)
    assert other.path == ONE
    assert other.hope == pytest.approx(0.3)


def test_no_answer_promises_more_than_the_one_that_was_preferred() -> None:
    [_, other] = ranked([ONE, TWO], [[0.5, 0.5], [0.6, 0.5]], 0)
    assert other.hope == 0.5


def test_a_budget_shrinks_to_the_time_that_there_is() -> None:
    whole = Budget(seconds=2.0, waits=10)
    assert whole.within(30.0) == whole
    assert whole.within(5.0) == Budget(seconds=2.0, waits=2.5), "on a busy machine it gives up after five seconds"
    assert whole.within(0.5) == Budget(seconds=0.5, waits=1.0)
    assert Budget(rounds=3).within(0.5) == Budget(seconds=0.5, rounds=3, waits=1.0)


def test_a_budget_is_spent_by_whatever_comes_first_and_always_on_one_round() -> None:
    assert [*Budget(rounds=2).spend()] == [0, 1]
    assert [*Budget(seconds=0.0).spend()] == [0]
    assert [*Budget(seconds=60.0, waits=0).spend()] == [0], "the machine is too busy"


def test_nobody_knows_what_comes_of_an_answer_that_was_not_tried() -> None:
    assert ranked([ONE, TWO, SIX], [[0.5], [], [0.4]], 0) == [Weighed(ONE, 0.5), Weighed(SIX, 0.4), Weighed(TWO)]
    assert ranked([ONE, TWO], [[], []], 1) == [Weighed(TWO), Weighed(ONE)]
