"""A match of SuperEchelon in numbers, to play thousands of imagined ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from engines.superechelon.cards import BAD, CARDS, FIGURES, GOOD, MOST_TOURS, TERRAINS, in_order
from engines.superechelon.road import best_of, played, room
from engines.superechelon.state import Breakaway, LegResult, Played, Ridden, Spoils, State, TourResult
from engines.superechelon.tour import loot_id, read_loot
from engines.table import Seat, Table

_BY_PLACE = sorted(CARDS.values(), key=lambda card: card.place)
# a card is its place in the pack of two decks, whatever the tour: sorted numbers are a hand in order
IDS = tuple(tuple(card.id for card in _BY_PLACE if f".{tour}." in card.id) for tour in range(MOST_TOURS + 1))
NUMBERS = {card.id: card.place for card in _BY_PLACE}
FIGURE = tuple(CARDS[card].figure for card in IDS[1])
GC = tuple(CARDS[card].gc for card in IDS[1])
BACK = tuple(TERRAINS.index(card.back) for card in _BY_PLACE if ".1." in card.id)
POINTS = tuple(tuple(CARDS[card].points[column] for card in IDS[1]) for column in range(len(TERRAINS)))
assert list(FIGURES)[-2:] == [GOOD, BAD]
FIRST_GOOD, FIRST_BAD = FIGURE.index(GOOD), FIGURE.index(BAD)

PLAY, LOOT, OVER = "play", "loot", "over"

Given: TypeAlias = tuple[tuple[int, ...], ...]  # cards of the loot by receiver


class OnRoad(NamedTuple):
    """A card on the table, the place of its breakaway, and what it has cancelled as a Bad Day (-1: nothing)."""

    card: int
    seat: Seat
    place: int
    target: int


class Booty(NamedTuple):
    """Loot of a leg, as in `Spoils`; the first of the seats distributes it."""

    leg: int
    seats: tuple[Seat, ...]
    counts: tuple[int, ...]
    cards: tuple[int, ...]


class Ended(NamedTuple):
    """A leg that is over, as in `LegResult`."""

    tour: int  # from 1
    leg: int  # from 1
    column: int  # of the terrain
    how: str  # "won", "tied" or "kept"
    starters: tuple[Seat, ...]  # of the breakaways
    points: tuple[int, ...]  # of the breakaways
    road: tuple[OnRoad, ...]  # the cards
    cancelled: int  # bits of cards
    booty: Booty | None  # the loot, None without any


class Position:
    """A state as numbers; its copies share whatever isn't changed in place.

    Of each breakaway it knows the starter, who is `inside` (bits of seats), and by what it scores: `sums` of its
    riders, the best of them in `tops`, and the Good Days in `goods`; `cancelled` are bits of cards, `unfit` of seats
    that have played a Bad Day. `booty` is the loot that is being distributed.
    """

    __slots__ = (
        "booty",
        "cancelled",
        "column",
        "deck",
        "down",
        "due",
        "gc",
        "goods",
        "hands",
        "hidden",
        "inside",
        "last",
        "leader",
        "leg",
        "piles",
        "results",
        "ridden",
        "road",
        "room",
        "seats",
        "stage",
        "starters",
        "sums",
        "table",
        "tops",
        "tour",
        "tours",
        "turn",
        "unfit",
    )

    table: Table
    seats: int
    tours: int
    room: int  # of how many players a breakaway may hold cards
    stage: str
    tour: int
    leg: int
    column: int  # of the terrain
    leader: Seat
    due: Seat
    turn: int
    deck: tuple[int, ...]
    hands: list[tuple[int, ...]]
    road: list[OnRoad]  # those of a breakaway in the order of play
    starters: list[Seat]
    inside: list[int]
    sums: list[int]
    tops: list[int]
    goods: list[int]
    cancelled: int
    unfit: int
    piles: list[tuple[int, ...]]
    gc: list[int]
    down: list[int]
    hidden: tuple[tuple[Booty, Given], ...]
    booty: Booty | None
    last: LegResult | Ended | None
    ridden: tuple[Ridden, ...]
    results: tuple[TourResult, ...]

    def copy(self) -> Position:
        """A position that is played on without touching this one."""
        new = Position.__new__(Position)
        new.table, new.seats, new.tours, new.room = self.table, self.seats, self.tours, self.room
        new.stage, new.tour, new.leg, new.column = self.stage, self.tour, self.leg, self.column
        new.leader, new.due, new.turn, new.deck = self.leader, self.due, self.turn, self.deck
        new.hands, new.road, new.starters = self.hands[:], self.road[:], self.starters[:]
        new.inside, new.sums, new.tops, new.goods = self.inside[:], self.sums[:], self.tops[:], self.goods[:]
        new.cancelled, new.unfit = self.cancelled, self.unfit
        new.piles, new.gc, new.down = self.piles[:], self.gc[:], self.down[:]
        new.hidden, new.booty, new.last = self.hidden, self.booty, self.last
        new.ridden, new.results = self.ridden, self.results
        return new

    def clear(self) -> None:
        """Take all breakaways off the table."""
        self.road, self.starters, self.inside, self.sums, self.tops, self.goods = [], [], [], [], [], []
        self.cancelled = self.unfit = 0

    def start(self, seat: Seat) -> None:
        """Begin a breakaway without cards."""
        self.starters.append(seat)
        for figures in (self.inside, self.sums, self.tops, self.goods):
            figures.append(0)

    def add(self, card_on_road: OnRoad) -> None:
        """Put a card that isn't cancelled to its breakaway; a Bad Day doesn't strike yet."""
        card, seat, place, _ = card_on_road
        self.road.append(card_on_road)
        self.inside[place] |= 1 << seat
        if card < FIRST_GOOD:
            value = POINTS[self.column][card]
            self.sums[place] += value
            self.tops[place] = max(value, self.tops[place])
        elif card < FIRST_BAD:
            self.goods[place] += 1
        else:
            self.unfit |= 1 << seat

    def cancel(self, target: int) -> None:
        """Let a card on the table count nothing in this leg (E13)."""
        place = next(c.place for c in self.road if c.card == target)
        self.cancelled |= 1 << target
        if target >= FIRST_GOOD:
            self.goods[place] -= 1
            return
        values = POINTS[self.column]
        self.sums[place] -= values[target]
        if values[target] == self.tops[place]:
            left = (card for card, _, where, _ in self.road if where == place and not self.cancelled >> card & 1)
            self.tops[place] = max((values[card] for card in left), default=0)


def numbers(cards: tuple[str, ...]) -> tuple[int, ...]:
    """The cards as numbers, in the same order."""
    return tuple([NUMBERS[card] for card in cards])


def position(state: State) -> Position:
    """The state in numbers."""
    new = Position()
    new.table, new.seats = state.table, state.table.seats
    new.tours, new.room = int(state.table.options["tours"]), room(state.table)
    new.stage, new.tour, new.leg, new.column = state.stage, state.tour, state.leg, TERRAINS.index(state.terrain)
    new.leader, new.due, new.turn, new.deck = state.leader, state.due, state.turn, numbers(state.deck)
    new.hands, new.piles = [numbers(hand) for hand in state.hands], [numbers(pile) for pile in state.piles]
    new.gc, new.down = list(state.gc), list(state.down)
    new.hidden = tuple(
        (_booty(spoils), _cards_by_seat(spoils, handed))
        for spoils, handed in zip(state.spoils, state.handed, strict=True)
    )
    new.last, new.ridden, new.results = state.last, state.ridden, state.results
    loot = state.last.spoils if state.stage == LOOT and state.last else None
    new.booty = _booty(loot) if loot else None
    new.clear()
    for place, breakaway in enumerate(state.breakaways):
        new.start(breakaway.starter)
        for card in breakaway.cards:
            new.add(OnRoad(NUMBERS[card.card], card.seat, place, NUMBERS[card.target] if card.target else -1))
    for card in played(state.breakaways):
        if card.cancelled:
            new.cancel(NUMBERS[card.card])
    return new


def state(old: Position) -> State:
    """The state that the numbers stand for."""
    ids = IDS[old.tour]
    return State(
        table=old.table,
        stage=old.stage,
        tour=old.tour,
        leg=old.leg,
        terrain=TERRAINS[old.column],
        leader=old.leader,
        due=old.due,
        turn=old.turn,
        deck=_names(ids, old.deck),
        hands=tuple(_names(ids, hand) for hand in old.hands),
        breakaways=_breakaways(ids, old.starters, points(old), old.road, old.cancelled),
        piles=tuple(_names(ids, sorted(pile)) for pile in old.piles),
        gc=tuple(old.gc),
        down=tuple(old.down),
        spoils=tuple(_spoils(ids, booty) for booty, _ in old.hidden),
        handed=tuple(_handed(ids, booty, d) for booty, d in old.hidden),
        last=_result(old.last, old.seats) if isinstance(old.last, Ended) else old.last,
        ridden=old.ridden,
        results=old.results,
    )


def points(old: Position) -> list[int]:
    """The stage points of each breakaway (E3, E12, E13)."""
    return [riders + goods * top for riders, goods, top in zip(old.sums, old.goods, old.tops, strict=True)]


def _names(ids: Sequence[str], cards: Iterable[int]) -> tuple[str, ...]:
    return tuple([ids[card] for card in cards])


def _booty(spoils: Spoils) -> Booty:
    return Booty(spoils.leg, spoils.seats, spoils.counts, numbers(spoils.cards))


def _spoils(ids: Sequence[str], booty: Booty) -> Spoils:
    return Spoils(booty.leg, booty.seats[0], booty.seats, booty.counts, _names(ids, booty.cards))


def _cards_by_seat(spoils: Spoils, handed: tuple[str, ...]) -> Given:
    read = [read_loot(loot) for loot in handed]
    return tuple(tuple(NUMBERS[card] for _, to, card in read if to == seat) for seat in spoils.seats)


def _handed(ids: Sequence[str], booty: Booty, cards_of: Given) -> tuple[str, ...]:
    dealt = zip(booty.seats, cards_of, strict=True)
    return tuple(loot_id(booty.leg, seat, ids[card]) for seat, cards in dealt for card in sorted(cards))


def _breakaways(
    ids: Sequence[str], starters: Sequence[Seat], scored: Sequence[int], road: Sequence[OnRoad], cancelled: int
) -> tuple[Breakaway, ...]:
    cards: list[list[Played]] = [[] for _ in starters]
    for card, seat, place, target in road:
        cards[place].append(Played(ids[card], seat, bool(cancelled >> card & 1), "" if target < 0 else ids[target]))
    return tuple(
        Breakaway(f"b.{place}", starter, tuple(inside), total)
        for place, (starter, inside, total) in enumerate(zip(starters, cards, scored, strict=True), start=1)
    )


def _result(last: Ended, seats: int) -> LegResult:
    ids = IDS[last.tour]
    breakaways = _breakaways(ids, last.starters, last.points, last.road, last.cancelled)
    best = best_of(breakaways)
    counted = best if last.how == "won" else breakaways
    return LegResult(
        tour=last.tour,
        leg=last.leg,
        terrain=TERRAINS[last.column],
        how=last.how,
        breakaways=breakaways,
        best=tuple(breakaway.id for breakaway in best),
        recovered=tuple(in_order(c.card for c in played(counted) if c.seat == seat) for seat in range(seats)),
        spoils=_spoils(ids, last.booty) if last.booty else None,
    )
