"""A small game of bluffing: one seat says what card it holds, the next believes it or looks."""

from __future__ import annotations

from dataclasses import dataclass

from engines.table import (
    Ask,
    Dice,
    Event,
    Move,
    Path,
    Pick,
    Ready,
    Rng,
    Spec,
    Standing,
    Table,
    View,
    Viewer,
    check_viewer,
    read,
    require,
    settle,
)

CARDS = tuple(f"card.{number:02}" for number in range(12))
TURNS = 4


@dataclass(slots=True)
class State:
    """A match; the cards are hidden from all but their holders, and so is the deck."""

    table: Table
    turn: int
    cards: list[str]  # by seat
    deck: list[str]
    shown: list[str]
    said: str  # "high" or "low"; "" before it is said
    points: list[int]


@dataclass(frozen=True, slots=True)
class BluffView(View):
    """What has been said, and the viewer's own card."""

    table: Table
    turn: int
    said: str
    shown: tuple[str, ...]
    card: str


class Bluff:
    """The game behind the one interface; see `engines.table.Game`."""

    spec = Spec("bluff", range(2, 5), (), 1, 1, limit=2 * TURNS, difficulty=1)
    State = State

    def setup(self, table: Table, dice: Dice) -> tuple[State, list[Event]]:
        """A card each."""
        table = settle(self.spec, table)
        cards = dice.shuffle("cards", CARDS)
        return State(table, 0, cards[: table.seats], cards[table.seats :], [], "", [0] * table.seats), []

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        """The claim, then what the next seat makes of it: looking shows the card, which is replaced."""
        require(self, state, move)
        assert move.by is not None
        [step] = move.path
        if not state.said:
            state.said = step
            return [Event("said", None, {"seat": move.by, "said": step})]
        speaker = state.turn % state.table.seats
        card, was = state.cards[speaker], state.said
        state.said, state.turn = "", state.turn + 1
        if step == "believe":
            return [Event("believed", None, {"seat": move.by})]
        lied = (was == "high") != (card >= CARDS[len(CARDS) // 2])
        state.points[move.by] += 1 if lied else -1
        state.shown, state.cards[speaker] = [*state.shown, card], state.deck.pop()
        return [Event("looked", None, {"seat": move.by}), Event("found", None, {"seat": move.by, "card": card})]

    def view(self, state: State, viewer: Viewer) -> BluffView:
        """All but the others' cards."""
        check_viewer(viewer, state.table.seats)
        over, best = state.turn == TURNS, sorted(state.points, reverse=True)
        return BluffView(
            viewer=viewer,
            stage="over" if over else "judge" if state.said else "say",
            waiting=() if over else ((state.turn + bool(state.said)) % state.table.seats,),
            standings=tuple(Standing(seat, 1 + best.index(won), won) for seat, won in enumerate(state.points)),
            over=over,
            sealed=False,
            table=state.table,
            turn=state.turn,
            said=state.said,
            shown=tuple(state.shown),
            card="" if viewer is None else state.cards[viewer],
        )

    def ask(self, view: BluffView, path: Path = ()) -> Ask | None:
        """What is said, or whether it is believed."""
        if view.viewer is None or view.viewer not in view.waiting:
            return None
        ask = Pick("judge", ("believe", "look")) if view.said else Pick("say", ("high", "low"))
        for at, step in enumerate(path):
            read(ask if not at else Ready(), step)
        return Ready() if path else ask

    def fallback(self, view: BluffView) -> Path:
        """A late player says that the card is high, or believes."""
        return ("believe",) if view.said else ("high",)

    def imagine(self, view: BluffView, rng: Rng) -> State:
        """Any card that wasn't shown for each other seat."""
        left = [card for card in CARDS if card not in (view.card, *view.shown)]
        rng.shuffle(left)
        seats = range(view.table.seats)
        cards = [view.card if seat == view.viewer else left.pop() for seat in seats]
        points = [standing.points for standing in view.standings]
        return State(view.table, view.turn, cards, left, list(view.shown), view.said, points)
