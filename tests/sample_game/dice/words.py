"""New Game in words."""

import pytest

from engines.dice import ScriptedDice
from engines.newgame import GAME
from engines.table import Event, Move, Table
from locales import catalogue
from render import RENDERERS

pytestmark = pytest.mark.quick

SAY = catalogue("en")
RENDERER = RENDERERS["newgame"]
NAMES = ("Ada", "Bob")


def test_what_happens_reads_like_a_report() -> None:
    def said(kind: str, **data: int | list[int]) -> str | None:
        return RENDERER.sentence(Event(kind, None, data), NAMES, SAY)

    assert said("rolled", round=2, dice=[6, 3, 1]) == "Round 2: 6 3 1 are on the table."
    assert said("took", seat=1, die=6) == "Bob takes the 6."
    assert said("won", seats=[0, 1]) == "**Finished**: Ada, Bob won."


def test_the_board_is_told_in_words() -> None:
    dice = ScriptedDice([[5, 6, 2, 2, 1]])
    state, _ = GAME.setup(Table(2, {"rounds": "4"}, 1), dice)
    GAME.apply(state, Move(0, ("6",)), dice)
    view = GAME.view(state, 1)
    assert RENDERER.headline(view, NAMES, SAY) == "**Round 1 of 4**: Bob to take a die"
    assert RENDERER.label(view, (), "5", SAY) == "5 pips"
    assert RENDERER.alt(view, ("5",), SAY).startswith(
        "Round 1; dice on the table: 5 2 2 1. Chosen: 5. Player 1: 6 pips."
    )
    assert RENDERER.text_board(view, ("5",), SAY).splitlines()[1:3] == ["*5 2 2 1", "1: 6 = 6"]
