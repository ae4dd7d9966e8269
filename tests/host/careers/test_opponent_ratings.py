"""Ratings of computer players: as far above Fair as they win matches, and none where no one measured."""

from itertools import pairwise

import pytest

from host.careers.opponent_ratings import FAIR_POINTS, opponent_points
from model.rating import model, points_apart
from opponents import FAIR, LEVELS
from opponents.strength import SHARES

pytestmark = pytest.mark.quick


def test_an_equal_player_is_as_good_and_who_wins_as_often_as_the_other_loses_is_as_far_away() -> None:
    assert points_apart(0.5) == 0
    assert points_apart(0.8) == pytest.approx(-points_apart(0.2))


def test_the_distance_is_that_at_which_the_model_of_people_expects_this_share() -> None:
    apart = points_apart(0.75) / 25
    teams = [[model().rating(mu=25 + apart, sigma=1e-6)], [model().rating(mu=25, sigma=1e-6)]]
    won, lost = ([[rating] for (rating,) in model().rate(teams, ranks=ranks)] for ranks in ([0.0, 1.0], [1.0, 0.0]))
    gain, loss = (abs(after[0][0].mu - teams[0][0].mu) for after in (won, lost))
    assert 0.75 * gain == pytest.approx(0.25 * loss, rel=0.01), "what is won and lost comes out even"


@pytest.mark.parametrize("game", SHARES)
def test_the_levels_of_a_game_are_rated_in_their_order(game: str) -> None:
    found = [opponent_points(game, level) for level in LEVELS]
    assert None not in found
    assert all(better is not None and worse is not None and better > worse for better, worse in pairwise(found))
    assert opponent_points(game, FAIR) == FAIR_POINTS


def test_nobody_says_how_strong_they_are_where_it_was_not_measured() -> None:
    assert opponent_points("chess", FAIR) is None
