"""An example of how a match may go on: its events, and where two seats stand in the end."""

from dataclasses import replace

import pytest

from cogs.panel.example import going_on, quoted
from engines import GAMES
from engines.dice import SeededDice
from engines.table import Event, Standing, Table
from host.coach.reasons import GoingOn
from host.play.seen import Seen
from locales import catalogue
from model.match import SeatRow
from tests.db.sample import LOBBY

SAY, NAMES = catalogue("en"), ("Ada", "Bo", "Cy")
EVENTS = (Event("turn", None, {"turn": 2}),)  # the question says it


@pytest.fixture
def seen() -> Seen:
    """Bo's view of a points race of three."""
    game = GAMES["pistard"]
    table = Table(3, {option.name: option.default for option in game.spec.options}, game.spec.rules)
    state, _ = game.setup(table, SeededDice(b"example", 1))
    seats = tuple(SeatRow(seat, 101 + seat, None, name) for seat, name in enumerate(NAMES))
    match = replace(LOBBY, game="pistard", phase="running", seats=seats, places=3, options=dict(table.options))
    return Seen(match, 1, game.view(state, 1), game)


@pytest.mark.parametrize(("is_over", "words"), [(False, "puzzle.later"), (True, "puzzle.end")])
def test_the_seat_and_its_best_rival_are_named_with_their_places(seen: Seen, is_over: bool, words: str) -> None:
    standings = (Standing(2, 1, 9), Standing(1, 2, 4), Standing(0, 3, 1))
    lines = going_on(seen, NAMES, GoingOn((), EVENTS, standings, is_over), 3, SAY)
    [line] = lines
    assert line.startswith(SAY(words, standings="").strip()[:8])
    assert line.index("Cy") < line.index("Bo") and "Ada" not in line
    assert quoted(lines) == [f"> -# {lines[0]}"]


def test_what_does_not_change_the_standings_is_told_alone(seen: Seen) -> None:
    lines = going_on(seen, NAMES, GoingOn((), EVENTS, seen.view.standings, False), 3, SAY)
    assert lines == []
