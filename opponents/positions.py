"""Matches that begin in the middle of another one.

One seat plays on from what it saw, with the rest drawn again. People who play on together do so from what each of them
knew, and only what none of them could know is drawn again.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from engines import GAMES, extras_of
from engines.table import Dice, Event, Game, Table, View, Viewer

WHY = "position"  # of the draw that decides all that the seat, or every seat, couldn't see
SIDES, DICE = 1 << 30, 4


@dataclass(frozen=True, slots=True)
class Position:
    """A decision of a `seat` in the middle of a match of this game, or (None) a moment of all seats."""

    game: str
    state: Any
    seat: Viewer

    def view(self) -> View:
        """What the seat may know."""
        return GAMES[self.game].view(self.state, self.seat)


def begin(game: Game[Any, Any], table: Table, position: Position | None, dice: Dice) -> tuple[Any, list[Event]]:
    """The first state of a match, and what happens then: the game's own beginning if there is no `position`.

    The same fall of the dice gives the same hidden things, so that it can be begun once more.
    """
    if position is None:
        return game.setup(table, dice)
    rng = Random("-".join(map(str, dice.roll(WHY, SIDES, DICE))))
    if position.seat is None:
        return extras_of(position.game).drawn_again(position.state, rng), []
    return game.imagine(game.view(position.state, position.seat), rng), []
