"""New Game in words."""

from engines.dice import ScriptedDice
from engines.newgame import GAME
from engines.table import Event, Move, Table
from locales import catalogue
from render import RENDERERS

SAY = catalogue("en")
RENDERER = RENDERERS["newgame"]
NAMES = ("Ada", "Bob")


def test_what_happens_reads_like_a_report() -> None:
    def said(kind: str, **data: int | str | list[int]) -> str | None:
        return RENDERER.sentence(Event(kind, None, data), NAMES, SAY)

    assert said("laid", seat=1, square="c4", points=1) == "Bob lays a stone on c4 for one point."
    assert said("won", seats=[0]) == "**Finished**: Ada won."


def test_the_board_is_told_in_words() -> None:
    state, _ = GAME.setup(Table(2, {"rounds": "4"}, 1), ScriptedDice([]))
    for seat, square in enumerate(("c3", "d2")):
        GAME.apply(state, Move(seat, tuple(square)), ScriptedDice([]))
    view = GAME.view(state, 0)
    assert RENDERER.headline(view, NAMES, SAY) == "**Round 2 of 4**: Ada to lay a stone"
    assert RENDERER.label(view, ("c",), "2", SAY) == "c2: one point"
    assert RENDERER.alt(view, ("c", "2"), SAY) == "Chosen: c2. Player 1: c3; 0 points. Player 2: d2; 0 points."
    assert RENDERER.text_board(view, ("c", "2"), SAY).splitlines()[1:5] == ["  abcde", "1 .....", "2 ...2.", "3 ..1.."]
    assert RENDERER.text_board(view, ("c", "2"), SAY).splitlines()[-2] == "*c2"
