"""New Game by its clauses."""

from engines.dice import ScriptedDice
from engines.newgame import COLUMNS, GAME, NOBODY, State, around, name, place
from engines.table import Move, Pick, Table

DICE = ScriptedDice([])


def begin(*squares: str) -> State:
    """A match of two and four rounds in which stones were laid there in turn."""
    state, _ = GAME.setup(Table(2, {"rounds": "4"}, 1), DICE)
    for square in squares:
        GAME.apply(state, Move(state.turn % 2, tuple(square)), DICE)
    return state


def test_n2_the_board_is_empty_at_first() -> None:
    assert begin().squares == [NOBODY] * 25
    assert [name(place(column, row)) for column, row in ("a1", "e1", "c4")] == ["a1", "e1", "c4"]


def test_n3_a_stone_is_laid_on_an_empty_square() -> None:
    state = begin("c3")
    assert GAME.ask(GAME.view(state, 1)) == Pick("column", tuple(COLUMNS))
    assert GAME.ask(GAME.view(state, 1), ("c",)) == Pick("row", ("1", "2", "4", "5"))
    assert GAME.ask(GAME.view(state, 0)) is None
    assert state.squares[place("c", "3")] == 0


def test_n4_stones_of_your_own_around_it_score() -> None:
    assert [name(square) for square in around(place("a", "1"))] == ["b1", "a2", "b2"]
    assert len(around(place("c", "3"))) == 8
    state = begin("b2", "b1", "c3", "a1", "b3")
    assert state.points == [1 + 2, 1]


def test_n1_n5_after_four_rounds_the_most_points_win() -> None:
    state = begin("a1", "e1", "a2", "e3", "a3", "e5", "a4", "c5")
    assert GAME.view(state, None).over
    assert [(standing.rank, standing.points) for standing in GAME.view(state, None).standings] == [(1, 3), (2, 0)]
