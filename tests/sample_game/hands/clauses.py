"""New Game by its clauses."""

from collections.abc import Sequence

from engines.dice import ScriptedDice
from engines.newgame import CARDS, GAME, State, scored
from engines.table import Move, Pick, Table

DICE = ScriptedDice([])


class Stacked(ScriptedDice):
    """The cards lie as they are numbered, so that the highest are dealt first."""

    def shuffle(self, why: str, items: Sequence[str]) -> list[str]:
        """As they lie."""
        return list(items)


def begin(seats: int) -> State:
    """A match of four rounds."""
    state, _ = GAME.setup(Table(seats, {"rounds": "4"}, 1), Stacked([]))
    return state


def test_n2_five_cards_are_dealt_to_each_and_the_next_begins_the_pile() -> None:
    state = begin(2)
    assert [hand[0] for hand in state.hands] == ["card.60", "card.55"]
    assert [len(hand) for hand in state.hands] == [5, 5]
    assert state.pile == ["card.50"]
    assert state.deck == [*CARDS[:49]]


def test_n3_the_nearer_the_more_points() -> None:
    assert [scored(card, "card.50") for card in ("card.50", "card.51", "card.47", "card.38", "card.01")] == [
        12,
        11,
        9,
        0,
        0,
    ]
    state = begin(2)
    assert GAME.ask(GAME.view(state, 1)) is None
    GAME.apply(state, Move(0, ("card.58",)), DICE)
    GAME.apply(state, Move(1, ("card.55",)), DICE)
    assert (state.points, state.pile) == ([4, 9], ["card.50", "card.58", "card.55"])


def test_n4_then_a_card_is_drawn_that_its_player_alone_sees() -> None:
    state = begin(2)
    assert GAME.ask(GAME.view(state, 0)) == Pick("play", tuple(state.hands[0]))
    events = GAME.apply(state, Move(0, ("card.60",)), DICE)
    assert state.hands[0] == ["card.59", "card.58", "card.57", "card.56", "card.49"]
    assert [(event.kind, event.to) for event in events[1:3]] == [("drew", frozenset({0})), ("drawn", None)]


def test_n1_n5_after_four_rounds_the_most_points_win() -> None:
    state = begin(2)
    while waiting := GAME.view(state, None).waiting:
        view = GAME.view(state, waiting[0])
        nearest = sorted(view.hand, key=lambda card: scored(card, view.pile[-1]))
        GAME.apply(state, Move(waiting[0], (nearest[-1 if waiting[0] == 0 else 0],)), DICE)
    assert len(state.pile) == 1 + 4 * 2
    assert [standing.rank for standing in GAME.view(state, None).standings] == [1, 2]
