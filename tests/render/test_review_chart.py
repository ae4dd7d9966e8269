"""The picture of a review: lines that stand out on the ground, numbers that don't cover each other, plain words."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

from engines import GAMES
from locales import catalogue
from render import kit
from render.review import NEXT, Chart, Share, _apart, _line, chart, chart_alt, points
from tests.render.png import opened
from tests.render.test_kit import luminance

SAY = catalogue("en")
LEGIBLE = 3.0  # contrast that lines need


def shown(game: str, seats: int) -> Chart:
    """A match in which seat 0 wins, with all turning points in one moment."""
    curve = [[1 / seats] * seats, [1 / seats] * seats, [1.0, *[0.0] * (seats - 1)]]
    shares = [Share(f"Ann {seat}", 0.1, 0.05, -0.004, 0.01) for seat in range(seats)]
    return Chart(game, "How it went", "Match #1", curve, [(0, "Leg 1"), (2, "Leg 2")], [(2, 1), (2, 1), (1, 0)], shares)


@pytest.mark.parametrize("game", GAMES)
def test_every_line_can_be_told_from_the_ground(game: str) -> None:
    for seat in range(max(GAMES[game].spec.seats)):
        assert (luminance(_line(game, seat)) + 0.05) / (luminance(kit.PANEL) + 0.05) >= LEGIBLE


@pytest.mark.parametrize("game", GAMES)
def test_it_is_as_wide_as_a_board_for_as_many_seats_as_there_can_be(game: str) -> None:
    picture = opened(chart(shown(game, max(GAMES[game].spec.seats)), SAY))
    assert picture.width == kit.WIDTH


def test_numbers_of_turning_points_don_t_cover_each_other() -> None:
    ends = [(700.0, 470.0), (690.0, 470.0), (705.0, 470.0), (84.0, 124.0), (84.0, 126.0)]
    placed = _apart(ends)
    assert placed[0] == ends[0] and placed[3][0] == ends[3][0]
    assert all(dist(first, other) >= NEXT for first, other in combinations(placed, 2))


def test_the_description_tells_all_that_adds_up() -> None:
    assert "Ann 0: luck +10, moves 0, rest +1." in chart_alt(shown("pistard", 2), SAY)
    assert points(-0.004) == "0" and points(-0.006) == "-1"
