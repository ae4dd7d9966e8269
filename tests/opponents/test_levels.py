"""The levels of computer players: what they can see, how long they think, and what they are called."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from engines import GAMES
from engines.table import Table
from opponents import EASY, FAIR, LEVELS, OPPONENTS, THINKING, thinking
from opponents.thinking import Budget
from tests.engines.matches import asked, play
from tests.opponents.test_opponents import PLAYERS, SUBJECTS, match

MORE = Budget(rounds=20)


def test_there_are_four_levels_in_every_game() -> None:
    assert LEVELS == ("champion", "strong", "fair", "easy")
    assert LEVELS[2:] == (FAIR, EASY)
    assert [key for key in OPPONENTS if key in LEVELS] == [*LEVELS]
    assert THINKING["champion"].seconds > THINKING["strong"].seconds


@pytest.mark.parametrize("key", SUBJECTS)
@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_sees_nothing_but_the_view_and_leaves_it_as_it_was(name: str, key: str) -> None:
    """In a world that its seat can't tell from the real one it answers the same with the same luck."""
    game, player = SUBJECTS[key], {**PLAYERS, "strong": partial(THINKING["strong"], budget=MORE)}[name]
    for seats in (game.spec.seats[0], game.spec.seats[-1]):
        played = match(key, seats)
        for saved in played.states[:: max(1, len(played.states) // 2)]:
            state = played.load(saved)
            for seat in [viewer for viewer in asked(game, state) if viewer is not None][:2]:
                view = game.view(state, seat)
                other, before = game.view(game.imagine(view, Random(7)), seat), repr(view)
                assert player(game, other, Random(9)) == player(game, view, Random(9))
                assert repr(view) == before


class Clock:
    """A hundredth of a second of the thread passes at each look."""

    def __init__(self) -> None:
        self.looks = 0

    def thread_time(self) -> float:
        self.looks += 1
        return self.looks / 100

    def monotonic(self) -> float:
        return 0.0


@pytest.mark.parametrize("key", GAMES)
def test_a_thought_ends_with_its_time(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[key]
    played = play(game, Table(game.spec.seats[0], {}, game.spec.rules), 3)
    state = played.load(played.states[len(played.states) // 2])
    seat = next(viewer for viewer in asked(game, state) if viewer is not None)
    clock = Clock()
    monkeypatch.setattr(thinking, "time", clock)
    THINKING["strong"](game, game.view(state, seat), Random(1), Budget(seconds=0.05))
    assert clock.looks <= 7, "a look at the beginning, and one after each round"
