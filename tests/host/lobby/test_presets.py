"""Presets: what they promise for a number of players is what the forecasts say."""

from dataclasses import replace
from typing import Any

import pytest

from engines import GAMES
from engines.table import Game
from host.lobby.forecast import Forecast, Length
from host.lobby.presets import PRESETS, Offer, Presets, places_for
from tests.engines.tiny import Tiny
from tests.host.evening import refused

pytestmark = pytest.mark.quick


def presets(games: dict[str, Game[Any, Any]], lengths: dict[str, int]) -> Presets:
    """Presets over forecasts that are given, in hand-overs by the number of legs."""

    class Foretold(Forecast):
        async def length(self, key: str, seats: int, options: Any) -> Length:
            handovers = lengths[options.get("legs", "2")]
            return Length(handovers * 3, legs=False, handovers=handovers)

    return Presets(games, Foretold(games))


class Long(Tiny):
    """The tiny game with a short match and a long one."""

    def __init__(self) -> None:
        self.spec = replace(Tiny.spec, lengths=({"legs": "1"}, {}, {"legs": "3"}))


@pytest.mark.parametrize("key", GAMES)
def test_the_lengths_of_each_game_are_options_that_it_has(key: str) -> None:
    spec = GAMES[key].spec
    known = {option.name for option in spec.options}
    assert len(spec.lengths) == 3
    assert all(length.keys() <= known for length in spec.lengths)


async def test_each_preset_comes_as_near_as_it_can_to_what_it_promises() -> None:
    house = presets({"tiny": Long()}, {"1": 40, "2": 90, "3": 100})
    tonight, week, long = await house.offers("tiny", 2)
    assert (tonight.options, tonight.clock, tonight.days, tonight.minutes) == ({"legs": "1"}, "live", 0, 40)
    assert (week.options, week.clock, week.days) == ({"legs": "1"}, "daily", 7)
    assert (long.options, long.clock, long.days) == ({}, "relaxed", 30)
    assert tonight.own == 20


async def test_alone_nobody_waits() -> None:
    house = presets({"tiny": Long()}, {"1": 40, "2": 90, "3": 100})
    offers = await house.alone("tiny", 2)
    assert [(offer.name, offer.clock, offer.days, offer.minutes) for offer in offers] == [
        ("tonight", "none", 0, 40),
        ("week", "none", 0, 90),
        ("long", "none", 0, 100),
    ]


async def test_a_game_that_says_nothing_about_lengths_has_presets_too() -> None:
    offers = await presets({"tiny": Tiny()}, {"2": 42}).offers("tiny", 3)
    assert [offer.name for offer in offers] == list(PRESETS)
    assert [offer.options for offer in offers] == [{}, {}, {}]


async def test_a_preset_says_for_whom_it_is_where_it_does_not_hold_the_players() -> None:
    game = GAMES["schlangennest"]

    class Twins:
        spec = replace(game.spec, lengths=({"snakes": "twins"}, {}, {}))

        def __getattr__(self, name: str) -> Any:
            return getattr(game, name)

    twins: Any = Twins()
    house = presets({"schlangennest": twins}, {"2": 40})
    tonight, week, _ = await house.offers("schlangennest", 4)
    assert tonight == Offer("tonight", {"snakes": "twins"}, "live", (2,))
    assert week.minutes > 0
    with refused("table.players", places=4, players="2"):
        await house.offer("schlangennest", "tonight", 4)
    with refused("house.preset"):
        await house.offer("schlangennest", "someday", 4)


def test_places_are_those_that_the_game_has() -> None:
    spec = GAMES["pistard"].spec
    assert [places_for(spec, asked) for asked in (None, 1, 3, 99)] == [4, 2, 3, 4]
    assert places_for(spec, alone=True) == 2
