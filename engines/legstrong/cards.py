"""The 54 cards in the sleeves: what they are worth as an Energy Level and what they say in a test (L25-L31)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

SUITS = ("club", "diamond", "heart", "spade")
JOKER = "joker"
IN_SLEEVE = 4  # L25
FACES = ("J", "Q", "K")
BONUS = {  # L26: energy at the start of every leg; L27: also the order of the levels
    **{"A": 5, "J": 0, "Q": 0, "K": 0, "2": -1, "3": -2, "4": -2},
    **{"5": -3, "6": -3, "7": -4, "8": -4, "9": -5, "10": -5},
}
WILD = -6  # where Jokers are sorted: after all levels
# ids hold the rank in two figures: no id is the beginning of another one
DECK = (
    *(f"card.{suit}.{rank.zfill(2) if rank.isdigit() else rank}" for suit in SUITS for rank in BONUS),
    *(f"card.{JOKER}.{number}" for number in (1, 2)),
)


@dataclass(frozen=True, slots=True)
class Dose:
    """A card of a sleeve as Energy Level: its bonus, and how many of the four cards make a test positive (L34)."""

    card: str
    bonus: int
    positives: int


def suit(card: str) -> str:
    """One of SUITS, or JOKER."""
    return card.split(".")[1]


@cache
def rank(card: str) -> str:
    """A key of BONUS, or JOKER."""
    _, kind, face = card.split(".")
    return JOKER if kind == JOKER else face.lstrip("0")


def bonus(card: str) -> int:
    """Energy at the start of every leg with this card as level; KeyError for a Joker."""
    return BONUS[rank(card)]


def is_level(card: str) -> bool:
    """Any card but a Joker can be an Energy Level (L25)."""
    return rank(card) != JOKER


def is_lower(card: str, level: str) -> bool:
    """Whether the card is an Energy Level of strictly lower value (L27)."""
    return is_level(card) and bonus(card) < bonus(level)


def is_positive(level: str, drawn: str) -> bool:
    """The result of a test: a lower card, but not a Joker, nor a face card against an Ace (L31)."""
    return is_lower(drawn, level) and not (rank(level) == "A" and rank(drawn) in FACES)


def doses_of(cards: Iterable[str]) -> tuple[Dose, ...]:
    """The possible levels of a sleeve, in its order."""
    sleeve = tuple(cards)
    return tuple(
        Dose(card, bonus(card), sum(is_positive(card, drawn) for drawn in sleeve)) for card in sleeve if is_level(card)
    )


def sleeved(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards as they are kept: the strongest first, Jokers last, so that their order reveals nothing."""
    return tuple(sorted(cards, key=lambda card: (-bonus(card) if is_level(card) else -WILD, card)))
