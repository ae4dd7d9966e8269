"""Positions of SuperEchelon written by hand, and the few verbs that its tests play them with.

Cards are written as their figure, with a dot and the copy where it matters: "climber", "gregario.07".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engines.dice import ScriptedDice
from engines.superechelon import (
    CARDS,
    Breakaway,
    Played,
    State,
    SuperEchelon,
    SuperEchelonView,
    gc,
    hand_sizes,
    in_order,
    pack,
    values,
)
from engines.table import Event, Move, Pick, Ready, Seat, Table, settle

GAME = SuperEchelon()


class Box:
    """The cards of a tour that a test hasn't used yet."""

    def __init__(self, tour: int, seats: int) -> None:
        self.left = list(pack(tour, seats))
        self._tour = tour

    def take(self, word: str) -> str:
        """The first free copy of that figure, or the copy that is named."""
        figure, _, copy = word.partition(".")
        name = f"{figure}.{self._tour}.{copy}"
        card = next(card for card in self.left if card.startswith(name))
        self.left.remove(card)
        return card

    def take_all(self, words: str) -> tuple[str, ...]:
        """Several of them, divided by spaces."""
        return tuple(self.take(word) for word in words.split())


def leg(
    *hands: str,
    road: Sequence[str] = (),
    terrain: str = "flat",
    number: int = 1,
    tour: int = 1,
    leader: Seat = 0,
    due: Seat = 0,
    turn: int = 1,
    piles: Mapping[Seat, str] | None = None,
    **options: str,
) -> State:
    """A position in the middle of a leg; each breakaway of the `road` is "0:climber 1:good 1:bad", its starter first.

    A card on the road with an x behind it is cancelled. The deck holds as many of the other cards as it must at this
    point, those that are left over are in the pile of the last seat, and so on down.
    """
    seats = len(hands)
    box = Box(tour, seats)
    dealt = tuple(in_order(box.take_all(words)) for words in hands)
    breakaways = tuple(_breakaway(f"b.{at}", words, box, terrain) for at, words in enumerate(road, start=1))
    taken = [list(box.take_all((piles or {}).get(seat, ""))) for seat in range(seats)]
    sizes = hand_sizes(seats)
    # everything that is dealt after this leg
    size = seats * sum(after - before + 3 for before, after in zip(sizes[number - 1 :], sizes[number:], strict=False))
    top = next((card for card in box.left if CARDS[card].back == terrain), "") if size else ""
    if top:
        box.left.remove(top)
    deck = ((top,) if top else ()) + tuple(box.left[: size - bool(top)])
    taken[-1] += box.left[size - bool(top) :]
    settled = settle(GAME.spec, Table(seats, options, 1))
    return State(
        table=settled,
        stage="play",
        tour=tour,
        leg=number,
        terrain=terrain,
        leader=leader,
        due=due,
        turn=turn,
        deck=deck,
        hands=dealt,
        breakaways=breakaways,
        piles=tuple(in_order(cards) for cards in taken),
        gc=tuple(gc(cards) for cards in taken),
        down=(0,) * seats,
        spoils=(),
        handed=(),
        last=None,
        ridden=(),
        results=(),
    )


def _breakaway(name: str, words: str, box: Box, terrain: str) -> Breakaway:
    cards: list[Played] = []
    for word in words.split():
        seat, card = word.split(":")
        cards.append(Played(box.take(card.removesuffix("x")), int(seat), cancelled=card.endswith("x")))
    return Breakaway(name, cards[0].seat, tuple(cards), sum(values(tuple(cards), terrain)))


def start(seats: int, *, draws: Iterable[int] = (), first: Sequence[str] = (), **options: str) -> State:
    """A new match; `draws` are the places drawn for the first deal, `first` the top cards of the deck."""
    state, _ = begun(seats, draws=draws, first=first, **options)
    return state


def begun(
    seats: int, *, draws: Iterable[int] = (), first: Sequence[str] = (), **options: str
) -> tuple[State, list[Event]]:
    """The same with what happened."""
    places = list(draws) or [1, *[20] * (seats - 1)]  # seat 0 draws a Climber, the others something less
    dice = ScriptedDice([*([place] for place in places), order(seats, *first)])
    return GAME.setup(Table(seats, options, 1), dice)


