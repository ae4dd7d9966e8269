"""Forecasts: how many answers a match will take."""

from typing import Any

import pytest

from engines.pistard import Pistard
from engines.table import Dice, Event, Refused, Table
from host.lobby.forecast import TRIALS, Forecast, Length, measure
from host.lobby.presets import days_of
from tests.engines.tiny import State, Tiny
from tests.host.evening import GAMES, Evening
from tests.host.toll import Toll

pytestmark = pytest.mark.quick


class Counted(Tiny):
    """The tiny game that knows how often it was set up."""

    def __init__(self) -> None:
        self.setups = 0

    def setup(self, table: Table, dice: Dice) -> tuple[State, list[Event]]:
        self.setups += 1
        return super().setup(table, dice)


def length(game: Any, seats: int, **options: str) -> int:
    return measure(game, Table(seats, options, 1)).answers


def test_answers_of_persons_count_and_openings_of_the_house_do_not() -> None:
    assert length(Tiny(), 2, legs="1") == 3  # two bids and a prize
    assert length(Tiny(), 4, legs="3") == 15


def test_answers_without_a_choice_do_not_count() -> None:
    assert length(Toll(), 2, legs="1") == 3


def test_more_seats_and_more_points_take_longer() -> None:
    pistard = Pistard()
    assert length(pistard, 2, target="3") < length(pistard, 2, target="12") < length(pistard, 4, target="12")


def test_those_who_are_asked_together_are_waited_for_once() -> None:
    assert measure(Tiny(), Table(4, {"legs": "1"}, 1)).handovers == 2  # four bids at once, then a prize


def test_a_length_tells_minutes_of_play_and_days_on_the_side() -> None:
    length = Length(answers=90, legs=False, handovers=40)
    assert (length.minutes, length.own(2), length.own(3), days_of(length, "daily")) == (30, 15, 10, 7)
    least = Length(1, legs=False, handovers=0)
    assert (least.minutes, least.own(4), days_of(least, "daily")) == (1, 1, 1)


async def test_each_table_is_tried_once() -> None:
    game = Counted()
    forecast = Forecast({"tiny": game})
    first = await forecast.length("tiny", 2, {"legs": "1", "hand": "long"})
    assert (first, game.setups) == (Length(3, legs=False, handovers=2), TRIALS)
    assert await forecast.length("tiny", 2, {"hand": "long", "legs": "1"}) == first
    assert game.setups == TRIALS
    assert await forecast.length("tiny", 3, {"hand": "long", "legs": "1"}) == Length(4, legs=False, handovers=2)
    assert game.setups == 2 * TRIALS


async def test_a_table_that_cannot_be_played_has_no_length() -> None:
    with pytest.raises(Refused):
        await Forecast(GAMES).length("tiny", 2, {"legs": "99"})


async def test_the_house_makes_forecasts(evening: Evening) -> None:
    assert await evening.house.forecast.length("tiny", 2, {}) == Length(6, legs=True, handovers=4)
