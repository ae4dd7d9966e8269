"""Joining of strands: what a card meets on its square, the nest after it, and a nest traced from its cards (S4-S6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from engines.schlangennest.cards import (
    GRAY,
    KINDS,
    NOBODY,
    PARTS,
    SIDES,
    SNAKES,
    Card,
    Square,
    beside,
    opposite,
)
from engines.schlangennest.field import Field, Rect, widened
from engines.schlangennest.nest import NOTHING, Nest, Reach, Strand


@dataclass(frozen=True, slots=True)
class Group:
    """Parts of one card that become one strand with what they meet.

    `owner` is a snake, No one, or "" for gray alone; `parts` the card's parts by number, `grays` the gray strands
    that they meet; `clash` is another owner that they meet as well, which is never allowed (S5).
    """

    owner: str
    parts: tuple[int, ...]
    grays: tuple[str, ...]
    clash: str


@lru_cache(maxsize=4096)
def meet(reach: Reach, kind: str, rotation: str, owner: str) -> tuple[Group, ...]:
    """The strands of a card of that owner on a square where these strands come in; that of the coloured part first."""
    groups: list[tuple[set[str], list[int]]] = []
    for number, sides in enumerate(PARTS[kind, rotation]):
        met, numbers = {reach[side] for side in sides if reach[side]}, [number]
        if number == 0:
            met.add(owner)
        apart: list[tuple[set[str], list[int]]] = []
        for group in groups:
            if met.isdisjoint(group[0]):
                apart.append(group)
            else:
                met |= group[0]
                numbers = group[1] + numbers
        groups = [*apart, (met, numbers)]
    return tuple(sorted((_group(met, numbers) for met, numbers in groups), key=lambda group: group.parts))


def _group(met: set[str], numbers: list[int]) -> Group:
    owners = sorted(name for name in met if not name.startswith(GRAY))
    grays = tuple(sorted(name for name in met if name.startswith(GRAY)))
    return Group(owners[0] if owners else "", tuple(sorted(numbers)), grays, owners[1] if len(owners) > 1 else "")


@cache
def split(end: str) -> tuple[Square, int]:
    """The free square of an open end and the side through which it enters: "C4.w" is ("C4", W)."""
    square, _, side = end.partition(".")
    return square, SIDES.index(side)


def fresh(nest: Nest, square: Square, kind: str, rotation: str, groups: tuple[Group, ...]) -> dict[Square, Reach]:
    """The free squares where the card brings a snake together with other strands, as they are after it.

    A square that nothing has come to yet is left out, unless the card could bring two snakes there at once.
    """
    entering, near, sides_of = nest.reach.get(square, NOTHING), beside(square), PARTS[kind, rotation]
    owned = [group for group in groups if group.owner in SNAKES]
    after: dict[Square, Reach] = {}
    for group in owned:
        for number in group.parts:
            for side in sides_of[number]:
                if not entering[side] and (len(owned) > 1 or near[side] in nest.reach):
                    _enter(nest, after, near[side], opposite(side), group.owner)
        for gray in group.grays:
            for end in nest.strands[gray].ends:
                there, side = split(end)
                if there != square:
                    _enter(nest, after, there, side, group.owner)
    return after


def _enter(nest: Nest, after: dict[Square, Reach], square: Square, side: int, name: str) -> None:
    after[square] = entered(after.get(square) or nest.reach.get(square, NOTHING), side, name)


def lay(nest: Nest, snake: int, square: Square, kind: str, rotation: str) -> Nest:
    """The nest after that card of the snake's set, which must be a legal lay."""
    there, near, sides_of = nest.reach.get(square, NOTHING), beside(square), PARTS[kind, rotation]
    cards, reach, strands, grays = dict(nest.cards), dict(nest.reach), dict(nest.strands), nest.grays
    reach.pop(square, None)
    names = [""] * len(sides_of)
    for group in meet(there, kind, rotation, SNAKES[snake]):
        name = group.owner
        if not name:
            grays += 1
            name = f"{GRAY}{grays}"
        joined = [strands[name]] if name in strands else []
        for side in range(4):
            if there[side] in group.grays:
                _rename(cards, reach, square, side, name)
        joined += [strands.pop(gray) for gray in group.grays]
        ends = [end for strand in joined for end in strand.ends if split(end)[0] != square]
        for number in group.parts:
            names[number] = name
            for side in sides_of[number]:
                if not there[side]:
                    across, free = opposite(side), near[side]
                    reach[free] = entered(reach.get(free, NOTHING), across, name)
                    ends.append(f"{free}.{SIDES[across]}")
        if name != NOBODY:
            closed = sum(strand.closed for strand in joined) + sum(len(sides_of[n]) == 1 for n in group.parts)
            count = sum(strand.parts for strand in joined) + len(group.parts)
            strands[name] = Strand(count, tuple(sorted(ends)), closed)
    cards[square] = Card(kind, rotation, snake, tuple(names))
    box = widened(nest.box, square) if kind in ("straight", "curve") else nest.box
    return Nest(nest.field, cards, reach, strands, box, dealt(nest.hands, snake, kind, -1), grays)


