"""Tables with the same luck: each seat against the mean of the same seat at the other tables."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.table import Standing
from host.cups.duplicates import Finished, leads, ranks

pytestmark = pytest.mark.quick


def table(*points: int, left: tuple[int, ...] = ()) -> Finished:
    """A table in which more points are better."""
    stood = [Standing(seat, 1 + sum(other > own for other in points), own) for seat, own in enumerate(points)]
    return Finished(tuple(stood), frozenset(left))


def placed(*tables: Finished) -> list[tuple[int, ...]]:
    """The ranks at each of the tables."""
    return [ranks(one, lead) if lead else () for one, lead in zip(tables, leads(tables), strict=True)]


def test_who_does_better_with_the_same_seat_wins_even_by_losing_less() -> None:
    # the first seat has all the luck: 10 and 6 against 2 and 5
    assert placed(table(10, 2), table(6, 5)) == [(1, 2), (2, 1)]


def test_equal_tables_are_ties() -> None:
    assert placed(table(7, 3), table(7, 3)) == [(1, 1), (1, 1)]


def test_a_lead_is_over_the_mean_of_all_other_tables() -> None:
    first, *_ = leads([table(9, 0), table(4, 0), table(7, 0)])
    assert first == {0: Fraction(9) - Fraction(11, 2), 1: Fraction(0)}


def test_a_table_that_was_called_off_is_in_no_mean() -> None:
    assert placed(table(10, 2), Finished(()), table(6, 5)) == [(1, 2), (), (2, 1)]


def test_a_table_with_nothing_to_compare_it_with_keeps_its_own_ranks() -> None:
    assert leads([table(10, 2), Finished(())]) == [{}, {}]
    assert leads([table(10, 2)]) == [{}]


def test_who_has_left_is_last_and_in_no_mean() -> None:
    tables = table(1, 9, 5, left=(0,)), table(8, 2, 5), table(6, 3, 5)
    assert placed(*tables)[0] == (3, 1, 2)
    _, second, _ = leads(tables)
    assert second[0] == 8 - 6


def test_where_points_say_nothing_of_ranks_beaten_seats_count() -> None:
    fewer_is_better = Finished((Standing(0, 1, 3), Standing(1, 2, 8)))
    lost = Finished((Standing(0, 2, 9), Standing(1, 1, 4)))
    assert placed(fewer_is_better, lost) == [(1, 2), (2, 1)]


@given(st.lists(st.tuples(*[st.integers(-50, 50)] * 3), min_size=2, max_size=6))
def test_leads_are_against_pairs_of_tables(points: list[tuple[int, int, int]]) -> None:
    """The slow way: the mean of the differences to each other table, seat by seat; and all leads of a seat add to 0."""
    tables = [table(*row) for row in points]
    found = leads(tables)
    for index, row in enumerate(points):
        for seat in range(3):
            gaps = [row[seat] - other[seat] for at, other in enumerate(points) if at != index]
            assert found[index][seat] == Fraction(sum(gaps), len(gaps))
    for seat in range(3):
        assert sum(lead[seat] for lead in found) == 0
