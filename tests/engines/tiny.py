"""A tiny game that uses the whole interface: a tour of a few legs, won by sealed bids of watts and hidden cards.

The host opens each leg, everyone draws a card and bids in secret, the highest bid wins a point and a prize: the watts
that the die shows, or one more card.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.table import (
    Amount,
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
    Text,
    View,
    Viewer,
    check_viewer,
    read,
    require,
    settle,
)

CARDS = tuple(f"card.{number:02}" for number in range(32))  # enough for 4 seats: 3 at the start and 4 to come, each
HANDS = {"short": 2, "long": 3}
WATTS = 3
MOST_LEGS = 3
MOST_CARDS = 2  # in one bid

SPEC = Spec(
    key="tiny",
    seats=range(2, 5),
    options=(
        Option("hand", Pick("hand", tuple(HANDS)), "short"),
        Option("legs", Amount("legs", 1, MOST_LEGS), "2"),
        Option("name", Text("name", 40), "Tour"),
    ),
    rules=1,
    schema=1,
    limit=MOST_LEGS * (1 + 4 + 1),  # a leg: the host opens, four seats bid, one takes the prize
    difficulty=1,
    presets={"brief": {"legs": "1"}},
)


@dataclass(slots=True)
class State:
    """A match; the deck, the others' hands and the bids are hidden."""

    table: Table
    stage: str  # "open", "bid", "prize" or "over"
    leg: int
    deck: list[str]
    hands: list[list[str]]  # by seat, in the order of the cards
    bids: dict[str, str]  # by seat, "bid.<seat>/<watts>/<cards>"
    played: list[str]  # in the order of the cards
    watts: list[int]
    points: list[int]
    prize: int  # the die of this leg
    winner: Seat  # of the last leg that was ridden


@dataclass(frozen=True, slots=True)
class TinyView(View):
    """What all can see, and the viewer's own hand and bid."""

    table: Table
    leg: int
    deck: int  # how many cards are left
    backs: tuple[int, ...]  # how many cards each seat holds
    played: tuple[str, ...]
    watts: tuple[int, ...]
    prize: int
    winner: Seat
    hand: tuple[str, ...]
    bid: str


def worth(cards: list[str]) -> int:
    """What the cards add to a bid: 1 to 4 each."""
    return sum(int(card[-2:]) % 4 + 1 for card in cards)


def ask_open(view: TinyView, path: Path) -> Ask | None:
    """The host opens the next leg: one option, asked all the same."""
    if view.viewer is not None:
        return None
    return _through([Pick("open", (f"leg.{view.leg}",))], path)


def do_open(state: State, move: Move, dice: Dice) -> list[Event]:
    """The prize is rolled and everyone draws a card."""
    [state.prize] = dice.roll(f"prize.{state.leg}", 6)
    state.stage = "bid"
    events = [Event("opened", None, {"leg": state.leg, "prize": state.prize})]
    for seat in range(state.table.seats):
        events += _draw(state, seat)
    return events


def _draw(state: State, seat: Seat) -> list[Event]:
    card = state.deck.pop()
    state.hands[seat] = sorted([*state.hands[seat], card])
    return [Event("drew", frozenset({seat}), {"seat": seat, "card": card}), Event("drawn", None, {"seat": seat})]


def ask_bid(view: TinyView, path: Path) -> Ask | None:
    """Watts, then up to two cards; a seat that has neither is asked all the same (rule 10)."""
    if view.viewer is None:
        return None
    watts = Amount("watts", 0, view.watts[view.viewer])
    return _through([watts, Pick("cards", view.hand, 0, min(MOST_CARDS, len(view.hand)))], path)


def do_bid(state: State, move: Move, dice: Dice) -> list[Event]:
    """Seal the bid; the last one in opens them all."""
    assert move.by is not None
    watts, cards = move.path
    is_first = str(move.by) not in state.bids
    state.bids[str(move.by)] = f"bid.{move.by}/{watts}/{cards}"
    own = {"seat": move.by, "watts": int(watts), "cards": cards}
    events = [Event("bid", frozenset({move.by}), own)]
    if is_first:
        events.append(Event("sealed", None, {"seat": move.by}))
    return events + (_ride(state) if len(state.bids) == state.table.seats else [])


def _ride(state: State) -> list[Event]:
    """The highest bid wins, of equal ones that of the lowest seat; watts and cards are spent."""
    events: list[Event] = []
    totals: list[int] = []
    for seat in range(state.table.seats):
        _, watts, shown = state.bids[str(seat)].split("/")
        cards = [card for card in shown.split("+") if card != "-"]
        totals.append(int(watts) + worth(cards))
        state.watts[seat] -= int(watts)
        state.hands[seat] = [card for card in state.hands[seat] if card not in cards]
        state.played = sorted([*state.played, *cards])
        events.append(Event("revealed", None, {"seat": seat, "watts": int(watts), "cards": cards}))
    state.winner = totals.index(max(totals))
    state.points[state.winner] += 1
    state.bids, state.stage = {}, "prize"
    return [*events, Event("won", None, {"seat": state.winner, "leg": state.leg})]


