"""Copies of the tiny game, each broken on purpose in one way: the contract must find every one of them.

`rule` is the rule of the interface that a copy breaks, `also` the rules whose checks can't help noticing it too.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields, make_dataclass, replace
from typing import Any, ClassVar, get_type_hints

from engines.table import (
    Ask,
    Dice,
    Event,
    IllegalMove,
    Move,
    Path,
    Pick,
    Rng,
    Spec,
    Table,
    Viewer,
)
from tests.engines.tiny import State, Tiny, TinyView, worth


class Broken(Tiny):
    """A tiny game that breaks one rule."""

    rule: ClassVar[int]
    also: ClassVar[frozenset[int]] = frozenset()
    spec: Spec = Tiny.spec
    State: type[Any] = State


def copied(kind: Callable[..., Any], original: Any, **more: Any) -> Any:
    """The same fields in another dataclass, some of them new."""
    return kind(**{each.name: getattr(original, each.name) for each in fields(original)}, **more)


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


class Lucky(Broken):
    """The deck is shuffled with luck that nobody records."""

    rule = 1
    also = frozenset({7, 8, 9, 10})

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        events = super().apply(state, move, dice)
        random.shuffle(state.deck)
        return events


class Stalling(Broken):
    """When a leg is won nobody is asked about the prize."""

    rule = 1
    also = frozenset({9})

    def view(self, state: State, viewer: Viewer) -> TinyView:
        view = super().view(state, viewer)
        return replace(view, waiting=()) if view.stage == "prize" else view

    def ask(self, view: TinyView, path: Path = ()) -> Ask | None:
        return None if view.stage == "prize" else super().ask(view, path)


# --- rule 2


class Untruthful(Broken):
    """All seats are waited for when the winner takes his prize."""

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


# --- rule 4


class Peeping(Broken):
    """The question about watts is made from the state that was looked at last."""

    rule = 4
    _last: State

    def view(self, state: State, viewer: Viewer) -> TinyView:
        self._last = state
        return super().view(state, viewer)

    def ask(self, view: TinyView, path: Path = ()) -> Ask | None:
        return super().ask(replace(view, watts=tuple(self._last.watts)), path)


# --- rule 5


@dataclass(frozen=True, slots=True)
class LiveView(TinyView):
    """A view that keeps a list of the state."""

    live: list[int]


class Shared(Broken):
    """The view holds the state's own list of watts."""

    rule = 5

    def view(self, state: State, viewer: Viewer) -> TinyView:
        return copied(LiveView, super().view(state, viewer), live=state.watts)


class Worn(Broken):
    """Every look puts the top card of the deck to the bottom."""

    rule = 5
    also = frozenset({1, 3, 7, 8, 9, 10})

    def view(self, state: State, viewer: Viewer) -> TinyView:
        state.deck.insert(0, state.deck.pop())
        return super().view(state, viewer)


# --- rule 6


class Loud(Broken):
    """Everybody hears which card was drawn."""

    rule = 6

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        events = super().apply(state, move, dice)
        return [replace(event, to=None) if event.kind == "drew" else event for event in events]


class Misdealt(Broken):
    """At the start everybody is told the hand of his neighbour."""

    rule = 6

    def setup(self, table: Table, dice: Dice) -> tuple[State, list[Event]]:
        state, events = super().setup(table, dice)
        return state, [replace(event, to=frozenset({(seat + 1) % table.seats})) for seat, event in enumerate(events)]


class Shouting(Broken):
    """An event for a seat that isn't at the table."""

    rule = 6

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        return [*super().apply(state, move, dice), Event("echo", frozenset({state.table.seats}), {})]


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
    """A state that holds something else than its types say."""

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


# --- rule 8


@dataclass(frozen=True, slots=True)
class LeakView(TinyView):
    """A view that tells something about what is hidden."""

    leak: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TellView(TinyView):
    """A view that tells something about what is hidden, in numbers."""

    tell: tuple[int, ...]


class Leaky(Broken):
    """The view shows the top card of the deck, and imagine leaves it there."""

    rule = 8

    def view(self, state: State, viewer: Viewer) -> TinyView:
        return copied(LeakView, super().view(state, viewer), leak=tuple(state.deck[-1:]))

    def imagine(self, view: TinyView, rng: Rng) -> State:
        assert isinstance(view, LeakView)
        while True:
            state = super().imagine(view, rng)
            if state.deck[-1:] == list(view.leak):
                return state


