"""New Game by its clauses."""

import pytest

from engines.dice import ScriptedDice
from engines.newgame import GAME, State
from engines.table import TURN, Move, Pick, Table

pytestmark = pytest.mark.quick


def begin(seats: int, *rolls: list[int]) -> tuple[State, ScriptedDice]:
    """A match of four rounds whose dice fall like this, a row for each round."""
    dice = ScriptedDice(rolls)
    state, _ = GAME.setup(Table(seats, {"rounds": "4"}, 1), dice)
    return state, dice


def test_n2_three_dice_more_than_players_are_rolled() -> None:
    state, _ = begin(3, [2, 6, 1, 5, 3, 3])
    assert state.dice == [6, 5, 3, 3, 2, 1]


def test_n3_everybody_takes_one_in_turn_and_another_player_begins_each_time() -> None:
    state, dice = begin(2, [3, 6, 6, 3, 3], [1, 2, 4, 4, 4])
    assert GAME.ask(GAME.view(state, 0)) == Pick("take", ("6", "3"))
    assert GAME.ask(GAME.view(state, 1)) is None
    GAME.apply(state, Move(0, ("6",)), dice)
    assert GAME.ask(GAME.view(state, 1)) == Pick("take", ("6", "3"))
    events = GAME.apply(state, Move(1, ("3",)), dice)
    assert [event.kind for event in events] == ["took", "rolled", TURN]
    assert state.taken == [[6], [3]]
    assert GAME.view(state, None).waiting == (1,)


def test_n4_what_is_left_is_worth_nothing_and_n5_the_most_pips_win() -> None:
    state, dice = begin(2, *[[1, 2, 3, 2, 6]] * 4)
    while waiting := GAME.view(state, None).waiting:
        GAME.apply(state, Move(waiting[0], ("6",) if waiting[0] == 0 else ("1",)), dice)
    assert GAME.view(state, None).dice == ()
    assert [(standing.rank, standing.points) for standing in GAME.view(state, None).standings] == [(1, 24), (2, 4)]
