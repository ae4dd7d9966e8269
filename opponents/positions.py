"""Matches that begin in the middle of another one: as one seat saw it, with what it couldn't see drawn again."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from engines import GAMES
from engines.table import Dice, Event, Game, Seat, Table, View

WHY = "position"  # of the draw that decides all that the seat couldn't see
SIDES, DICE = 1 << 30, 4


@dataclass(frozen=True, slots=True)
class Position:
    """A decision of a `seat` in the middle of a match of this game."""

    game: str
    state: Any
    seat: Seat

    def view(self) -> View:
        """What the seat may know."""
        return GAMES[self.game].view(self.state, self.seat)


def begin(game: Game[Any, Any], table: Table, position: Position | None, dice: Dice) -> tuple[Any, list[Event]]:
    """The first state of a match, and what happens then: the game's own beginning if there is no `position`.

    The same fall of the dice gives the same hidden things, so that it can be begun once more.
    """
    if position is None:
        return game.setup(table, dice)
    fell = dice.roll(WHY, SIDES, DICE)
    view = game.view(position.state, position.seat)
    return game.imagine(view, Random("-".join(map(str, fell)))), []
