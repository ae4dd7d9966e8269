"""What the golden matches of Schlangennest are there to show does happen in them."""

from __future__ import annotations

import pytest

from tests.engines import golden

pytestmark = pytest.mark.quick


def test_s12_the_last_player_plays_on_alone() -> None:
    last = [row.by for row in golden.load("schlangennest-3-alone").rows][-10:]
    assert len(set(last)) == 1


@pytest.mark.parametrize(("name", "points"), [("longest", [9, 8]), ("meadow-twins", [7, 7])])
def test_s18_the_longest_snake_wins_and_of_equals_the_longer_other_one(name: str, points: list[int]) -> None:
    kept = golden.load(f"schlangennest-2-{name}")
    assert [(standing.rank, standing.points) for standing in kept.standings] == [(1, points[0]), (2, points[1])]


def test_s18_the_sum_of_both_counts_where_that_is_chosen() -> None:
    kept = golden.load("schlangennest-2-hunt")
    strands = kept.state["nest"]["strands"]
    assert [standing.points for standing in kept.standings] == [
        strands[str(seat)]["parts"] + strands[str(seat + 2)]["parts"] for seat in range(2)
    ]
