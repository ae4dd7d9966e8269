"""The badges of Pistard."""

from __future__ import annotations

from collections import defaultdict

from engines.record import Badge, Record, number, parted, seat_of, word, words
from engines.table import Seat

TRAIN = 4  # bonus squares in one move
PODIUM = 3  # riders who score in a lap
SWEPT = 3  # riders lapped in one move


def headwind(record: Record) -> set[Seat]:
    """B1: wins, and none of their riders has ever taken a wind step."""
    sheltered = {seat_of(ride) for ride in record.of_kind("rode") if "wind" in words(ride, "bonus")}
    return record.winners() - sheltered


def lead_out(record: Record) -> set[Seat]:
    """B2: one of their riders takes four or more bonus squares in one move."""
    return {seat_of(ride) for ride in record.of_kind("rode") if len(words(ride, "bonus")) >= TRAIN}


def podium(record: Record) -> set[Seat]:
    """B3: in one lap their riders are first, second and third over the line."""
    laps: dict[int, list[Seat]] = defaultdict(list)
    for crossing in record.of_kind("crossed"):
        if number(crossing, "place") <= PODIUM:
            laps[number(crossing, "lap")].append(seat_of(crossing))
    return {seats[0] for seats in laps.values() if seats == [seats[0]] * PODIUM}


def last_row(record: Record) -> set[Seat]:
    """B4: the rider who was placed last of all in the first move is theirs, and first over the line in some lap."""
    last = word(record.of_kind("placed")[-1], "rider")
    firsts = [crossing for crossing in record.of_kind("crossed") if number(crossing, "place") == 1]
    return {seat_of(crossing) for crossing in firsts if word(crossing, "rider") == last}


def broom(record: Record) -> set[Seat]:
    """B5: one of their riders laps three or more riders of other teams in one move."""
    earned: set[Seat] = set()
    for ride, *after in parted(record.events, "rode"):
        others = [event for event in after if event.kind == "lapped" and seat_of(event) != seat_of(ride)]
        if len(others) >= SWEPT:
            earned.add(seat_of(ride))
    return earned


BADGES = (
    Badge("headwind", "B1", headwind),
    Badge("lead.out", "B2", lead_out),
    Badge("podium", "B3", podium),
    Badge("last.row", "B4", last_row),
    Badge("broom", "B5", broom),
)
