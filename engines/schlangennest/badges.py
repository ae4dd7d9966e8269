"""The badges of Schlangennest."""

from __future__ import annotations

from collections import Counter

from engines.record import Badge, Record, number, seat_of
from engines.table import Seat

LONG = 25  # parts of one snake
SHELTER = 3  # parts that others have laid


def gray_head(record: Record) -> set[Seat]:
    """B11: a card of another player closes an end of their snake (nothing but a gray head can)."""
    return {seat_of(event) for event in record.of_kind("ended", "closed") if number(event, "by") != seat_of(event)}


def photo_finish(record: Record) -> set[Seat]:
    """B12: wins by exactly one part."""
    return record.winners() if record.lead() == 1 else set()


def long_snake(record: Record) -> set[Seat]:
    """B13: one of their snakes reaches 25 parts."""
    grown = record.of_kind("laid", "grew", "turned", "swapped")
    return {seat_of(event) for event in grown if number(event, "parts") >= LONG}


def wheelsucker(record: Record) -> set[Seat]:
    """B14: cards of other players lengthen their snakes by three parts or more in all."""
    gained: Counter[Seat] = Counter()
    for event in record.of_kind("grew"):
        if number(event, "by") != seat_of(event):
            gained[seat_of(event)] += number(event, "gained")
    return {seat for seat, parts in gained.items() if parts >= SHELTER}


BADGES = (
    Badge("gray.head", "B11", gray_head),
    Badge("photo.finish", "B12", photo_finish),
    Badge("long.snake", "B13", long_snake),
    Badge("wheelsucker", "B14", wheelsucker),
)