def ask_prize(view: TinyView, path: Path) -> Ask | None:
    """The winner of the leg takes watts or a card."""
    return _through([Pick("prize", ("watts", "card"))], path) if view.viewer == view.winner else None


def do_prize(state: State, move: Move, dice: Dice) -> list[Event]:
    """The prize, then the next leg or the end."""
    if move.path == ("card",):
        events = _draw(state, state.winner)
    else:
        state.watts[state.winner] += state.prize
        events = [Event("fed", None, {"seat": state.winner, "watts": state.prize})]
    state.leg += 1
    state.stage = "open" if state.leg <= int(state.table.options["legs"]) else "over"
    return events


def _through(asks: list[Ask], path: Path) -> Ask:
    """The question after the steps of `path`, where no question depends on an earlier answer."""
    asks = [*asks, Ready()]
    for ask, step in zip(asks, path[: len(asks)], strict=False):
        read(ask, step)
    return asks[len(path)]


STAGES: dict[str, Stage[State, TinyView]] = {
    "open": Stage(ask_open, do_open),
    "bid": Stage(ask_bid, do_bid),
    "prize": Stage(ask_prize, do_prize),
}


class Tiny:
    """The game behind the one interface; see `engines.table.Game`."""

    spec = SPEC
    State = State

    def setup(self, table: Table, dice: Dice) -> tuple[State, list[Event]]:
        """Each player is dealt a hand."""
        table = settle(self.spec, table)
        seats, size = table.seats, HANDS[table.options["hand"]]
        deck = dice.shuffle("deck", CARDS)
        hands = [sorted(deck[seat * size : (seat + 1) * size]) for seat in range(seats)]
        state = State(table, "open", 1, deck[seats * size :], hands, {}, [], [WATTS] * seats, [0] * seats, 0, 0)
        return state, [Event("dealt", frozenset({seat}), {"cards": hand}) for seat, hand in enumerate(hands)]

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        """One whole answer of a seat or the host."""
        require(self, state, move)
        return STAGES[state.stage].do(state, move, dice)

    def view(self, state: State, viewer: Viewer) -> TinyView:
        """Counts of what is hidden, and the viewer's own cards."""
        check_viewer(viewer, state.table.seats)
        seats = range(state.table.seats)
        waiting: dict[str, tuple[Viewer, ...]] = {
            "open": (None,),
            "bid": tuple(seat for seat in seats if str(seat) not in state.bids),
            "prize": (state.winner,),
            "over": (),
        }
        return TinyView(
            viewer=viewer,
            stage=state.stage,
            waiting=waiting[state.stage],
            standings=tuple(
                Standing(seat, 1 + sum(more > state.points[seat] for more in state.points), state.points[seat])
                for seat in seats
            ),
            over=state.stage == "over",
            sealed=state.stage == "bid",
            table=state.table,
            leg=state.leg,
            deck=len(state.deck),
            backs=tuple(len(hand) for hand in state.hands),
            played=tuple(state.played),
            watts=tuple(state.watts),
            prize=state.prize,
            winner=state.winner,
            hand=() if viewer is None else tuple(state.hands[viewer]),
            bid="" if viewer is None else state.bids.get(str(viewer), ""),
        )

    def ask(self, view: TinyView, path: Path = ()) -> Ask | None:
        """Open, bid or prize."""
        return STAGES[view.stage].ask(view, path) if view.stage in STAGES else None

    def fallback(self, view: TinyView) -> Path:
        """No watts, no cards; as a prize the watts."""
        ask = self.ask(view)
        if isinstance(ask, Amount):
            return ("0", "-")
        return (ask.options[0],) if isinstance(ask, Pick) else ()

    def imagine(self, view: TinyView, rng: Rng) -> State:
        """The cards that the viewer hasn't seen are shuffled; bids that they can't see are made from them."""
        unseen = [card for card in CARDS if card not in view.hand and card not in view.played]
        rng.shuffle(unseen)
        hands = [
            list(view.hand) if seat == view.viewer else sorted(unseen.pop() for _ in range(count))
            for seat, count in enumerate(view.backs)
        ]
        bids: dict[str, str] = {}
        for seat, hand in enumerate(hands):
            if view.sealed and seat not in view.waiting:
                cards = hand[: rng.randrange(1 + min(MOST_CARDS, len(hand)))]
                bids[str(seat)] = f"bid.{seat}/{rng.randrange(1 + view.watts[seat])}/{'+'.join(cards) or '-'}"
        if view.bid:
            bids[str(view.viewer)] = view.bid
        return State(
            table=view.table,
            stage=view.stage,
            leg=view.leg,
            deck=[unseen.pop() for _ in range(view.deck)],
            hands=hands,
            bids=bids,
            played=list(view.played),
            watts=list(view.watts),
            points=[standing.points for standing in view.standings],
            prize=view.prize,
            winner=view.winner,
        )