def _rename(cards: dict[Square, Card], reach: dict[Square, Reach], square: Square, side: int, name: str) -> None:
    """The gray strand that comes to the square through that side gets another name, all along its way."""
    way, end = follow(cards, square, side)
    for there, number in way:
        cards[there] = renamed(cards[there], number, name)
    free, across = split(end) if end else (square, side)
    if free != square:  # where both its ends come to the square, it is taken now
        reach[free] = entered(reach[free], across, name)


def follow(cards: Mapping[Square, Card], square: Square, side: int) -> tuple[list[tuple[Square, int]], str]:
    """From a square out through a side and on along the strand there: all its parts on the way, each by square and
    number, and the open end where it comes out; "" where it is closed or goes round in a loop."""
    way: list[tuple[Square, int]] = []
    while True:
        square, side = beside(square)[side], opposite(side)
        card = cards.get(square)
        if card is None:
            return way, f"{square}.{SIDES[side]}"
        number, sides = next((number, sides) for number, sides in enumerate(card.parts) if side in sides)
        if way and way[0] == (square, number):
            return way, ""
        way.append((square, number))
        if len(sides) == 1:
            return way, ""
        side = sum(sides) - side


def renamed(card: Card, number: int, name: str) -> Card:
    """The card with that part in another strand."""
    return Card(card.kind, card.rotation, card.colour, (*card.strands[:number], name, *card.strands[number + 1 :]))


def entered(reach: Reach, side: int, name: str) -> Reach:
    """The strands at a free square when that one enters through that side."""
    return (*reach[:side], name, *reach[side + 1 :])


def dealt(hands: tuple[tuple[int, ...], ...], snake: int, kind: str, change: int) -> tuple[tuple[int, ...], ...]:
    """The hands with one card of that kind more or less."""
    hand = list(hands[snake])
    hand[KINDS.index(kind)] += change
    return (*hands[:snake], tuple(hand), *hands[snake + 1 :])


# --- from the cards alone


def trace(field: Field, cards: Mapping[Square, Card], hands: tuple[tuple[int, ...], ...]) -> Nest | None:
    """The nest of these cards, whatever strands they name; None if colours are joined or a snake is in pieces."""
    names: dict[Square, list[str]] = {square: [""] * len(card.parts) for square, card in cards.items()}
    strands: dict[str, Strand] = {}
    reach: dict[Square, Reach] = {}
    grays = 0
    for square, card in cards.items():
        for number in range(len(card.parts)):
            if names[square][number]:
                continue
            way, ends, closed = strand_through(cards, square, number)
            owners = {
                SNAKES[cards[lying].colour] if cards[lying].colour < len(hands) else NOBODY
                for lying, part in way
                if part == 0
            }
            if len(owners) > 1:
                return None
            if owners:
                name = owners.pop()
            else:
                grays += 1
                name = f"{GRAY}{grays}"
            if name in strands:
                return None
            for lying, part in way:
                names[lying][part] = name
            for end in ends:
                free, side = split(end)
                reach[free] = entered(reach.get(free, NOTHING), side, name)
            if name != NOBODY:
                strands[name] = Strand(len(way), tuple(sorted(ends)), closed)
    box: Rect = ()
    for square, card in cards.items():
        if card.kind in ("straight", "curve") and card.colour < len(hands):
            box = widened(box, square)
    traced = {lying: Card(card.kind, card.rotation, card.colour, tuple(names[lying])) for lying, card in cards.items()}
    return Nest(field, traced, reach, strands, box, hands, grays)


def strand_through(
    cards: Mapping[Square, Card], square: Square, number: int
) -> tuple[list[tuple[Square, int]], list[str], int]:
    """All parts of the strand through that part, its open ends, and how many ends are closed."""
    sides = cards[square].parts[number]
    way, ends, closed = [(square, number)], list[str](), 2 - len(sides)
    for side in sides:
        further, end = follow(cards, square, side)
        if (square, number) in further:
            return further, ends, closed  # all round a loop
        way += further
        if end:
            ends.append(end)
        else:
            closed += 1
    return way, ends, closed
