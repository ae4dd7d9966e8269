"""New Game: each player holds cards that no one else sees, and plays on the pile what comes nearest to its top.

The clauses of the rules:

- N1: Two to four players have 4, 6 or 8 turns each, one after the other.
- N2: Each of them is dealt 5 of 60 cards, numbered from 1; the next one begins the pile.
- N3: A turn: you play a card, and score 12 points less the difference to the card below it, but never below 0.
- N4: Then you draw a card.
- N5: The most points win; equal scores share the place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.extras import Extras
from engines.table import (
    DEALT,
    TURN,
    Ask,
    Dice,
    Event,
    Move,
    Option,
    Path,
    Pick,
    Ready,
    Rng,
    Seat,
    Spec,
    Stage,
    Standing,
    Table,
    View,
    Viewer,
    check_viewer,
    read,
    require,
    settle,
)

ROUNDS = ("4", "6", "8")  # N1
CARDS = tuple(f"card.{number:02}" for number in range(1, 61))  # N2: ids that occur nowhere else
HAND = 5
BEST = 12  # points (N3)

SPEC = Spec(
    key="newgame",
    seats=range(2, 5),
    options=(Option("rounds", Pick("rounds", ROUNDS), "6"),),
    rules=1,
    schema=1,
    limit=int(ROUNDS[-1]) * 4,  # a turn of each of four players in each round
    presets={"brief": {"rounds": "4"}},
    difficulty=1,
)


@dataclass(slots=True)
class State:
    """A match; the deck and the hands are hidden."""

    table: Table
    stage: str  # "play" or "over"
    turn: int  # of the match, from 0
    deck: list[str]  # the next card is the last
    hands: list[list[str]]  # by seat, the highest first
    pile: list[str]  # its top is the last
    points: list[int]  # by seat


@dataclass(frozen=True, slots=True)
class NewGameView(View):
    """What all can see, and the viewer's own hand."""

    table: Table
    turn: int
    hand: tuple[str, ...]  # the viewer's
    pile: tuple[str, ...]


def number(card: str) -> int:
    """The number on a card."""
    return int(card.removeprefix("card."))


def scored(card: str, top: str) -> int:
    """The points for a card on the one that was on top (N3)."""
    return max(0, BEST - abs(number(card) - number(top)))


def due(table: Table, turn: int) -> Seat:
    """Whose turn it is."""
    return turn % table.seats


def ask_play(view: NewGameView, path: Path) -> Ask | None:
    """One of the cards in the viewer's hand."""
    if view.viewer != due(view.table, view.turn):
        return None
    asks = (Pick("play", view.hand), Ready())
    for ask, step in zip(asks, path, strict=False):
        read(ask, step)
    return asks[len(path)]


def do_play(state: State, move: Move, dice: Dice) -> list[Event]:
    """The card comes on the pile and another one from the deck; then the next turn or the end."""
    seat, card = due(state.table, state.turn), move.path[0]
    more = scored(card, state.pile[-1])
    state.hands[seat].remove(card)
    state.pile.append(card)
    state.points[seat] += more
    state.turn += 1
    events = [Event("played", None, {"seat": seat, "card": number(card), "points": more}), *_draw(state, seat)]
    if state.turn == int(state.table.options["rounds"]) * state.table.seats:
        state.stage = "over"
        winners = [standing.seat for standing in _standings(state) if standing.rank == 1]
        return [*events, Event("won", None, {"seats": winners})]
    return [*events, Event(TURN, None, {"turn": state.turn, "seat": due(state.table, state.turn)})]


def _draw(state: State, seat: Seat) -> list[Event]:
    """That a card was drawn (N4) all may know, which one its player alone: two events."""
    card = state.deck.pop()
    state.hands[seat] = sorted([*state.hands[seat], card], reverse=True)
    return [Event("drew", frozenset({seat}), {"card": card}), Event("drawn", None, {"seat": seat})]


def _standings(state: State) -> tuple[Standing, ...]:
    """The most points first in rank (N5)."""
    points = state.points
    return tuple(Standing(seat, 1 + sum(more > mine for more in points), mine) for seat, mine in enumerate(points))


STAGES: dict[str, Stage[State, NewGameView]] = {"play": Stage(ask_play, do_play)}


class NewGame:
    """The game behind the one interface; see `engines.table.Game`."""

    spec = SPEC
    State = State

    def setup(self, table: Table, dice: Dice) -> tuple[State, list[Event]]:
        """The cards are dealt (N2)."""
        table = settle(SPEC, table)
        deck = dice.shuffle("deck", CARDS)
        hands = [sorted((deck.pop() for _ in range(HAND)), reverse=True) for _ in range(table.seats)]
        pile = [deck.pop()]
        state = State(table, "play", 0, deck, hands, pile, [0] * table.seats)
        dealt = [Event(DEALT, frozenset({seat}), {"cards": tuple(hand)}) for seat, hand in enumerate(hands)]
        turn = Event(TURN, None, {"turn": 0, "seat": due(table, 0)})
        return state, [*dealt, Event("begun", None, {"card": number(pile[0])}), turn]

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        """One whole answer of a seat."""
        require(self, state, move)
        return STAGES[state.stage].do(state, move, dice)

    def view(self, state: State, viewer: Viewer) -> NewGameView:
        """The pile, the points, and the viewer's own hand."""
        check_viewer(viewer, state.table.seats)
        over = state.stage == "over"
        return NewGameView(
            viewer=viewer,
            stage=state.stage,
            waiting=() if over else (due(state.table, state.turn),),
            standings=_standings(state),
            over=over,
            sealed=False,
            table=state.table,
            turn=state.turn,
            hand=() if viewer is None else tuple(state.hands[viewer]),
            pile=tuple(state.pile),
        )

    def ask(self, view: NewGameView, path: Path = ()) -> Ask | None:
        """Which card is played."""
        return STAGES[view.stage].ask(view, path) if view.stage in STAGES else None

    def fallback(self, view: NewGameView) -> Path:
        """The highest card."""
        return (view.hand[0],)

    def imagine(self, view: NewGameView, rng: Rng) -> State:
        """What the viewer hasn't seen is shuffled and dealt again."""
        deck = [card for card in CARDS if card not in view.pile and card not in view.hand]
        rng.shuffle(deck)
        hands = [
            list(view.hand) if seat == view.viewer else sorted((deck.pop() for _ in range(HAND)), reverse=True)
            for seat in range(view.table.seats)
        ]
        points = [standing.points for standing in view.standings]
        return State(view.table, view.stage, view.turn, deck, hands, list(view.pile), points)


def as_if_asked(view: NewGameView) -> NewGameView | None:
    """The viewer's next turn as if it were now: no one can say which cards come before it, but a plan can be made."""
    if view.over or view.viewer is None:
        return None
    turn = view.turn + (view.viewer - view.turn) % view.table.seats
    if turn >= int(view.table.options["rounds"]) * view.table.seats:
        return None
    return replace(view, turn=turn, waiting=(view.viewer,))


GAME = NewGame()
EXTRAS = Extras(as_if_asked=as_if_asked)
