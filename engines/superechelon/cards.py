"""The cards of SuperEchelon: figures and numbers, decks for every number of players, and what a card's id says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

TERRAINS = ("flat", "mountain", "trial", "classic")  # E2: stage types, which are also the backs of the cards
LAST_TERRAIN = "flat"  # E5
GOOD, BAD = "good", "bad"

MOST_SEATS = 8
SEATS_OF_A_DECK = 4  # E19: more players have two decks
MOST_TOURS = 9  # E20
FIRST_HAND, TOP_UP = 5, 3  # E4
TURNS = 3  # E5: cards that each player plays in a stage, but for the last one


@dataclass(frozen=True, slots=True)
class Figure:
    """A kind of card: GC points, how many are in a deck, and stage points on each terrain in the order of TERRAINS."""

    gc: int
    copies: int
    points: tuple[int, int, int, int]


FIGURES: Mapping[str, Figure] = {  # E1, E3
    "climber": Figure(10, 4, (2, 10, 4, 3)),
    "specialist": Figure(8, 4, (5, 5, 3, 10)),
    "sprinter": Figure(7, 4, (10, 1, 4, 5)),
    "trialist": Figure(5, 4, (4, 5, 10, 3)),
    "super": Figure(5, 8, (5, 5, 5, 5)),
    "gregario": Figure(3, 12, (3, 3, 3, 3)),
    "debutant": Figure(1, 4, (2, 2, 2, 2)),
    GOOD: Figure(0, 4, (0, 0, 0, 0)),  # E12: copies
    BAD: Figure(0, 4, (0, 0, 0, 0)),  # E13: cancels
}
DROPPED = ("debutant", "gregario")  # E19: figures that are taken out first where the cards don't divide evenly


@dataclass(frozen=True, slots=True)
class Card:
    """A single card; every tour has cards of its own."""

    id: str  # "<figure>.<tour>.<copy in two digits>"
    figure: str  # a key of FIGURES
    copy: int  # from 0
    back: str  # the terrain on its back (E2)
    gc: int  # its GC points
    points: tuple[int, int, int, int]  # as in its figure
    place: int  # in the unshuffled pack, by which hands are sorted


def _pack(tour: int, decks: int) -> list[Card]:
    cards: list[Card] = []
    for name, figure in FIGURES.items():
        for copy in range(figure.copies * decks):
            back = TERRAINS[copy % len(TERRAINS)]  # E2
            cards.append(Card(f"{name}.{tour}.{copy:02}", name, copy, back, figure.gc, figure.points, len(cards)))
    return cards


CARDS: Mapping[str, Card] = {card.id: card for tour in range(1, MOST_TOURS + 1) for card in _pack(tour, 2)}
_PLACES = {card.id: card.place for card in CARDS.values()}


@cache
def pack(tour: int, seats: int) -> tuple[str, ...]:
    """The ids of all cards of a tour, unshuffled: one deck for 2 to 4 players, else two reduced to go evenly (E19)."""
    if seats <= SEATS_OF_A_DECK:
        return tuple(card.id for card in _pack(tour, 1))
    cards = _pack(tour, 2)
    for figure in DROPPED:
        # E19a: the highest copies first
        for card in [card for card in reversed(cards) if card.figure == figure]:
            if len(cards) % seats:
                cards.remove(card)
    return tuple(card.id for card in cards)


@cache
def hand_sizes(seats: int) -> tuple[int, ...]:
    """How many cards everyone holds at the start of each stage of a tour; the last hand is played whole (E4, E5)."""
    deck = len(pack(1, seats)) - FIRST_HAND * seats
    sizes = [FIRST_HAND]
    while deck:
        dealt = min(TOP_UP, deck // seats)
        deck -= dealt * seats
        sizes.append(sizes[-1] - TURNS + dealt)
    return tuple(sizes)


def total(seats: int) -> int:
    """The GC points of all cards together (E1, E19)."""
    return gc(pack(1, seats))


def gc(cards: Iterable[str]) -> int:
    """The GC points of these cards."""
    return sum(CARDS[card].gc for card in cards)


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards as in an unshuffled pack, highest GC first: an order that tells nothing."""
    return tuple(sorted(cards, key=_PLACES.__getitem__))


@lru_cache(maxsize=512)
def backs(hand: tuple[str, ...]) -> tuple[str, ...]:
    """What others see of a hand: its backs in the order of TERRAINS (E6)."""
    return tuple(sorted((CARDS[card].back for card in hand), key=TERRAINS.index))
