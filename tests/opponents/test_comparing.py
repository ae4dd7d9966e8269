"""What a turn has changed, as the riders who talk look at it: chances before and after it, with the same luck."""

from engines import GAMES
from engines.dice import SeededDice
from engines.table import Move, Table
from opponents.comparing import swings
from opponents.thinking import Budget

ROUNDS = Budget(rounds=2)


def test_a_view_compared_with_itself_has_changed_nothing() -> None:
    game = GAMES["pistard"]
    state, _ = game.setup(Table(3, {}, 1), SeededDice(b"key", 0))
    view = game.view(state, None)
    assert swings(game, view, view, 1, ROUNDS) == [0.0, 0.0, 0.0]


def test_what_the_winner_gained_the_others_lost() -> None:
    game = GAMES["schlangennest"]
    state, _ = game.setup(Table(2, {}, 1), SeededDice(b"key", 0))
    before = game.view(state, None)
    for number in range(1, 1000):
        view = game.view(state, None)
        if view.over:
            break
        who = view.waiting[0]
        game.apply(state, Move(who, game.fallback(game.view(state, who))), SeededDice(b"key", number))
    changed = swings(game, before, game.view(state, None), 1, ROUNDS)
    best = min(game.view(state, None).standings, key=lambda standing: standing.rank)
    assert changed[best.seat] == max(changed)
    assert abs(sum(changed)) < 1e-9
