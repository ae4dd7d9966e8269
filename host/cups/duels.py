"""Duels: tables of two with turned seats that count together, as two legs or as the tables of two against two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from host.cups.duplicates import Finished
from host.cups.field import Place
from host.cups.formats import FORMATS
from host.lobby.legs import Leg, together
from model.cup import CupTable, WholeCup
from model.kinds import ResultHow


def side_of(record: WholeCup, place: Place) -> Place:
    """The side that a place plays on: one of two in two against two, elsewhere its own."""
    return FORMATS[record.cup.format].sides.get(place, place)


def duel_of(record: WholeCup, table: CupTable) -> tuple[CupTable, ...]:
    """The tables of this round that count together with a table, itself among them: those where its sides meet.

    Two legs do, and the tables of two against two; any other table stands alone.
    """
    sides = {side_of(record, place) for place in table.places}
    tables = record.of_round(table.round)
    return tuple(other for other in tables if {side_of(record, place) for place in other.places} == sides)


def leg_of(record: WholeCup, table: CupTable) -> int | None:
    """Which of two legs the table is, from 1; None where there is but one."""
    legs = duel_of(record, table) if record.cup.legs else ()
    return legs.index(table) + 1 if len(legs) > 1 else None


def added_up(
    record: WholeCup, ended: Sequence[CupTable], judged: Mapping[int, tuple[CupTable, Finished]]
) -> list[CupTable]:
    """The ended tables, and those that count together with one of them, with the ranks of their sides by all of them.

    `judged` has, by number, how each ended by itself.
    """
    found = {table.number: table for table in ended}
    for ended_one in ended:
        number = ended_one.number
        duel = duel_of(record, next(table for table in record.of_round(ended_one.round) if table.number == number))
        if len(duel) == 1 or number != min(table.number for table in duel if table.number in found):
            continue
        both = together([_leg(record, *judged.get(table.number, (table, None))) for table in duel])
        for table in duel:
            ranks = tuple(both.ranks[side_of(record, place)] for place in table.places)
            found[table.number] = replace(found.get(table.number, table), ranks=ranks)
    return [*found.values()]


def _leg(record: WholeCup, table: CupTable, end: Finished | None) -> Leg:
    """A table as a leg; without an `end` it is a walkover, for people who were forgotten before its match began.

    A table that was called off, or has left its set, is a tie.
    """
    assert table.ranks is not None, "it is over"
    sides = tuple(side_of(record, place) for place in table.places)
    if end is None:
        away = {place for place in table.places if (one := record.holder(place)) is None or one.user < 0}
        return Leg(sides, table.ranks, left=frozenset(side_of(record, place) for place in away))
    left = frozenset(sides[seat] for seat in end.left)
    if not end.standings and table.how != ResultHow.VOTED:
        return Leg(sides, (1,) * len(sides), left=left)
    return Leg(sides, table.ranks, table.points, left)
