"""How the match of a cup table ended: finished, judged on time, left, or decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engines.table import Seat
from host.judges import REPAIRS
from host.play.results import all_moved, kept
from host.table.votes import AWARDED, PASSED
from model.cup import CupRow, CupTable
from model.kinds import CupRowKind, How, ResultHow, RowKind
from model.match import LogRow, Sitting

ENDS = (RowKind.END, RowKind.CANCEL, RowKind.RESIGN)


@dataclass(frozen=True, slots=True)
class TableEnding:
    """How a table got its result, the note for the cup's log, and the seat its players voted for."""

    how: ResultHow
    rows: tuple[CupRow, ...]
    awarded: Seat | None = None


def ending_of(
    table: CupTable,
    rows: Sequence[LogRow],
    sittings: Sequence[Sitting],
    began: Mapping[Seat, int | None],
    time: float,
    *,
    is_finished: bool,
) -> TableEnding:
    """The ending of a finished table from its match's log; `began` has the first person on each seat.

    It `is_finished` if it was played to its end by the rules of its game. As on the leaderboards, it counts as played
    only if everyone who began it has moved. The rows carry the time `time`.
    """
    end = next((row for row in reversed(rows) if row.kind in ENDS), None)
    if is_finished or end is None or end.kind == RowKind.RESIGN:
        how = ResultHow.PLAYED if all_moved(kept(rows), sittings) else ResultHow.FREE
    else:
        how = _decided(end)
    awarded = next((int(str(e.data["seat"])) for e in (end.events if end else ()) if e.kind == AWARDED), None)
    winner = None if awarded is None else began.get(awarded)

    def row(kind: CupRowKind, by: int | None = None, user: int | None = None) -> CupRow:
        return CupRow(kind, time, by, user, table.round, table.number)

    stewards = dict.fromkeys(row.user for row in rows if row.how == How.MANAGER and row.kind in REPAIRS)
    righted = [row(CupRowKind.RIGHTED, by) for by in stewards]
    match how:
        case ResultHow.VOTED:
            line = row(CupRowKind.VOTED, user=winner)
        case ResultHow.DIRECTOR:
            line = row(CupRowKind.STOPPED, None if end is None else end.user)
        case ResultHow.JUDGED:
            line = row(CupRowKind.JUDGED)
        case ResultHow.PLAYED:
            line = row(CupRowKind.RESULT)
        case ResultHow.FREE:
            line = row(CupRowKind.WALKOVER)
    return TableEnding(how, (*righted, line), awarded)


def _decided(end: LogRow) -> ResultHow:
    """How people or the clock ended the match early."""
    if any(event.kind == PASSED for event in end.events):
        return ResultHow.VOTED
    return ResultHow.DIRECTOR if end.how == How.MANAGER else ResultHow.JUDGED