def order(seats: int, *first: str) -> list[int]:
    """A shuffle that puts these cards on top and leaves the others as in the pack."""
    cards = pack(1, seats)
    box = Box(1, seats)
    top = [cards.index(box.take(word)) for word in first]
    return top + [place for place in range(len(cards)) if place not in top]


def view(state: State, seat: Seat | None = None) -> SuperEchelonView:
    """What that seat sees; without one, the seat whose turn it is."""
    return GAME.view(state, state.due if seat is None else seat)


def card_of(state: State, word: str) -> str:
    """The card in the hand of the seat whose turn it is."""
    figure, _, copy = word.partition(".")
    return next(card for card in state.hands[state.due] if card.startswith(figure + ".") and card.endswith(copy))


def on_road(state: State, word: str) -> str:
    """The first card of that figure on the table."""
    cards = [card.card for breakaway in state.breakaways for card in breakaway.cards]
    return next(card for card in cards if card.startswith(word + "."))


def play(state: State, way: str, dice: Sequence[Sequence[int]] = ()) -> list[Event]:
    """The seat whose turn it is plays: "climber b.1", "bad new", "bad b.1 sprinter" (cancels the Sprinter)."""
    card, *where = way.split()
    path = [card_of(state, card), *where[:1]]
    if where[1:]:
        path.append("none" if where[1] == "none" else on_road(state, where[1]))
    return GAME.apply(state, Move(state.due, tuple(path)), ScriptedDice(dice))


def answer(state: State, *path: str, by: Seat | None = None) -> list[Event]:
    """An answer as it is spelled, by the seat whose turn it is if no other is named."""
    return GAME.apply(state, Move(state.due if by is None else by, path), ScriptedDice([]))


def play_all(state: State, *ways: str) -> list[Event]:
    """One card after the other, each by the seat whose turn it is then; what the last one led to."""
    events: list[Event] = []
    for way in ways:
        events = play(state, way)
    return events


def hand_out(state: State, *given: str) -> list[Event]:
    """The distributor says which cards of the loot each receiver gets, one by one; the last gets what is left."""
    assert state.last is not None and state.last.spoils is not None
    left = list(state.last.spoils.cards)
    path: list[str] = []
    for words in given:
        cards: list[str] = []
        for word in words.split():
            cards.append(next(card for card in left if card.startswith(word + ".")))
            left.remove(cards[-1])
        path.append("+".join(in_order(cards)))
    return GAME.apply(state, Move(state.due, tuple(path)), ScriptedDice([]))


def options(state: State, way: str = "") -> tuple[str, ...]:
    """What the seat whose turn it is can choose after these steps; () where the path is complete."""
    card, *where = way.split() or [""]
    ask = GAME.ask(view(state), (card_of(state, card), *where) if card else ())
    assert isinstance(ask, Pick | Ready)
    return ask.options if isinstance(ask, Pick) else ()


def figures(cards: Iterable[str]) -> str:
    """The figures of the cards in the order of a pack."""
    return " ".join(CARDS[card].figure for card in in_order(card for card in cards if card in CARDS))


def points(state: State) -> list[int]:
    """Stage points of the breakaways on the table."""
    return [breakaway.points for breakaway in state.breakaways]


def pile(state: State, seat: Seat) -> str:
    """What everyone saw that seat take in this tour."""
    return figures(state.piles[seat])


def hidden_loot(state: State) -> Iterator[tuple[Seat, str]]:
    """Which loot each seat holds face down, as only the distributor knows."""
    for handed in state.handed:
        for loot in handed:
            _, _, seat, card = loot.split(".", 3)
            yield int(seat), CARDS[card].figure


def of_kind(events: Sequence[Event], kind: str) -> list[Event]:
    """The events of one kind."""
    return [event for event in events if event.kind == kind]


def ranks(state: State) -> list[int]:
    """The rank of each seat."""
    return [standing.rank for standing in GAME.view(state, None).standings]
