"""Matches between fair players, written down, but for answers and dice that a test chooses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engines import GAMES
from engines.dice import Draw, SeededDice
from engines.table import Game, Move, Path, Table, View, settle
from opponents.greedy import play_greedy
from opponents.review import Record, Row

KEY = bytes(32)
Answer = Callable[[int, View], Path | None]  # by number and view; None leaves it to the fair player


class LoadedDice(SeededDice):
    """Dice that fall as dictated for some reasons."""

    def __init__(self, number: int, loaded: Mapping[str, list[int]]) -> None:
        super().__init__(KEY, number)
        self._loaded = loaded

    def roll(self, why: str, sides: int, n: int = 1) -> list[int]:
        """The dictated numbers, else any."""
        if (fell := self._loaded.get(why)) is None:
            return super().roll(why, sides, n)
        self.draws.append(Draw(why, sides, fell[:n]))
        return fell[:n]


def played(
    game: str, seats: int, answer: Answer, loaded: Mapping[str, list[int]] | None = None, **options: str
) -> Record:
    """A match between fair players, but for the answers that are given and the dice that are loaded, by reason."""
    engine: Game[Any, Any] = GAMES[game]
    table, rng = settle(engine.spec, Table(seats, options, engine.spec.rules)), Random(5)
    dice = LoadedDice(0, loaded or {})
    state, _ = engine.setup(table, dice)
    setup, rows = tuple(dice.draws), list[Row]()
    while waiting := engine.view(state, None).waiting:
        number, view = len(rows) + 1, engine.view(state, waiting[0])
        path = answer(number, view)
        if path is None:
            path = engine.fallback(view) if view.viewer is None else play_greedy(engine, view, rng)
        dice = LoadedDice(number, loaded or {})
        engine.apply(state, Move(view.viewer, path), dice)
        rows.append(Row(view.viewer, path, tuple(dice.draws)))
    return Record(game, table, setup, tuple(rows))


def nothing_special(number: int, view: View) -> Path | None:
    """All answers are the fair player's."""
    return None
