"""Games that break the rules about what is saved: states (7), replay, fallback, conservation and limit (9)."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, make_dataclass, replace
from typing import get_type_hints

from engines.table import Dice, Event, Move, Path, Rng, Table
from tests.engines.broken.base import Broken, copied
from tests.engines.tiny import State, Tiny, TinyView

# --- rule 7


@dataclass(slots=True)
class FloatState(State):
    """A state with a number that isn't exact."""

    pace: float = 0.5


@dataclass(slots=True)
class KeyState(State):
    """A state whose keys are numbers."""

    laps: dict[int, int] = field(default_factory=lambda: {0: 1})


@dataclass(slots=True)
class LooseState(State):
    """A state that holds something other than its types say."""

    names: list[str] = ()  # type: ignore[assignment]


@dataclass
class OpenState(State):
    """A state without slots of its own."""


LateState = make_dataclass(
    "LateState",
    sorted(get_type_hints(State).items(), key=lambda each: each[0] == "table"),
    slots=True,
    namespace={"__module__": __name__},
)


class Unsaved(Broken):
    """A tiny game with another type of state."""

    rule = 7

    def setup(self, table: Table, dice: Dice) -> tuple[State, list[Event]]:
        state, events = super().setup(table, dice)
        return copied(self.State, state), events

    def imagine(self, view: TinyView, rng: Rng) -> State:
        return copied(self.State, super().imagine(view, rng))


class Inexact(Unsaved):
    """A float in the state."""

    State = FloatState


class Numbered(Unsaved):
    """Numbers as keys."""

    State = KeyState


class Loose(Unsaved):
    """A tuple where the types say list."""

    State = LooseState


class Open(Unsaved):
    """No slots."""

    State = OpenState


class Late(Unsaved):
    """The table isn't the first field."""

    State = LateState


# --- rule 9


class Tight(Broken):
    """A limit that most matches pass."""

    rule = 9
    spec = replace(Tiny.spec, limit=4)


class Losing(Broken):
    """A winner who takes watts as their prize loses a card of the deck."""

    rule = 9

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        events = super().apply(state, move, dice)
        if move.path == ("watts",):
            state.deck.pop()
        return events


class Unrecorded(Broken):
    """The first hands fall by luck of the game's own."""

    rule = 9
    also = frozenset({1, 7})

    def setup(self, table: Table, dice: Dice) -> tuple[State, list[Event]]:
        state, events = super().setup(table, dice)
        random.shuffle(state.deck)
        return state, events


class Illegal(Broken):
    """The fallback of a bid is cut short."""

    rule = 9

    def fallback(self, view: TinyView) -> Path:
        return super().fallback(view)[:1]


class Gambling(Broken):
    """The fallback of a prize is drawn at random."""

    rule = 9

    def fallback(self, view: TinyView) -> Path:
        return (random.choice(("watts", "card")),) if view.stage == "prize" else super().fallback(view)
