"""Records of matches for reviews: logs without moves that were undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.table import Table
from host.play.results import kept
from model.kinds import RowKind
from model.match import LogRow, Match
from opponents.positions import Position
from opponents.review import Moment, Record, Row


@dataclass(frozen=True, slots=True)
class Course:
    """A match as a `record`, and the log row of each moment, the deal first."""

    record: Record
    rows: Sequence[LogRow]


@dataclass(frozen=True, slots=True)
class Review:
    """A finished match with what happened in it: a moment for the deal, then one for each move."""

    course: Course
    moments: Sequence[Moment]


def course_of(match: Match, log: Sequence[LogRow], position: Position | None = None) -> Course | None:
    """The course of a match, from its whole log and starting position; None if it was never dealt."""
    played = kept(log)
    deals = [row for row in played if row.kind == RowKind.DEAL]
    if not deals:
        return None
    moves = [row for row in played if row.kind == RowKind.MOVE]
    rows = tuple(Row(row.by, row.path, tuple(row.draws)) for row in moves)
    table = Table(len(match.seats), match.options, match.rules)
    return Course(Record(match.game, table, tuple(deals[0].draws), rows, position), (deals[0], *moves))
