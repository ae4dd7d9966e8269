"""A stored cup as the pairing sees it, and what follows: standings, winner."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence

from engines.dice import SeededDice
from host.cups import groups
from host.cups.field import Field, Line, Outcome, Pairing
from host.cups.formats import FORMATS
from model.cup import Cup, CupRow, CupTable, WholeCup
from model.kinds import CupRowKind, EntrantState, ResultHow


def lots_key(cup: Cup) -> bytes:
    """The key of all lots of a cup that has begun."""
    return hmac.new(cup.key, cup.entropy.encode(), hashlib.sha256).digest()


def commitment(cup: Cup) -> str:
    """SHA-256 of a cup's seed, in hex, which is posted when it opens."""
    return hashlib.sha256(cup.key).hexdigest()


def seeded(points: Mapping[int, int], lots: SeededDice) -> list[int]:
    """The entrants (by the number of their sign-up, with the points of their ratings), the strongest first.

    Those who have the same, or none, are drawn by lot.
    """
    drawn = lots.shuffle("seeding", [str(number) for number in points])
    return sorted(points, key=lambda number: (-points[number], drawn.index(str(number))))


def field_of(record: WholeCup) -> Field:
    """Field of a cup, as the seeding has it."""
    cup, held = record.cup, [entrant for entrant in record.entrants if entrant.place is not None]
    gone = {
        entrant.place: entrant.gone
        for entrant in held
        if entrant.state == EntrantState.GONE and entrant.place is not None and entrant.gone is not None
    }
    return Field(len(held), cup.least, cup.most, lots_key(cup), gone, cup.seasons)


def outcomes_of(record: WholeCup) -> list[Outcome]:
    """Outcomes of the tables that are over."""
    return [Outcome(t.round, Pairing(t.places, t.group), t.ranks) for t in record.tables if t.ranks is not None]


def rounds_of(record: WholeCup) -> int:
    """How many rounds the cup has unless people leave, as far as it is known who plays."""
    return FORMATS[record.cup.format].rounds(field_of(record))


def is_knock_out(record: WholeCup, number: int) -> bool:
    """Whether someone goes out in this round."""
    form = record.cup.format
    return form == "knockout" or (form == "groups" and number > groups.stage_rounds(field_of(record)))


def is_final(record: WholeCup, number: int) -> bool:
    """Whether the winner of this round, whose tables are known, wins the cup."""
    return is_knock_out(record, number) and len(record.of_round(number)) == 1


def standing_of(record: WholeCup) -> list[Line]:
    """Standing, the first first; in groups one after the other."""
    return FORMATS[record.cup.format].standing(field_of(record), outcomes_of(record))


def podium_of(record: WholeCup) -> list[Line]:
    """Standing of those who haven't left before the last round, the first first; no one if nothing was played."""
    field, last = field_of(record), record.cup.round
    return [line for line in standing_of(record) if last and field.plays(line.place, last)]


def awarded(table: CupTable, place: int) -> tuple[int, ...]:
    """The ranks of a table that one of its places was declared to have won: the others share the place behind."""
    return tuple(1 if p == place else 2 for p in table.places)


def decided(record: WholeCup, place: int | None = None) -> list[CupTable]:
    """The tables (at which that place sat) whose result people have set, alone or by vote."""
    return [
        table
        for table in record.tables
        if table.how in (ResultHow.DIRECTOR, ResultHow.VOTED) and (place is None or place in table.places)
    ]


def is_earned(record: WholeCup, place: int, rows: Sequence[CupRow]) -> bool:
    """Whether the place has won the cup by matches, so that it brings a badge and a line on the roll of honour.

    At least half of its tables must have come out by a finished match, the last among them. A match counts as finished
    if all who began it have moved, as ladders have it, and it was played to its end or left by all but the winner.
    Other tables of that kind (a bye, a walkover, people who answered nothing) weigh neither way: the winner can do
    nothing about them, but has to meet someone. A table that was judged as it stood at the end of its round wasn't
    finished. `rows` are the log of the cup.
    """
    met = sorted(
        (table for table in record.tables if place in table.places and table.how not in (None, ResultHow.FREE)),
        key=lambda table: (table.round, table.number),
    )
    finished = [result for result in met if result.how == ResultHow.PLAYED]
    if not met or met[-1] not in finished or 2 * len(finished) < len(met):
        return False
    if not _has_thinned(record, rows):
        return True
    # Who takes rivals out leaves their friend byes. The winner keeps the honours then only with a finished match in at
    # least half of the rounds that the draw had, and in the last of them.
    last = rounds_of(record)
    return finished[-1].round == last and 2 * len(finished) >= last


def _has_thinned(record: WholeCup, rows: Sequence[CupRow]) -> bool:
    """Whether people have taken someone out of the cup, or replaced them, who was still in it once it had begun."""
    start = next((row.seq for row in rows if row.kind == CupRowKind.START), None)
    for row in rows:
        entrant = record.entrant(row.user or 0)
        is_verdict = row.kind == CupRowKind.DROP and row.by != row.user
        if start is None or row.seq <= start or not is_verdict or entrant is None:  # the list, or who waits for a place
            continue
        number, place = row.round or 0, entrant.place
        # all are in it until they are knocked out; a place that someone else has taken was still in it
        if not number or place is None or not is_knock_out(record, number):
            return True
        if any(place in table.places for table in record.of_round(number)):
            return True
    return False


def table_of(record: WholeCup, match: int) -> CupTable | None:
    """The table that a match is."""
    return next((table for table in record.tables if table.match == match), None)
