"""A stored cup as input for pairing, and what follows from it: standings, winner."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence

from engines.dice import SeededDice
from host.cups import groups
from host.cups.duels import duel_of, side_of
from host.cups.field import Field, Line, Outcome, Pairing
from host.cups.formats import FORMATS
from model.cup import Cup, CupRow, CupTable, Entrant, WholeCup
from model.kinds import CupRowKind, EntrantState, ResultHow


def lots_key(cup: Cup) -> bytes:
    """The key of all lots of a cup that has started."""
    return hmac.new(cup.key, cup.entropy.encode(), hashlib.sha256).digest()


def commitment(cup: Cup) -> str:
    """SHA-256 of a cup's seed in hex, posted when the cup opens."""
    return hashlib.sha256(cup.key).hexdigest()


def seeded(points: Mapping[int, int], lots: SeededDice) -> list[int]:
    """The entrants (sign-up number and rating points) in seeding order, the strongest first.

    Equal or missing ratings are ordered by lot.
    """
    drawn = lots.shuffle("seeding", [str(number) for number in points])
    return sorted(points, key=lambda number: (-points[number], drawn.index(str(number))))


def field_of(record: WholeCup) -> Field:
    """The field of a cup in seeding order."""
    cup, held = record.cup, [entrant for entrant in record.entrants if entrant.place is not None]
    gone = {
        entrant.place: entrant.gone
        for entrant in held
        if entrant.state == EntrantState.GONE and entrant.place is not None and entrant.gone is not None
    }
    return Field(len(held), cup.least, cup.most, lots_key(cup), gone, cup.seasons, cup.legs)


def outcomes_of(record: WholeCup) -> list[Outcome]:
    """The outcomes of the finished tables."""
    return [Outcome(t.round, Pairing(t.places, t.group), t.ranks) for t in record.tables if t.ranks is not None]


def rounds_of(record: WholeCup) -> int:
    """The number of rounds unless people leave, as far as the players are known."""
    return FORMATS[record.cup.format].rounds(field_of(record))


def is_knock_out(record: WholeCup, number: int) -> bool:
    """Whether this round knocks players out."""
    form = record.cup.format
    return form == "knockout" or (form == "groups" and number > groups.stage_rounds(field_of(record)))


def is_final(record: WholeCup, number: int) -> bool:
    """Whether the winner of this round, whose tables are known, wins the cup."""
    tables = record.of_round(number)
    return is_knock_out(record, number) and bool(tables) and tables == duel_of(record, tables[0])


def standing_of(record: WholeCup) -> list[Line]:
    """The standings, the first first; groups follow one another."""
    return FORMATS[record.cup.format].standing(field_of(record), outcomes_of(record))


def podium_of(record: WholeCup) -> list[Line]:
    """The standings of those still in the cup in its last round; empty if nothing was played."""
    field, last = field_of(record), record.cup.round
    return [line for line in standing_of(record) if last and field.plays(line.place, last)]


def winners_of(record: WholeCup) -> list[Entrant]:
    """Who has won the cup: one, both of a side, or no one in a tie of two sides or if nothing was played."""
    lines = podium_of(record)
    if not lines:
        return []
    side = side_of(record, lines[0].place)
    if FORMATS[record.cup.format].sides and any(
        line.score == lines[0].score and side_of(record, line.place) != side for line in lines
    ):
        return []
    held = [record.holder(line.place) for line in lines if side_of(record, line.place) == side]
    return [entrant for entrant in held if entrant is not None]


def awarded(record: WholeCup, table: CupTable, place: int) -> tuple[int, ...]:
    """The ranks of a table that people gave to a place, or to its side: all others share the next rank."""
    winner = side_of(record, place)
    return tuple(1 if side_of(record, p) == winner else 2 for p in table.places)


def decided(record: WholeCup, place: int | None = None) -> list[CupTable]:
    """The tables (of that place) whose result people have set, alone or by vote."""
    return [
        table
        for table in record.tables
        if table.how in (ResultHow.DIRECTOR, ResultHow.VOTED) and (place is None or place in table.places)
    ]


def is_earned(record: WholeCup, place: int, rows: Sequence[CupRow]) -> bool:
    """Whether the place won the cup by playing, which earns a badge and a line on the roll of honour.

    At least half of its tables, its last among them, must have ended in a finished match. A match counts as finished
    if everyone who began it has moved, as on leaderboards, and it was played out or left by all but the winner.
    A bye, a walkover or opponents who never moved count neither way: the winner isn't to blame,
    but must have met someone. A table judged as it stood at the end of its round wasn't finished. `rows` are the
    cup's log.
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
    # Taking rivals out gives a friend byes. After that, the winner keeps the honours only with finished matches in at
    # least half of the rounds that the draw had, the last among them.
    last = rounds_of(record)
    return finished[-1].round == last and 2 * len({table.round for table in finished}) >= last


def _has_thinned(record: WholeCup, rows: Sequence[CupRow]) -> bool:
    """Whether people removed or replaced someone who was still in the cup after its start."""
    start = next((row.seq for row in rows if row.kind == CupRowKind.START), None)
    for row in rows:
        entrant = record.entrant(row.user or 0)
        is_verdict = row.kind == CupRowKind.DROP and row.by != row.user
        if start is None or row.seq <= start or not is_verdict or entrant is None:  # not a decision in play
            continue
        number, place = row.round or 0, entrant.place
        # everyone is in it until knocked out, and so is the new holder of a place
        if not number or place is None or not is_knock_out(record, number):
            return True
        if any(place in table.places for table in record.of_round(number)):
            return True
    return False


def table_of(record: WholeCup, match: int) -> CupTable | None:
    """The table whose match this is."""
    return next((table for table in record.tables if table.match == match), None)
