"""The badges of LEGSTRONG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engines.legstrong.config import CONFIG
from engines.record import Badge, Record, number, numbers, parted, seat_of, word, words
from engines.table import Event, Seat

LEAST_RIDERS = 2  # in a classification that has a last place


def lanterne_rouge(record: Record) -> set[Seat]:
    """B15: their rider is last in the final general classification, and came home in every leg."""
    final = _classification(record)
    if len(final) < LEAST_RIDERS:
        return set()
    home = all(final[-1] in _home(leg) for leg in _legs(record))
    return {_owners(record)[final[-1]]} if home else set()


def iron_rider(record: Record) -> set[Seat]:
    """B16: their rider wins the general classification although it had a puncture or a fall in the tour."""
    falls = [risk for risk in record.of_kind("risk") if word(risk, "risk") == "fall" and not number(risk, "passed")]
    unlucky = {word(event, "rider") for event in (*record.of_kind("punctured"), *falls)}
    return {_owners(record)[rider] for rider in _classification(record)[:1] if rider in unlucky}


def cannibal(record: Record) -> set[Seat]:
    """B17: one of their riders wears the yellow, the green and the polka dot jersey at the end of the tour."""
    last = record.of_kind("jerseys")[-1]
    worn = {word(last, colour) for colour in ("yellow", "green", "polka")}
    return {_owners(record)[rider] for rider in worn if rider} if len(worn) == 1 else set()


def caught(record: Record) -> set[Seat]:
    """B18: the peloton absorbs one of their riders in the very move that takes it over the line."""
    earned: set[Seat] = set()
    for leg in _legs(record):
        line = CONFIG.rows_a_hex * len(word(leg[0], "hexes"))
        for move, *after in parted(leg, "peloton"):
            if number(move, "row") > line:
                earned |= {seat_of(event) for event in after if event.kind == "absorbed"}
    return earned


def stripped(record: Record) -> set[Seat]:
    """B19: their rider is in yellow after the last leg that is ridden, and is struck by its control."""
    end = parted(record.events, "finish")[-1]
    yellow = next(word(event, "yellow") for event in end if event.kind == "jerseys")  # told again after the control
    return {seat_of(event) for event in end if event.kind == "struck" and word(event, "rider") == yellow}


def clean(record: Record) -> set[Seat]:
    """B20: wins a tour with doping, none of their riders is struck, and no Energy Level of these has given energy."""
    owners = _owners(record)
    doped = {seat_of(struck) for struck in record.of_kind("struck")}
    for levels in record.of_kind("levels"):
        bonuses = zip(words(levels, "riders"), numbers(levels, "bonuses"), strict=True)
        doped |= {owners[rider] for rider, bonus in bonuses if bonus > 0}  # a level is never changed for a higher one
    return record.winners() - doped if record.of_kind("levels") else set()


def _legs(record: Record) -> list[list[Event]]:
    return parted(record.events, "opened")


def _owners(record: Record) -> dict[str, Seat]:
    """The owner of every rider."""
    return {rider: seat_of(team) for team in record.of_kind("team") for rider in words(team, "riders")}


def _home(leg: Iterable[Event]) -> set[str]:
    """The riders who have crossed the line, alone or in the bunch sprint."""
    return {word(event, "rider") for event in leg if event.kind in ("home", "bid")}


def _classification(record: Record) -> list[str]:
    """The riders who were not struck, by time, then leg wins, sum of places, place in the last leg (L23)."""
    seconds: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    places: Counter[str] = Counter()
    last: dict[str, int] = {}
    for finish in record.of_kind("finish"):
        riders = words(finish, "riders")
        wins[riders[0]] += 1
        for place, (rider, time) in enumerate(zip(riders, numbers(finish, "seconds"), strict=True), 1):
            seconds[rider] += time
            places[rider] += place
            last[rider] = place
    left = last.keys() - {word(struck, "rider") for struck in record.of_kind("struck")}
    return sorted(left, key=lambda rider: (seconds[rider], -wins[rider], places[rider], last[rider]))


BADGES = (
    Badge("lanterne.rouge", "B15", lanterne_rouge),
    Badge("iron.rider", "B16", iron_rider),
    Badge("cannibal", "B17", cannibal),
    Badge("caught", "B18", caught),
    Badge("stripped", "B19", stripped),
    Badge("clean", "B20", clean),
)
