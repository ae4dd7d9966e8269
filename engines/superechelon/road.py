"""Breakaways on the road: what they are worth, who may ride where, what a Bad Day can cancel, and who gets loot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from engines.superechelon.cards import BAD, CARDS, GOOD, TERRAINS
from engines.superechelon.state import NEW, Breakaway, Played
from engines.table import Seat, Table

# E10b: of how many players a breakaway may hold cards at a table of so many. The source knows no limit; ours is `half`.
ROOMS: Mapping[str, Callable[[int], int]] = {
    "half": lambda seats: (seats + 1) // 2,
    "open": lambda seats: seats,
}


def values(cards: Iterable[Played], terrain: str) -> tuple[int, ...]:
    """Stage points of each card of a breakaway on this terrain (E3, E12, E12a, E13)."""
    column = TERRAINS.index(terrain)
    riding = [None if card.cancelled else CARDS[card.card] for card in cards]
    # E12: the best uncancelled rider of any seat; Good Days copy it twice, never one another
    best = max([card.points[column] for card in riding if card], default=0)
    return tuple([0 if not card else best if card.figure == GOOD else card.points[column] for card in riding])


def with_card(breakaway: Breakaway, played: Played, terrain: str) -> Breakaway:
    """The breakaway with one card more."""
    return _scored(breakaway, (*breakaway.cards, played), terrain)


def with_cancelled(breakaway: Breakaway, card: str, terrain: str) -> Breakaway:
    """The breakaway after a Bad Day has cancelled that card of it (E13)."""
    cards = tuple(replace(c, cancelled=True) if c.card == card else c for c in breakaway.cards)
    return _scored(breakaway, cards, terrain)


def _scored(breakaway: Breakaway, cards: tuple[Played, ...], terrain: str) -> Breakaway:
    return Breakaway(breakaway.id, breakaway.starter, cards, sum(values(cards, terrain)))


def places(table: Table, breakaways: Iterable[Breakaway], seat: Seat) -> tuple[str, ...]:
    """Where a seat may play a card: breakaways in the order of starting, then a new one (E10, E10b)."""
    most, starts = room(table), True
    ids: list[str] = []
    for breakaway in breakaways:
        if _has_room(breakaway, seat, most):
            ids.append(breakaway.id)
        starts = starts and breakaway.starter != seat
    return (*ids, NEW) if starts else tuple(ids)


def room(table: Table) -> int:
    """Of how many players a breakaway may hold cards (E10b)."""
    return ROOMS[table.options["room"]](table.seats)


def _has_room(breakaway: Breakaway, seat: Seat, most: int) -> bool:
    """Whether the seat is among the players in it or makes no more of them than `most`."""
    inside = {c.seat for c in breakaway.cards}
    return seat in inside or len(inside) < most


def targets(breakaways: Iterable[Breakaway], place: str) -> tuple[str, ...]:
    """What a Bad Day that is played to this place can cancel: not another Bad Day, nothing twice (E13, E13a)."""
    return tuple(
        card.card
        for breakaway in breakaways
        if breakaway.id != place
        for card in breakaway.cards
        if not card.cancelled and CARDS[card.card].figure != BAD
    )


def best_of(breakaways: Sequence[Breakaway]) -> tuple[Breakaway, ...]:
    """Those with most points: one, or several that tie (E11, E16, E16a)."""
    most = max(breakaway.points for breakaway in breakaways)
    return tuple(breakaway for breakaway in breakaways if breakaway.points == most)


def entitled(breakaways: Iterable[Breakaway], winner: Breakaway, seats: int) -> tuple[Seat, ...]:
    """The seats that share the winner's loot, clockwise from its starter: none that played a Bad Day (E14, E15)."""
    unfit = {card.seat for card in played(breakaways) if CARDS[card.card].figure == BAD}
    inside = {c.seat for c in winner.cards} - unfit
    clockwise = ((winner.starter + step) % seats for step in range(seats))
    return tuple(seat for seat in clockwise if seat in inside)


def shares(cards: int, receivers: int) -> tuple[int, ...]:
    """How many cards of the loot each receiver gets when they are dealt one by one (E15a)."""
    return tuple(len(range(index, cards, receivers)) for index in range(receivers))


def played(breakaways: Iterable[Breakaway]) -> Iterator[Played]:
    """All cards on the table."""
    for breakaway in breakaways:
        yield from breakaway.cards
