"""Games that break the rules about secrets: questions (4), views (5), events (6), swap test (8), sealed stages (10)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.table import Ask, Dice, Event, Move, Path, Rng, Table, Viewer
from tests.engines.broken.base import Broken, copied
from tests.engines.tiny import State, TinyView, worth

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
    """Everyone hears which card was drawn."""

    rule = 6

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        events = super().apply(state, move, dice)
        return [replace(event, to=None) if event.kind == "drew" else event for event in events]


class Misdealt(Broken):
    """At the start everyone learns their neighbour's hand."""

    rule = 6

    def setup(self, table: Table, dice: Dice) -> tuple[State, list[Event]]:
        state, events = super().setup(table, dice)
        return state, [replace(event, to=frozenset({(seat + 1) % table.seats})) for seat, event in enumerate(events)]


class Shouting(Broken):
    """An event for a seat that isn't at the table."""

    rule = 6

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        return [*super().apply(state, move, dice), Event("echo", frozenset({state.table.seats}), {})]


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
    """A seat that seals a bid shows how much its hand is worth."""

    rule = 8

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        worth_of_hand = worth(state.hands[move.by]) if type(move.by) is int and 0 <= move.by < state.table.seats else 0
        events = super().apply(state, move, dice)
        return [
            replace(event, data={**event.data, "worth": worth_of_hand}) if event.kind == "sealed" else event
            for event in events
        ]


# --- rule 10


class Skipping(Broken):
    """A seat that has no watts left isn't waited for; its bid is made for it."""

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


class Fidgeting(Broken):
    """Everyone hears that a bid is in, also of one that replaces another."""

    rule = 10

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        again = str(move.by) in state.bids
        events = super().apply(state, move, dice)
        return [*events, Event("sealed", None, {"seat": move.by or 0})] if again and state.stage == "bid" else events