class Marked(Broken):
    """The view tells what the cards of each hand are worth, and imagine doesn't know."""

    rule = 8

    def view(self, state: State, viewer: Viewer) -> TinyView:
        return copied(TellView, super().view(state, viewer), tell=tuple(worth(hand) for hand in state.hands))


class Transparent(Broken):
    """All cards can be seen in the view, spelled as numbers, and imagine copies them faithfully."""

    rule = 8
    also = frozenset({10})

    def view(self, state: State, viewer: Viewer) -> TinyView:
        cards = [*state.deck, *(card for hand in state.hands for card in hand)]
        bids = [state.bids.get(str(seat), "") for seat in range(state.table.seats)]
        secret = "\n".join([*cards, *bids]).encode()
        return copied(TellView, super().view(state, viewer), tell=tuple(secret))

    def imagine(self, view: TinyView, rng: Rng) -> State:
        assert isinstance(view, TellView)
        lines = iter(bytes(view.tell).decode().split("\n"))
        state = super().imagine(view, rng)
        state.deck = [next(lines) for _ in range(view.deck)]
        state.hands = [[next(lines) for _ in range(count)] for count in view.backs]
        state.bids = {str(seat): bid for seat, bid in enumerate(lines) if bid}
        return state


class Blushing(Broken):
    """Who seals a bid shows how much his hand is worth."""

    rule = 8

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        told = worth(state.hands[move.by]) if type(move.by) is int and 0 <= move.by < state.table.seats else 0
        events = super().apply(state, move, dice)
        return [
            replace(event, data={**event.data, "worth": told}) if event.kind == "sealed" else event for event in events
        ]


# --- rule 9


class Tight(Broken):
    """A limit that most matches pass."""

    rule = 9
    spec = replace(Tiny.spec, limit=4)


class Losing(Broken):
    """Who takes watts as his prize loses a card of the deck."""

    rule = 9

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        events = super().apply(state, move, dice)
        if move.path == ("watts",):
            state.deck.pop()
        return events


class Unrecorded(Broken):
    """The first hands fall by luck of the game's own."""

    rule = 9
    also = frozenset({7})

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
    """The fallback of a prize is drawn by lot."""

    rule = 9

    def fallback(self, view: TinyView) -> Path:
        return (random.choice(("watts", "card")),) if view.stage == "prize" else super().fallback(view)


# --- rule 10


class Skipping(Broken):
    """Who has no watts left isn't waited for; his bid is made for him."""

    rule = 10

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        events = super().apply(state, move, dice)
        if state.stage == "bid":
            for seat in range(state.table.seats - 1):
                if state.watts[seat] == 0:
                    state.bids.setdefault(str(seat), f"bid.{seat}/0/-")
        return events


class Hasty(Broken):
    """The bids are opened when all but one are in."""

    rule = 10

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        events = super().apply(state, move, dice)
        if state.stage == "bid" and len(state.bids) == state.table.seats - 1:
            [late] = [seat for seat in range(state.table.seats) if str(seat) not in state.bids]
            events += super().apply(state, Move(late, ("0", "-")), dice)
        return events


class Final(Broken):
    """A sealed answer can't be taken back."""

    rule = 10

    def ask(self, view: TinyView, path: Path = ()) -> Ask | None:
        return None if view.bid else super().ask(view, path)


class Hoarding(Broken):
    """The first answer counts, whatever comes after it."""

    rule = 10

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        first = state.bids.get(str(move.by))
        events = super().apply(state, move, dice)
        if first and state.stage == "bid":
            state.bids[str(move.by)] = first
        return events


class Gossiping(Broken):
    """All hear how many watts were bid before all bids are in."""

    rule = 10

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        events = super().apply(state, move, dice)
        return [
            replace(event, data={**event.data, "watts": move.path[0]}) if event.kind == "sealed" else event
            for event in events
        ]


BROKEN: tuple[type[Broken], ...] = (
    *(Punctual, Rooted, Lucky, Stalling),
    *(Untruthful, Nosy, Rash),
    *(Lenient, Deaf, Wrapping, Polyglot, Resentful, Unspeakable),
    *(Peeping,),
    *(Shared, Worn),
    *(Loud, Misdealt, Shouting),
    *(Inexact, Numbered, Loose, Open, Late),
    *(Leaky, Marked, Transparent, Blushing),
    *(Tight, Losing, Unrecorded, Illegal, Gambling),
    *(Skipping, Hasty, Final, Hoarding, Gossiping),
)
