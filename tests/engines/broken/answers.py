"""Games that break the rules about answers: what apply may read (1), who is asked (2), what is legal (3)."""

from __future__ import annotations

import os
import random
import time
from dataclasses import replace

from engines.table import Ask, Dice, Event, IllegalMove, Move, Path, Pick, Table, Viewer
from tests.engines.broken.base import Broken
from tests.engines.tiny import State, TinyView

# --- rule 1


class Punctual(Broken):
    """A move is worth more in the first days of 1970."""

    rule = 1

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        events = super().apply(state, move, dice)
        state.watts[0] += time.time() < 1_000_000
        return events


class Rooted(Broken):
    """A move is worth more where the environment is empty."""

    rule = 1

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        events = super().apply(state, move, dice)
        state.watts[0] += "PATH" not in os.environ
        return events


class Dawning(Broken):
    """A match that begins in the first days of 1970 begins with more watts."""

    rule = 1

    def setup(self, table: Table, dice: Dice) -> tuple[State, list[Event]]:
        state, events = super().setup(table, dice)
        state.watts[0] += time.time() < 1_000_000
        return state, events


class Lucky(Broken):
    """The deck is shuffled with luck that no one records."""

    rule = 1
    also = frozenset({7, 8, 9, 10})

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        events = super().apply(state, move, dice)
        random.shuffle(state.deck)
        return events


class Stalling(Broken):
    """When a leg is won there is no question about the prize."""

    rule = 1
    also = frozenset({9})

    def view(self, state: State, viewer: Viewer) -> TinyView:
        view = super().view(state, viewer)
        return replace(view, waiting=()) if view.stage == "prize" else view

    def ask(self, view: TinyView, path: Path = ()) -> Ask | None:
        return None if view.stage == "prize" else super().ask(view, path)


# --- rule 2


class Untruthful(Broken):
    """All seats are waited for when the winner takes their prize."""

    rule = 2

    def view(self, state: State, viewer: Viewer) -> TinyView:
        view = super().view(state, viewer)
        return replace(view, waiting=tuple(range(state.table.seats))) if view.stage == "prize" else view


class Nosy(Broken):
    """The first seat may open a leg too, though it isn't waited for."""

    rule = 2

    def ask(self, view: TinyView, path: Path = ()) -> Ask | None:
        if view.stage == "open" and view.viewer == 0:
            view = replace(view, viewer=None)
        return super().ask(view, path)


class Rash(Broken):
    """The opening of a leg has one option, so it isn't asked."""

    rule = 2

    def ask(self, view: TinyView, path: Path = ()) -> Ask | None:
        return super().ask(view, (f"leg.{view.leg}", *path) if view.stage == "open" else path)

    def fallback(self, view: TinyView) -> Path:
        return () if view.stage == "open" else super().fallback(view)


# --- rule 3


class Lenient(Broken):
    """A path that was cut short is completed."""

    rule = 3

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        if state.stage == "bid" and len(move.path) == 1:
            move = replace(move, path=(*move.path, "-"))
        return super().apply(state, move, dice)


class Deaf(Broken):
    """What follows a whole path is ignored."""

    rule = 3

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        return super().apply(state, replace(move, path=move.path[:2] if state.stage == "bid" else move.path), dice)


class Wrapping(Broken):
    """Seat -1 is the last seat, and True is seat 1."""

    rule = 3

    def view(self, state: State, viewer: Viewer) -> TinyView:
        return super().view(state, viewer if viewer is None or viewer == "0" else int(viewer) % state.table.seats)

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        seat = move.by if move.by is None or move.by == "0" else int(move.by) % state.table.seats
        return super().apply(state, replace(move, by=seat), dice)


class Polyglot(Broken):
    """Numbers are parsed by hand, so the digits of every script will do."""

    rule = 3

    def ask(self, view: TinyView, path: Path = ()) -> Ask | None:
        return super().ask(view, self._translated(path))

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        return super().apply(state, replace(move, path=self._translated(move.path)), dice)

    def _translated(self, path: Path) -> Path:
        return tuple(str(int(step)) if step.isdecimal() and len(step) < 20 else step for step in path)


class Resentful(Broken):
    """An answer that is refused costs the deck a card all the same."""

    rule = 3

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        try:
            return super().apply(state, move, dice)
        except IllegalMove:
            state.deck.pop()
            raise


class Unspeakable(Broken):
    """The id of an option has a character that joins the steps of a path."""

    rule = 3

    def ask(self, view: TinyView, path: Path = ()) -> Ask | None:
        if view.stage != "prize" or view.viewer != view.winner:
            return super().ask(view, path)
        ask = super().ask(view, tuple(step.replace("a+card", "card") for step in path))
        return Pick("prize", ("watts", "a+card")) if isinstance(ask, Pick) else ask
