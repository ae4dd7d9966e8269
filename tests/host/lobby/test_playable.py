"""How many players a game's options are for, and what to change where no one can play."""

import itertools
from typing import Any

import pytest

from engines import GAMES
from engines.dice import SeededDice
from engines.table import Game, Pick, Refused, Table
from host.lobby.playable import players, table_for
from tests.host.evening import refused
from tests.marks import few, in_long

LEGSTRONG = GAMES["legstrong"]


def combinations(game: Game[Any, Any]) -> list[dict[str, str]]:
    """All combinations of two options that are chosen from lists, the others by default."""
    lists = [
        [(option.name, value) for value in option.ask.options]
        for option in game.spec.options
        if isinstance(option.ask, Pick)
    ]
    pairs = itertools.combinations(lists, 2)
    return [dict(pair) for two in pairs for pair in itertools.product(*two)] + [{}]


def can_play(game: Game[Any, Any], seats: int, options: dict[str, str]) -> bool:
    try:
        game.setup(Table(seats, options, game.spec.rules), SeededDice(bytes(32), 1))
    except Refused:
        return False
    return True


def tables(game: Game[Any, Any], *, smallest: bool) -> tuple[int | None, ...]:
    """The numbers of seats to ask for: none in particular and the smallest, or none and each."""
    return (None, *game.spec.seats[:1]) if smallest else (None, *game.spec.seats)


SMALLEST = pytest.mark.parametrize("smallest", [True, *in_long(False)])


@SMALLEST
@pytest.mark.parametrize("key", few(GAMES))
def test_exactly_the_tables_that_can_be_played_are_opened(key: str, smallest: bool) -> None:
    game = GAMES[key]
    for options in combinations(game):
        fit = players(game, options, game.spec.rules)
        assert fit == tuple(n for n in game.spec.seats if can_play(game, n, options))
        for places in tables(game, smallest=smallest):
            if places in fit or (places is None and fit):
                assert table_for(game, options, game.spec.rules, places).seats == (places or fit[-1])
            else:
                with pytest.raises(Refused):
                    table_for(game, options, game.spec.rules, places)


@SMALLEST
@pytest.mark.parametrize("key", few(GAMES))
def test_every_change_that_a_refusal_names_helps(key: str, smallest: bool) -> None:
    game = GAMES[key]
    for options, places in itertools.product(combinations(game), tables(game, smallest=smallest)):
        try:
            table_for(game, options, game.spec.rules, places)
        except Refused as illegal:
            named = {name: value for name, value in illegal.about.items() if name.startswith("option.")}
            for name, values in named.items():
                for value in str(values).split(", "):
                    changed = options | {name.removeprefix("option."): value}
                    assert table_for(game, changed, game.spec.rules, places)
            if fit := players(game, options, game.spec.rules):
                assert illegal.about["players"] == ", ".join(map(str, fit))


def test_other_numbers_and_other_options_are_named() -> None:
    with refused("table.players", places=3, players="2", **{"option.teams": "1"}):
        table_for(LEGSTRONG, {"teams": "2"}, LEGSTRONG.spec.rules, 3)
    nobody = {"teams": "2", "collusion": "on", "tests": "blind"}
    changes = {"option.tour": "race", "option.doping": "off", "option.collusion": "off", "option.tests": "auto, pick"}
    with refused("table.never", **changes):
        table_for(LEGSTRONG, nobody, LEGSTRONG.spec.rules, None)


def test_what_no_number_changes_is_refused_in_the_games_own_words() -> None:
    with refused("table.collusion"):
        table_for(LEGSTRONG, {"collusion": "on", "tests": "blind"}, LEGSTRONG.spec.rules, None)
    with pytest.raises(Refused) as caught:
        table_for(LEGSTRONG, {"tour": "custom", "course": "FFX"}, LEGSTRONG.spec.rules, 4)
    assert caught.value.reason == "course.letter"
