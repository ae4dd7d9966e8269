"""New Game in words."""

from engines.dice import SeededDice
from engines.newgame import GAME
from engines.table import Event, Table
from locales import catalogue
from render import RENDERERS

SAY = catalogue("en")
RENDERER = RENDERERS["newgame"]
NAMES = ("Ada", "Bob")


def test_what_happens_reads_like_a_report() -> None:
    def said(kind: str, **data: int | str | list[int]) -> str | None:
        return RENDERER.sentence(Event(kind, None, data), NAMES, SAY)

    assert said("begun", card=17) == "The 17 begins the pile."
    assert said("played", seat=1, card=20, points=3) == "Bob plays the 20 for 3 points."
    assert said("drew", card="card.07") == "You draw the 7."
    assert said("won", seats=[0]) == "**Finished**: Ada won."


def test_the_board_and_the_hand_are_told_in_words() -> None:
    state, _ = GAME.setup(Table(2, {"rounds": "4"}, 1), SeededDice(b"words", 0))
    state.pile, state.hands[0] = ["card.10"], ["card.42", "card.09", "card.05"]
    view = GAME.view(state, 0)
    assert RENDERER.headline(view, NAMES, SAY) == "**Round 1 of 4**: Ada to play a card"
    assert [RENDERER.label(view, (), card, SAY) for card in view.hand] == [
        "42: 0 points",
        "9: 11 points",
        "5: 7 points",
    ]
    assert RENDERER.hand_alt(view, (), SAY) == "Your hand: 42 9 5."
    assert RENDERER.alt(view, ("card.05",), SAY).startswith("On top of the pile: 10. Chosen: 5. Player 1: 0 points.")
    assert RENDERER.text_board(view, ("card.05",), SAY).splitlines()[1:3] == ["10 *5", "1: 0"]
