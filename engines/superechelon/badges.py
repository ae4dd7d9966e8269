"""The badges of SuperEchelon."""

from __future__ import annotations

from collections import defaultdict

from engines.record import Badge, Record, number, numbers, parted, seat_of, word
from engines.superechelon.cards import CARDS
from engines.table import LEG, Event, Seat

DOMESTIQUES = ("super", "gregario", "debutant")
HAUL = 30  # GC points of loot that one player takes alone
SEVERAL = 3  # with fewer players the winner of a stage always takes all


def first_break(record: Record) -> set[Seat]:
    """B6: with three or more players they start the first breakaway of the match, and it wins its stage."""
    if record.table.seats < SEVERAL:
        return set()
    leg = parted(record.events, LEG)[0]
    start = next(event for event in leg if event.kind == "played")
    won = [event for event in leg if event.kind == "won"]
    return {seat_of(start) for event in won if word(event, "breakaway") == word(start, "breakaway")}


def highwayman(record: Record) -> set[Seat]:
    """B7: with three or more players they take loot of 30 GC points or more from one stage, alone."""
    if record.table.seats < SEVERAL:
        return set()
    return {seat_of(took) for took in record.of_kind("took") if number(took, "gc") >= HAUL}


def gregarios(record: Record) -> set[Seat]:
    """B8: a breakaway with one of their cards wins, and all its cards are Super Gregarios, Gregarios and Debutants."""
    earned: set[Seat] = set()
    for leg in parted(record.events, LEG):
        for won in leg:
            if won.kind == "won" and set(_figures(leg, word(won, "breakaway"))) <= set(DOMESTIQUES):
                earned.update(numbers(won, "seats"))
    return earned


def _figures(leg: list[Event], breakaway: str) -> list[str]:
    """The figures in a breakaway, cancelled ones too."""
    cards = [event for event in leg if event.kind == "played" and word(event, "breakaway") == breakaway]
    return [CARDS[word(event, "card")].figure for event in cards]


def tyre(record: Record) -> set[Seat]:
    """B9: wins a tour by exactly one GC point."""
    earned: set[Seat] = set()
    for counted in _tours(record).values():
        first, second = sorted(counted.values(), reverse=True)[:2]
        if first == second + 1:
            earned |= {seat for seat, points in counted.items() if points == first}
    return earned


def from_behind(record: Record) -> set[Seat]:
    """B10: wins the match although no one had fewer GC points in the first tour, and someone had more."""
    first = _tours(record)[1]
    least = min(first.values())
    if least == max(first.values()):
        return set()
    return {seat for seat in record.winners() if first[seat] == least}


def _tours(record: Record) -> dict[int, dict[Seat, int]]:
    """The GC points of every seat at the end of each tour."""
    tours: dict[int, dict[Seat, int]] = defaultdict(dict)
    for counted in record.of_kind("counted"):
        tours[number(counted, "tour")][seat_of(counted)] = number(counted, "gc")
    return tours


BADGES = (
    Badge("first.break", "B6", first_break),
    Badge("highwayman", "B7", highwayman),
    Badge("gregarios", "B8", gregarios),
    Badge("tyre", "B9", tyre),
    Badge("from.behind", "B10", from_behind),
)
